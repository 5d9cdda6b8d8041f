import { eq } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import { oauthLinks, providerTokens } from "../../../db/users/schema";
import { authenticator } from "../../../testing/authenticator";
import { freshAddress } from "../../../testing/mailbox";
import { codeFor, oauthProject, signInWithProvider } from "../../../testing/oauth-sign-ins";
import { resetCode, signUp } from "../../../testing/password-sign-ins";
import { db } from "../../../testing/project";
import { expectError } from "../../../testing/refusals";
import { exchange } from "../../../testing/sign-ins";
import { accessToken, bareUser } from "../../../testing/tokens";
import { callbackFor, create, expectSignedIn, idsOf, linksOf, subjectOf, userOf, verified } from "./oauth.fixtures";

describe("signing in with a provider", () => {
  it("makes a user from the provider's profile, who signs in with the account", async () => {
    const p = await oauthProject({ "teams.createPersonalTeamOnSignUp": true });
    const email = freshAddress();
    const response = await signInWithProvider(p, { email: email.toUpperCase(), name: "Ada" });
    expect(response.body.is_new_user).toBe(true);
    const userId = subjectOf(response);
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

  // Evidence: signs-same-user-again-also-when
  it("signs in the same user again, also when the provider's profile has changed", async () => {
    const p = await oauthProject();
    const email = freshAddress();
    const userId = subjectOf(await signInWithProvider(p, { email, name: "Ada" }));
    const again = await signInWithProvider(p, { email, name: "Countess", emailVerified: false });
    expectSignedIn(again, userId, false);
    expect((await userOf(p, userId)).display_name).toBe("Ada");
    expect(await idsOf(p)).toEqual([userId]);
  });

  it("verifies the user's primary address once their linked account asserts it as verified", async () => {
    const p = await oauthProject();
    const email = freshAddress();
    const userId = subjectOf(await signInWithProvider(p, { email, emailVerified: false }));
    expect(await userOf(p, userId)).toMatchObject({ primary_email: email, primary_email_verified: false });
    expectSignedIn(await signInWithProvider(p, { email }), userId, false);
    expect(await userOf(p, userId)).toMatchObject({ primary_email: email, primary_email_verified: true });
  });

  // Attack: a user has set the address of another person as theirs, and signs in by an account that asserts one of their own.
  it("verifies no other address than the one that the account asserts", async () => {
    const p = await oauthProject();
    const userId = subjectOf(await signInWithProvider(p, { email: freshAddress(), emailVerified: false }));
    await p.server("PATCH /users/{user_id}", { params: { user_id: userId }, body: { primary_email: freshAddress() } });
    const { oauth_providers } = await userOf(p, userId);
    expectSignedIn(await signInWithProvider(p, { email: oauth_providers[0]?.email ?? "" }), userId, false);
    expect((await userOf(p, userId)).primary_email_verified).toBe(false);
  });

  // Evidence: linked-account-keeps-resets-first
  // Attack: a planter signs up with the victim's address, and links an account of their own beside the victim's. The victim's account then
  // verifies the address. If that counted as the holder's own proof, the victim's reset would leave the planted account a way in.
  it("verifies it so that a reset by email still ends what others may have set up, and not before a second factor", async () => {
    const p = await oauthProject({ "auth.password.allowSignIn": true });
    const email = freshAddress();
    const { user_id: userId } = await signUp(p, { email });
    const accounts = ["google", "github"].map((provider_config_id) => ({ provider_config_id, user_id: userId }));
    const [planted, victims] = [{ email: freshAddress() }, { email }];
    const ids = await Promise.all(
      [planted, victims].map(async (visitor, at) => {
        const elsewhere = await oauthProject();
        const { oauth_providers } = await userOf(elsewhere, subjectOf(await signInWithProvider(elsewhere, visitor)));
        return { ...accounts[at], account_id: oauth_providers[0]?.account_id, email: visitor.email };
      }),
    );
    for (const body of ids) {
      const linked = await p.server("POST /oauth-providers", {
        body: { ...body, allow_sign_in: true, allow_connected_accounts: true },
      });
      expect(linked.status).toBe(201);
    }
    const app = authenticator();
    const params = { user_id: userId };
    await p.server("PATCH /users/{user_id}", { params, body: { totp_secret_base64: app.secretBase64 } });
    const stopped = await signInWithProvider(p, victims, { provider: "github" });
    expectError(stopped, 400, "MULTI_FACTOR_AUTHENTICATION_REQUIRED", { attempt_code: expect.any(String) });
    expect((await userOf(p, userId)).primary_email_verified).toBe(false);

    await p.server("PATCH /users/{user_id}", { params, body: { totp_secret_base64: null } });
    expectSignedIn(await signInWithProvider(p, victims, { provider: "github" }), userId, false);
    expect((await userOf(p, userId)).primary_email_verified).toBe(true);
    const code = await resetCode(p, email);
    expect((await p.client("POST /auth/password/reset", { body: { code, password: "the victim's own" } })).status).toBe(
      200,
    );
    const after = await signInWithProvider(p, planted);
    expect(subjectOf(after)).not.toBe(userId);
  });

  it("keeps the provider's tokens, sealed, with the scopes that were requested", async () => {
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
      sealedAccessToken: expect.stringMatching(/^sealed:v2:[0-9a-f]{12}:/),
      sealedRefreshToken: expect.stringMatching(/^sealed:v2:[0-9a-f]{12}:/),
    });
  });

  it("400 SIGN_UP_NOT_ENABLED for a new account where sign-up is off; existing users sign in", async () => {
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
    const response = await callbackFor(p, { email });
    expectError(response, 409, "CONTACT_CHANNEL_ALREADY_USED_FOR_AUTH_BY_SOMEONE_ELSE");
  });

  it("makes one user of 6 flows of one person that end at once", async () => {
    const p = await oauthProject();
    const person = { email: freshAddress() };
    const codes = await Promise.all(Array.from({ length: 6 }, () => codeFor(p, person)));
    const responses = await Promise.all(codes.map((code) => exchange(code)));
    const [userId = "", ...others] = await idsOf(p);
    expect([others, (await linksOf(p, userId)).length]).toEqual([[], 1]);
    expect(responses.map(subjectOf)).toEqual(Array(6).fill(userId));
    expect(responses.filter(({ body }) => body.is_new_user)).toHaveLength(1);
  });

  it("ignores the token of a user who is not anonymous: the account alone identifies the user", async () => {
    const p = await oauthProject();
    const userId = await bareUser(p.id);
    const response = await signInWithProvider(p, undefined, { query: { token: await accessToken(p.id, userId) } });
    expect(response.body.is_new_user).toBe(true);
    expect(subjectOf(response)).not.toBe(userId);
  });
});

