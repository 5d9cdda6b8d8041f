import { describe, expect, it } from "vitest";
import { freshAddress } from "../../../testing/mailbox";
import {
  beginFlow,
  codeFor,
  codeForm,
  oauthProject,
  returnAs,
  signInWithProvider,
} from "../../../testing/oauth-sign-ins";
import { anonymousUser, password, signIn } from "../../../testing/password-sign-ins";
import { expectError } from "../../../testing/refusals";
import { claimsOf, exchange, isAlive, signedIn } from "../../../testing/sign-ins";
import { create, expectSignedIn, idsOf, linksOf, subjectOf, userOf } from "./oauth.fixtures";

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
