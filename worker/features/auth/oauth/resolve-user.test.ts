import { env } from "cloudflare:workers";
import { and, eq } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import type { Statement } from "../../../platform/database";
import { readSettings } from "../../../platform/env";
import { signInAtIssuer } from "../../../testing/identity-provider";
import {
  beginFlow,
  codeForm,
  errorPage,
  locationOf,
  oauthProject,
  returnAs,
  returnWith,
  signInWithProvider,
} from "../../../testing/oauth-sign-ins";
import { freshAddress } from "../../../testing/outbox";
import { anonymousUser, password, signIn, signUp } from "../../../testing/password-sign-ins";
import { db, type TestProject } from "../../../testing/project";
import { expectError } from "../../../testing/refusals";
import { claimsOf, exchange, isAlive } from "../../../testing/sign-ins";
import { accessToken, bareUser } from "../../../testing/tokens";
import { readProject, selectProject } from "../../projects";
import { providerTokens } from "../../users/connected-accounts/schema";
import { contactChannels } from "../../users/contact-channels/schema";
import { oauthLinks } from "../../users/oauth-links/schema";
import { users } from "../../users/users/schema";
import { resolveUser } from "./resolve-user";

const verified = { primary_email_verified: true, primary_email_auth_enabled: true };

async function create(p: TestProject, body: object): Promise<string> {
  return (await p.server("POST /users", { body })).body.id;
}

async function userOf(p: TestProject, userId: string) {
  return (await p.server("GET /users/{user_id}", { params: { user_id: userId } })).body;
}

async function linksOf(p: TestProject, userId: string) {
  const isTheirs = and(eq(oauthLinks.projectId, p.id), eq(oauthLinks.userId, userId));
  const [rows] = await db.batch([db.select().from(oauthLinks).where(isTheirs)]);
  return rows;
}

async function idsOf(p: TestProject): Promise<string[]> {
  const [rows] = await db.batch([db.select().from(users).where(eq(users.projectId, p.id))]);
  return rows.map(({ id }) => id);
}

const subjectOf = (answer: { body: { access_token: string } }) => String(claimsOf(answer.body.access_token).sub);

/** Who is signed in, and whether as somebody new. */
function expectSignedIn(answer: Awaited<ReturnType<typeof exchange>>, userId: string, isNewUser: boolean): void {
  expect(answer.status).toBe(200);
  expect([subjectOf(answer), answer.body.is_new_user]).toEqual([userId, isNewUser]);
}

/** What the callback answers when the provider names somebody. */
async function callbackFor(p: TestProject, visitor: Parameters<typeof returnAs>[1], query = {}) {
  return returnAs(await beginFlow(p, { query }), visitor);
}

