import { eq } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import { contactChannels, oauthLinks } from "../../../db/users/schema";
import { freshAddress } from "../../../testing/mailbox";
import {
  beginFlow,
  codeFor,
  codeForm,
  errorPage,
  locationOf,
  oauthProject,
  returnAs,
  signInWithProvider,
} from "../../../testing/oauth-sign-ins";
import { anonymousUser, password, signIn } from "../../../testing/password-sign-ins";
import { db, type TestProject } from "../../../testing/project";
import { expectError, expectPlainError } from "../../../testing/refusals";
import { claimsOf, exchange, isAlive, signedIn } from "../../../testing/sign-ins";
import { bareUser } from "../../../testing/tokens";
import { callbackFor, create, expectSignedIn, idsOf, linksOf, subjectOf, userOf, verified } from "./oauth.fixtures";

describe("linking an account", () => {
  /** A flow of a user who links an account, as far as the code. */
  const begin = async (p: TestProject, userId: string, query = {}) => {
    const { access_token: token } = await signedIn(p, userId);
    return { query: { type: "link", token, ...query } };
  };

  const link = async (p: TestProject, userId: string, email: string) =>
    signInWithProvider(p, { email, emailVerified: false }, await begin(p, userId));

  it("200 adds it to the user of the token, who is not new", async () => {
    const p = await oauthProject({ "auth.allowSignUp": false });
    const userId = await create(p, { primary_email: freshAddress(), display_name: "Ada", ...verified });
    const before = await userOf(p, userId);
    const email = freshAddress();
    const flow = await begin(p, userId, { after_callback_redirect_url: "http://localhost:3000/settings" });
    const response = await signInWithProvider(p, { email, name: "Mallory", emailVerified: false }, flow);
    expectSignedIn(response, userId, false);
    expect(response.body.after_callback_redirect_url).toBe("http://localhost:3000/settings");
    const after = await userOf(p, userId);
    expect(after).toMatchObject({ display_name: "Ada", primary_email: before.primary_email });
    expect(after.oauth_providers).toMatchObject([{ id: "google", email }]);
    expectSignedIn(await signInWithProvider(p, { email }), userId, false);
  });

  it("200 again keeps one link, as the user has set it, with the newest tokens", async () => {
    const p = await oauthProject();
    const userId = await bareUser(p.id);
    const email = freshAddress();
    await link(p, userId, email);
    await db.batch([db.update(oauthLinks).set({ allowSignIn: false }).where(eq(oauthLinks.userId, userId))]);
    expectSignedIn(await link(p, userId, email), userId, false);
    const links = await linksOf(p, userId);
    expect(links.map(({ allowSignIn }) => allowSignIn)).toEqual([false]);
  });

  it("200 twice at once makes one link", async () => {
    const p = await oauthProject();
    const userId = await bareUser(p.id);
    const email = freshAddress();
    const responses = await Promise.all([link(p, userId, email), link(p, userId, email)]);
    expect(responses.map(({ status }) => status)).toEqual([200, 200]);
    expect(await linksOf(p, userId)).toHaveLength(1);
  });

  it("400 plain for one beyond the cap, also of two at once that began before it was reached", async () => {
    // Attack: a stranger's client links accounts at a provider to one user without end, because such accounts cost nothing. Every
    // change of the user's ways to sign in copies all of them, in the database that all projects share.
    const p = await oauthProject({ "limits.linkedAccountsPerUser": 2 });
    const userId = await bareUser(p.id);
    const visitor = () => ({ email: freshAddress(), emailVerified: false });
    await link(p, userId, freshAddress());
    const visits = [
      await codeFor(p, visitor(), await begin(p, userId)),
      await codeFor(p, visitor(), await begin(p, userId)),
    ];
    const responses = await Promise.all(visits.map((each) => exchange(each)));
    const text = "A user can have at most 2 linked accounts.";
    const { query } = await begin(p, userId);
    const refused = responses.filter(({ status }) => status !== 200);
    expect(refused).toHaveLength(1);
    for (const each of [...refused, await callbackFor(p, visitor(), query)]) expectPlainError(each, 400, text);
    expect(await linksOf(p, userId)).toHaveLength(2);
  });

  it("409 OAUTH_CONNECTION_ALREADY_CONNECTED_TO_ANOTHER_USER for an account that signs another user in", async () => {
    const p = await oauthProject();
    const email = freshAddress();
    const holder = subjectOf(await signInWithProvider(p, { email }));
    const userId = await bareUser(p.id);
    const code = "OAUTH_CONNECTION_ALREADY_CONNECTED_TO_ANOTHER_USER";
    const { query } = await begin(p, userId);
    expectError(await callbackFor(p, { email }, query), 409, code);
    const redirected = await callbackFor(p, { email }, { ...query, error_redirect_url: errorPage });
    expect(locationOf(redirected).searchParams.get("errorCode")).toBe(code);
    expect([await linksOf(p, userId), (await linksOf(p, holder)).length]).toEqual([[], 1]);
  });

  it("401 ACCESS_TOKEN_EXPIRED once the user is gone", async () => {
    const p = await oauthProject();
    const userId = await bareUser(p.id);
    const flow = await beginFlow(p, await begin(p, userId));
    await p.server("DELETE /users/{user_id}", { params: { user_id: userId } });
    expectError(await returnAs(flow, { email: freshAddress() }), 401, "ACCESS_TOKEN_EXPIRED", {
      expired_at_millis: null,
    });
    const [rows] = await db.batch([db.select().from(contactChannels).where(eq(contactChannels.projectId, p.id))]);
    expect([rows, await idsOf(p)]).toEqual([[], []]);
  });
});