describe("signing in with a provider whose address another user signs in with", () => {
  const taken = (email: string, wouldWork: boolean) => ({
    type: "email",
    contact_channel_value: email,
    would_work_if_email_was_verified: wouldWork,
  });

  it("signs that user in with link_method and links the account, when both sides have verified the address", async () => {
    const p = await oauthProject();
    const email = freshAddress();
    const userId = await create(p, { primary_email: email, ...verified, display_name: "Ada" });
    expectSignedIn(await signInWithProvider(p, { email, name: "Mallory" }), userId, false);
    expect(await userOf(p, userId)).toMatchObject({ display_name: "Ada", oauth_providers: [{ id: "google", email }] });
    expectSignedIn(await signInWithProvider(p, { email }, { provider: "github" }), userId, false);
    expect((await userOf(p, userId)).oauth_providers).toHaveLength(2);
    expect(await idsOf(p)).toEqual([userId]);
  });

  // Evidence: link-method-address-unverified
  // Attack: taking an account over by an address that the provider has never verified.
  it("409 CONTACT_CHANNEL_ALREADY_USED_FOR_AUTH_BY_SOMEONE_ELSE with link_method for an address unverified there", async () => {
    const p = await oauthProject();
    const email = freshAddress();
    const userId = await create(p, { primary_email: email, ...verified });
    const response = await callbackFor(p, { email: email.toUpperCase(), emailVerified: false });
    expectError(response, 409, "CONTACT_CHANNEL_ALREADY_USED_FOR_AUTH_BY_SOMEONE_ELSE", taken(email, false));
    expect(await linksOf(p, userId)).toEqual([]);
  });

  // Evidence: provider-address-is-checked
  // Attack: an attacker has a mailbox whose address begins with the Kelvin sign, and a provider knows them by this address. In
  // lower case the sign becomes a k. The attacker signs in by the provider, into the account of the user who has the address with
  // a k.
  it("makes another user, without an address, of one whose letters only become that address in lower case", async () => {
    const p = await oauthProject();
    const email = `kate-${freshAddress()}`;
    const victim = await create(p, { primary_email: email, ...verified });
    for (const provider of ["google", "github"]) {
      const attacker = await signInWithProvider(p, { email: email.replace("k", "\u212A") }, { provider });
      expect(attacker.body.is_new_user).toBe(true);
      expect(subjectOf(attacker)).not.toBe(victim);
      expect((await userOf(p, subjectOf(attacker))).primary_email).toBeNull();
    }
    expect(await linksOf(p, victim)).toEqual([]);
  });

  // Evidence: link-method-address-unverified-here
  // Attack: signing up with the victim's address beforehand, and waiting until they sign in with their provider.
  it("409 CONTACT_CHANNEL_ALREADY_USED_FOR_AUTH_BY_SOMEONE_ELSE with link_method for an address unverified here", async () => {
    const p = await oauthProject();
    const { email, user_id: userId } = await signUp(p);
    for (const emailVerified of [true, false]) {
      const response = await callbackFor(p, { email, emailVerified });
      expectError(response, 409, "CONTACT_CHANNEL_ALREADY_USED_FOR_AUTH_BY_SOMEONE_ELSE", taken(email, true));
    }
    expect(await linksOf(p, userId)).toEqual([]);
  });

  it("409 CONTACT_CHANNEL_ALREADY_USED_FOR_AUTH_BY_SOMEONE_ELSE with raise_error, verified or not", async () => {
    const p = await oauthProject({ "auth.oauth.accountMergeStrategy": "raise_error" });
    for (const primary_email_verified of [true, false]) {
      const email = freshAddress();
      await create(p, { primary_email: email, ...verified, primary_email_verified });
      const response = await callbackFor(p, { email });
      expectError(response, 409, "CONTACT_CHANNEL_ALREADY_USED_FOR_AUTH_BY_SOMEONE_ELSE", taken(email, false));
    }
  });

  it("makes another user with allow_duplicates, whose address does not sign in", async () => {
    const p = await oauthProject({ "auth.oauth.accountMergeStrategy": "allow_duplicates" });
    const email = freshAddress();
    const first = await create(p, { primary_email: email, ...verified });
    const response = await signInWithProvider(p, { email });
    expect(response.body.is_new_user).toBe(true);
    expect(subjectOf(response)).not.toBe(first);
    expect(await userOf(p, subjectOf(response))).toMatchObject({
      primary_email: email,
      primary_email_verified: true,
      primary_email_auth_enabled: false,
    });
    expectSignedIn(await signInWithProvider(p, { email }), subjectOf(response), false);
  });

  it("merges nothing by an address that does not sign in", async () => {
    const p = await oauthProject();
    const email = freshAddress();
    const other = await create(p, { primary_email: email, primary_email_verified: true });
    const response = await signInWithProvider(p, { email });
    expect([response.body.is_new_user, subjectOf(response) === other]).toEqual([true, false]);
    expect((await userOf(p, subjectOf(response))).primary_email_auth_enabled).toBe(true);
  });
});