describe("signing in with a provider", () => {
  it("makes a user of what the provider tells, with the account as their way to sign in", async () => {
    const p = await oauthProject({ "teams.createPersonalTeamOnSignUp": true });
    const email = freshAddress();
    const answer = await signInWithProvider(p, { email: email.toUpperCase(), name: "Ada" });
    expect(answer.body.is_new_user).toBe(true);
    const userId = subjectOf(answer);
    expect(await userOf(p, userId)).toMatchObject({
      display_name: "Ada",
      primary_email: email,
      primary_email_verified: true,
      primary_email_auth_enabled: true,
      has_password: false,
      is_anonymous: false,
      selected_team: { display_name: "Ada's Team" },
      oauth_providers: [{ id: "google", account_id: expect.stringMatching(/^[0-9a-f]{24}$/), email }],
    });
    const [link] = await linksOf(p, userId);
    expect(link).toMatchObject({ providerConfigId: "google", email, allowSignIn: true, allowConnectedAccounts: true });
  });

  it("signs in who comes again, whatever the provider now says of them", async () => {
    const p = await oauthProject();
    const email = freshAddress();
    const userId = subjectOf(await signInWithProvider(p, { email, name: "Ada" }));
    const again = await signInWithProvider(p, { email, name: "Countess", emailVerified: false });
    expectSignedIn(again, userId, false);
    expect((await userOf(p, userId)).display_name).toBe("Ada");
    expect(await idsOf(p)).toEqual([userId]);
  });

  it("keeps the provider's tokens, sealed, with the scopes that were asked for", async () => {
    const p = await oauthProject();
    const userId = subjectOf(await signInWithProvider(p));
    const [link] = await linksOf(p, userId);
    const [rows] = await db.batch([
      db
        .select()
        .from(providerTokens)
        .where(eq(providerTokens.linkId, link?.id ?? "")),
    ]);
    expect(rows).toHaveLength(1);
    expect(rows[0]).toMatchObject({
      scopes: ["openid", "email", "profile", "offline_access"],
      sealedAccessToken: expect.stringMatching(/^sealed:v1:/),
      sealedRefreshToken: expect.stringMatching(/^sealed:v1:/),
    });
  });

  it("400 SIGN_UP_NOT_ENABLED for somebody new where nobody may sign up; who is known may sign in", async () => {
    const p = await oauthProject({ "auth.allowSignUp": false });
    expectError(await callbackFor(p, { email: freshAddress() }), 400, "SIGN_UP_NOT_ENABLED");
    expect(await idsOf(p)).toEqual([]);
    const email = freshAddress();
    const userId = await create(p, { primary_email: email, ...verified });
    expectSignedIn(await signInWithProvider(p, { email }), userId, false);
    expectSignedIn(await signInWithProvider(p, { email, emailVerified: false }), userId, false);
  });

  it("does not sign in by a link that only connects: the address decides", async () => {
    const p = await oauthProject({ "auth.oauth.accountMergeStrategy": "raise_error" });
    const email = freshAddress();
    const userId = subjectOf(await signInWithProvider(p, { email }));
    await db.batch([db.update(oauthLinks).set({ allowSignIn: false }).where(eq(oauthLinks.userId, userId))]);
    const answer = await callbackFor(p, { email });
    expectError(answer, 409, "CONTACT_CHANNEL_ALREADY_USED_FOR_AUTH_BY_SOMEONE_ELSE");
  });

  it("makes one user of 6 flows of one person that end at once, and signs all in", async () => {
    const p = await oauthProject();
    const email = freshAddress();
    const flows = await Promise.all(
      Array.from({ length: 6 }, async () => {
        const flow = await beginFlow(p);
        return { flow, answer: (await signInAtIssuer(flow.location, { email })).searchParams };
      }),
    );
    const ended = await Promise.all(flows.map(({ flow, answer }) => returnWith(flow, answer)));
    const signedIn = await Promise.all(ended.map((answer, i) => exchange(codeForm(p, flows[i]?.flow ?? none, answer))));
    const [userId = ""] = await idsOf(p);
    expect(await idsOf(p)).toHaveLength(1);
    expect(signedIn.map(subjectOf)).toEqual(Array(6).fill(userId));
    expect(signedIn.filter(({ body }) => body.is_new_user)).toHaveLength(1);
    expect(await linksOf(p, userId)).toHaveLength(1);
  });

  it("ignores the token of a user who is known: the account alone says who signs in", async () => {
    const p = await oauthProject();
    const userId = await bareUser(p.id);
    const answer = await signInWithProvider(p, undefined, { query: { token: await accessToken(p.id, userId) } });
    expect(answer.body.is_new_user).toBe(true);
    expect(subjectOf(answer)).not.toBe(userId);
  });
});

const none = { codeVerifier: "" };