describe("an anonymous user who signs in with a provider", () => {
  it("200 with the profile that the provider sends", async () => {
    const p = await oauthProject();
    const { userId, tokens } = await anonymousUser(p);
    const email = freshAddress();
    const response = await signInWithProvider(p, { email, name: "Ada" }, { query: { token: tokens.access_token } });
    expectSignedIn(response, userId, true);
    expect(claimsOf(response.body.access_token).is_anonymous).toBe(false);
    expect(await userOf(p, userId)).toMatchObject({
      is_anonymous: false,
      display_name: "Ada",
      primary_email: email,
      primary_email_verified: true,
      oauth_providers: [{ id: "google", email }],
    });
    expect(await idsOf(p)).toEqual([userId]);
  });

  it("200 for the existing user of the account; the anonymous user stays as it is", async () => {
    const p = await oauthProject();
    const email = freshAddress();
    const owner = subjectOf(await signInWithProvider(p, { email }));
    const { userId, tokens } = await anonymousUser(p);
    const response = await signInWithProvider(p, { email }, { query: { token: tokens.access_token } });
    expectSignedIn(response, owner, false);
    expect((await userOf(p, userId)).is_anonymous).toBe(true);
    expect(await isAlive(p, tokens)).toBe(true);
  });

  it("200 also when they signed in with the address before", async () => {
    const p = await oauthProject();
    const email = freshAddress();
    const userId = await create(p, { is_anonymous: true, primary_email: email, primary_email_auth_enabled: true });
    const { access_token: token } = await signedIn(p, userId);
    expectSignedIn(await signInWithProvider(p, { email }, { query: { token } }), userId, true);
  });

  // Attack: session fixation. The attacker makes an anonymous user, has a victim sign up as it, and returns.
  it("revokes all that the anonymous user had: session, access token, password, linked account, code", async () => {
    const p = await oauthProject();
    const mallory = freshAddress();
    const { userId } = await anonymousUser(p);
    const email = freshAddress();
    const body = { primary_email: email, primary_email_auth_enabled: true, password };
    await p.server("PATCH /users/{user_id}", { params: { user_id: userId }, body });
    const tokens = await signedIn(p, userId);
    const { access_token: token } = tokens;
    await signInWithProvider(p, { email: mallory }, { query: { type: "link", token } });
    const flow = await beginFlow(p, { query: { type: "link", token }, provider: "github" });
    const unredeemed = codeForm(p, flow, await returnAs(flow, { email: mallory }, "github"));
    const late = await beginFlow(p, { query: { type: "link", token }, provider: "github" });

    const victim = await signInWithProvider(p, { email: freshAddress() }, { query: { token } });
    expectSignedIn(victim, userId, true);

    expect(await isAlive(p, tokens)).toBe(false);
    expectError(await p.as({ access_token: token }).client("GET /users/me"), 401, "ACCESS_TOKEN_EXPIRED");
    expectError(await signIn(p, email), 400, "EMAIL_PASSWORD_MISMATCH");
    expectError(await exchange(unredeemed), 400, "INVALID_AUTHORIZATION_CODE");
    expectError(await returnAs(late, { email: mallory }, "github"), 401, "ACCESS_TOKEN_EXPIRED");
    const attacker = await signInWithProvider(p, { email: mallory });
    expect([attacker.body.is_new_user, subjectOf(attacker) === userId]).toEqual([true, false]);
    expect((await userOf(p, userId)).oauth_providers).toHaveLength(1);
  });

  // Attack: two flows of one anonymous user that end at once, of which the second would take over what the first made.
  it("becomes the user of one account when 4 accounts sign in at once", async () => {
    const p = await oauthProject();
    const { userId, tokens } = await anonymousUser(p);
    const query = { token: tokens.access_token };
    const people = Array.from({ length: 4 }, () => codeFor(p, { email: freshAddress() }, { query }));
    const responses = await Promise.all((await Promise.all(people)).map((code) => exchange(code)));
    expect(responses.filter(({ status }) => status === 200).map(subjectOf)).toEqual([userId]);
    for (const refused of responses.filter(({ status }) => status !== 200)) {
      expectError(refused, 400, "INVALID_AUTHORIZATION_CODE");
    }
    expect(await idsOf(p)).toEqual([userId]);
    expect(await linksOf(p, userId)).toHaveLength(1);
  });

  it("200 with another user for a flow that began before the anonymous user signed up", async () => {
    const p = await oauthProject();
    const { userId, tokens } = await anonymousUser(p);
    const flow = await beginFlow(p, { query: { token: tokens.access_token } });
    await signInWithProvider(p, undefined, { query: { token: tokens.access_token } });
    const response = await exchange(codeForm(p, flow, await returnAs(flow, { email: freshAddress() })));
    expect([response.body.is_new_user, subjectOf(response) === userId]).toEqual([true, false]);
  });
});