describe("signing in with a provider whose address somebody signs in with", () => {
  const taken = (email: string, wouldWork: boolean) => ({
    type: "email",
    contact_channel_value: email,
    would_work_if_email_was_verified: wouldWork,
  });

  it("link_method signs that user in and links the account, when both sides have proven the address", async () => {
    const p = await oauthProject();
    const email = freshAddress();
    const userId = await create(p, { primary_email: email, ...verified, display_name: "Ada" });
    expectSignedIn(await signInWithProvider(p, { email, name: "Mallory" }), userId, false);
    expect(await userOf(p, userId)).toMatchObject({ display_name: "Ada", oauth_providers: [{ id: "google", email }] });
    expectSignedIn(await signInWithProvider(p, { email }, { provider: "github" }), userId, false);
    expect((await userOf(p, userId)).oauth_providers).toHaveLength(2);
    expect(await idsOf(p)).toEqual([userId]);
  });

  // Attack: taking an account over by an address that the provider has never verified.
  it("link_method answers 409 when the provider does not vouch for the address", async () => {
    const p = await oauthProject();
    const email = freshAddress();
    const userId = await create(p, { primary_email: email, ...verified });
    const answer = await callbackFor(p, { email: email.toUpperCase(), emailVerified: false });
    expectError(answer, 409, "CONTACT_CHANNEL_ALREADY_USED_FOR_AUTH_BY_SOMEONE_ELSE", taken(email, false));
    expect(await linksOf(p, userId)).toEqual([]);
  });

  // Attack: signing up with somebody's address beforehand, and waiting until they sign in with their provider.
  it("link_method answers 409 when the address is not verified here", async () => {
    const p = await oauthProject();
    const { email, user_id: userId } = await signUp(p);
    for (const emailVerified of [true, false]) {
      const answer = await callbackFor(p, { email, emailVerified });
      expectError(answer, 409, "CONTACT_CHANNEL_ALREADY_USED_FOR_AUTH_BY_SOMEONE_ELSE", taken(email, true));
    }
    expect(await linksOf(p, userId)).toEqual([]);
  });

  it("raise_error answers 409, verified or not", async () => {
    const p = await oauthProject({ "auth.oauth.accountMergeStrategy": "raise_error" });
    for (const primary_email_verified of [true, false]) {
      const email = freshAddress();
      await create(p, { primary_email: email, ...verified, primary_email_verified });
      const answer = await callbackFor(p, { email });
      expectError(answer, 409, "CONTACT_CHANNEL_ALREADY_USED_FOR_AUTH_BY_SOMEONE_ELSE", taken(email, false));
    }
  });

  it("allow_duplicates makes another user, whose address does not sign in", async () => {
    const p = await oauthProject({ "auth.oauth.accountMergeStrategy": "allow_duplicates" });
    const email = freshAddress();
    const first = await create(p, { primary_email: email, ...verified });
    const answer = await signInWithProvider(p, { email });
    expect(answer.body.is_new_user).toBe(true);
    expect(subjectOf(answer)).not.toBe(first);
    expect(await userOf(p, subjectOf(answer))).toMatchObject({
      primary_email: email,
      primary_email_verified: true,
      primary_email_auth_enabled: false,
    });
    expectSignedIn(await signInWithProvider(p, { email }), subjectOf(answer), false);
  });

  it("merges nothing by an address that signs nobody in", async () => {
    const p = await oauthProject();
    const email = freshAddress();
    const other = await create(p, { primary_email: email, primary_email_verified: true });
    const answer = await signInWithProvider(p, { email });
    expect([answer.body.is_new_user, subjectOf(answer) === other]).toEqual([true, false]);
    expect((await userOf(p, subjectOf(answer))).primary_email_auth_enabled).toBe(true);
  });
});

describe("an anonymous user who signs in with a provider", () => {
  it("becomes the person that the provider names", async () => {
    const p = await oauthProject();
    const { userId, tokens } = await anonymousUser(p);
    const email = freshAddress();
    const answer = await signInWithProvider(p, { email, name: "Ada" }, { query: { token: tokens.access_token } });
    expectSignedIn(answer, userId, true);
    expect(claimsOf(answer.body.access_token).is_anonymous).toBe(false);
    expect(await userOf(p, userId)).toMatchObject({
      is_anonymous: false,
      display_name: "Ada",
      primary_email: email,
      primary_email_verified: true,
      oauth_providers: [{ id: "google", email }],
    });
    expect(await idsOf(p)).toEqual([userId]);
  });

  it("is left behind when the account is somebody's", async () => {
    const p = await oauthProject();
    const email = freshAddress();
    const known = subjectOf(await signInWithProvider(p, { email }));
    const { userId, tokens } = await anonymousUser(p);
    const answer = await signInWithProvider(p, { email }, { query: { token: tokens.access_token } });
    expectSignedIn(answer, known, false);
    expect((await userOf(p, userId)).is_anonymous).toBe(true);
    expect(await isAlive(p, tokens)).toBe(true);
  });

  it("may have had the address before, as one to sign in with", async () => {
    const p = await oauthProject();
    const email = freshAddress();
    const userId = await create(p, { is_anonymous: true, primary_email: email, primary_email_auth_enabled: true });
    const token = await accessToken(p.id, userId, { isAnonymous: true });
    expectSignedIn(await signInWithProvider(p, { email }, { query: { token } }), userId, true);
  });

  // Attack: session fixation. Whoever made the anonymous user, and had somebody else sign up as it, comes back in.
  it("leaves nothing to whoever had the anonymous user: session, access token, password, linked account, code", async () => {
    const p = await oauthProject();
    const mallory = freshAddress();
    const { userId, tokens } = await anonymousUser(p);
    const { access_token: token } = tokens;
    const email = freshAddress();
    const body = { primary_email: email, primary_email_auth_enabled: true, password };
    await p.server("PATCH /users/{user_id}", { params: { user_id: userId }, body });
    const refreshed = (await p.server("POST /auth/sessions", { body: { user_id: userId } })).body;
    await signInWithProvider(p, { email: mallory }, { query: { type: "link", token } });
    const flow = await beginFlow(p, { query: { type: "link", token }, provider: "github" });
    const unredeemed = codeForm(p, flow, await returnAs(flow, { email: mallory }, "github"));
    const late = await beginFlow(p, { query: { type: "link", token }, provider: "github" });

    const victim = await signInWithProvider(p, { email: freshAddress() }, { query: { token } });
    expectSignedIn(victim, userId, true);

    expect(await isAlive(p, refreshed)).toBe(false);
    expectError(await p.as({ access_token: token }).client("GET /users/me"), 401, "ACCESS_TOKEN_EXPIRED");
    expectError(await signIn(p, email), 400, "EMAIL_PASSWORD_MISMATCH");
    expectError(await exchange(unredeemed), 400, "INVALID_AUTHORIZATION_CODE");
    expectError(await returnAs(late, { email: mallory }, "github"), 401, "ACCESS_TOKEN_EXPIRED");
    const stranger = await signInWithProvider(p, { email: mallory });
    expect([stranger.body.is_new_user, subjectOf(stranger) === userId]).toEqual([true, false]);
    expect((await userOf(p, userId)).oauth_providers).toHaveLength(1);
  });

  // Attack: two flows of one anonymous user that end at once, of which the second would take over what the first made.
  it("becomes one person only, of however many who sign in at once", async () => {
    const p = await oauthProject();
    const { userId, tokens } = await anonymousUser(p);
    const query = { token: tokens.access_token };
    const flows = await Promise.all(
      Array.from({ length: 4 }, async () => {
        const flow = await beginFlow(p, { query });
        return { flow, answer: (await signInAtIssuer(flow.location, { email: freshAddress() })).searchParams };
      }),
    );
    const ended = await Promise.all(flows.map(({ flow, answer }) => returnWith(flow, answer)));
    expect(ended.map(({ status }) => status)).toEqual([303, 303, 303, 303]);
    expect(await idsOf(p)).toHaveLength(4);
    expect(await linksOf(p, userId)).toHaveLength(1);
  });

  it("is nobody's past once they have signed up: who ends another flow of theirs is a user of their own", async () => {
    const p = await oauthProject();
    const { userId, tokens } = await anonymousUser(p);
    const flow = await beginFlow(p, { query: { token: tokens.access_token } });
    await signInWithProvider(p, undefined, { query: { token: tokens.access_token } });
    const answer = await exchange(codeForm(p, flow, await returnAs(flow, { email: freshAddress() })));
    expect([answer.body.is_new_user, subjectOf(answer) === userId]).toEqual([true, false]);
  });
});

describe("a provider that tells no address", () => {
  const nameless = { emailVerified: false, email: null, displayName: null, profileImageUrl: null };
  const image = "https://img.example/ada.png";
  const flow = async (p: TestProject, userId: string | null) => {
    const [[row]] = await db.batch([selectProject(db, { projectId: p.id })]);
    if (!row) throw new Error("The test's project is missing");
    const request = { type: "authenticate", userId, userIsAnonymous: userId !== null, providerId: "google" } as const;
    return { project: readProject(row, readSettings(env)), request };
  };

  it("makes a user without one, with the name and image that it does tell", async () => {
    const p = await oauthProject();
    const profile = { ...nameless, accountId: "x-1", displayName: "Ada", profileImageUrl: image };
    const { user, statements } = await resolveUser({ db }, { ...(await flow(p, null)), profile });
    await db.batch(statements as [Statement, ...Statement[]]);
    expect(await userOf(p, user.id)).toMatchObject({
      display_name: "Ada",
      profile_image_url: image,
      primary_email: null,
      oauth_providers: [{ id: "google", account_id: "x-1" }],
    });
  });

  it("upgrades an anonymous user, whose own address stays, but does not sign in", async () => {
    const p = await oauthProject();
    const email = freshAddress();
    const userId = await create(p, { is_anonymous: true, primary_email: email, ...verified });
    const profile = { ...nameless, accountId: "x-1" };
    const { user, statements } = await resolveUser({ db }, { ...(await flow(p, userId)), profile });
    await db.batch(statements as [Statement, ...Statement[]]);
    expect(user.id).toBe(userId);
    expect(await userOf(p, userId)).toMatchObject({
      is_anonymous: false,
      primary_email: email,
      primary_email_verified: true,
      primary_email_auth_enabled: false,
    });
  });
});

describe("linking an account", () => {
  const link = async (p: TestProject, userId: string, email: string, query = {}) =>
    callbackFor(p, { email, emailVerified: false }, { type: "link", token: await accessToken(p.id, userId), ...query });

  it("adds it to the user of the token, who gets a session and is not new", async () => {
    const p = await oauthProject({ "auth.allowSignUp": false });
    const userId = await create(p, { primary_email: freshAddress(), display_name: "Ada", ...verified });
    const before = await userOf(p, userId);
    const email = freshAddress();
    const token = await accessToken(p.id, userId);
    const query = { type: "link", token, after_callback_redirect_url: "http://localhost:3000/settings" };
    const answer = await signInWithProvider(p, { email, name: "Mallory", emailVerified: false }, { query });
    expectSignedIn(answer, userId, false);
    expect(answer.body.after_callback_redirect_url).toBe("http://localhost:3000/settings");
    const after = await userOf(p, userId);
    expect(after).toMatchObject({ display_name: "Ada", primary_email: before.primary_email });
    expect(after.oauth_providers).toMatchObject([{ id: "google", email }]);
    expectSignedIn(await signInWithProvider(p, { email }), userId, false);
  });

  it("again keeps one link, as the user has set it, with the newest tokens", async () => {
    const p = await oauthProject();
    const userId = await bareUser(p.id);
    const email = freshAddress();
    await link(p, userId, email);
    await db.batch([db.update(oauthLinks).set({ allowSignIn: false }).where(eq(oauthLinks.userId, userId))]);
    expect((await link(p, userId, email)).status).toBe(303);
    const links = await linksOf(p, userId);
    expect(links.map(({ allowSignIn }) => allowSignIn)).toEqual([false]);
  });

  it("at once, twice, makes one link", async () => {
    const p = await oauthProject();
    const userId = await bareUser(p.id);
    const email = freshAddress();
    const answers = await Promise.all([link(p, userId, email), link(p, userId, email)]);
    expect(answers.map(({ status }) => status)).toEqual([303, 303]);
    expect(await linksOf(p, userId)).toHaveLength(1);
  });

  it("409 OAUTH_CONNECTION_ALREADY_CONNECTED_TO_ANOTHER_USER for an account that signs somebody else in", async () => {
    const p = await oauthProject();
    const email = freshAddress();
    const holder = subjectOf(await signInWithProvider(p, { email }));
    const userId = await bareUser(p.id);
    const code = "OAUTH_CONNECTION_ALREADY_CONNECTED_TO_ANOTHER_USER";
    expectError(await link(p, userId, email), 409, code);
    const told = await link(p, userId, email, { error_redirect_url: errorPage });
    expect(locationOf(told).searchParams.get("errorCode")).toBe(code);
    expect([await linksOf(p, userId), (await linksOf(p, holder)).length]).toEqual([[], 1]);
  });

  it("401 ACCESS_TOKEN_EXPIRED once the user is gone", async () => {
    const p = await oauthProject();
    const userId = await bareUser(p.id);
    const flow = await beginFlow(p, { query: { type: "link", token: await accessToken(p.id, userId) } });
    await p.server("DELETE /users/{user_id}", { params: { user_id: userId } });
    expectError(await returnAs(flow, { email: freshAddress() }), 401, "ACCESS_TOKEN_EXPIRED", {
      expired_at_millis: null,
    });
    const [rows] = await db.batch([db.select().from(contactChannels).where(eq(contactChannels.projectId, p.id))]);
    expect([rows, await idsOf(p)]).toEqual([[], []]);
  });
});
