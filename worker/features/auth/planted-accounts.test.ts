import { eq } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import { recoveryCodes } from "../../db/users/schema";
import { authenticator } from "../../testing/authenticator";
import { signInByCode } from "../../testing/code-sign-ins";
import { freshAddress, mailbox } from "../../testing/mailbox";
import { signInWithProvider } from "../../testing/oauth-sign-ins";
import { callbackUrl, codeIn, readUser, signIn, signUp } from "../../testing/password-sign-ins";
import { db, type TestProject } from "../../testing/project";
import { expectError } from "../../testing/refusals";
import { isAlive } from "../../testing/sign-ins";
import { invited, openInvitations } from "../teams/invitations/invitations.fixtures";
import { paramsOf, sendOne, valuesOf } from "../users/contact-channels/contact-channels.fixtures";
import { expectSignedIn } from "./oauth/oauth.fixtures";
import { register, signIn as signInByPasskey } from "./passkey/passkey.fixtures";
import {
  auditTypes,
  followLink,
  openProject,
  ownersPassword,
  preHijacked,
  resetByEmail,
  withFactor,
} from "./planted-accounts.fixtures";

const verify = "POST /contact-channels/verify";

describe("an account that somebody set up with an address, which its email alone has proven", () => {
  // Evidence: planted-ways-end-with-reset
  // Attack: the attacker signs up with the victim's address. They link an account, register a passkey and verify an address, all
  // of their own. The victim follows the emailed link, and is told later that the address is taken. The victim resets the
  // password, but the attacker's ways still lead in.
  it("is the owner's of the address alone once they reset the password, and keeps what they set up from then on", async () => {
    const p = await openProject();
    const { attacker, passkey, account, second } = await preHijacked(p, p);
    await resetByEmail(p, attacker.email);
    expect(await isAlive(p, attacker)).toBe(false);
    expectError(await signInByPasskey(p, passkey), 400, "PASSKEY_AUTHENTICATION_FAILED");
    expect((await signInWithProvider(p, { email: account }, { provider: "github" })).body.is_new_user).toBe(true);
    expectError(await signIn(p, second, ownersPassword), 400, "EMAIL_PASSWORD_MISMATCH");
    expect((await signInByCode(p, { email: second })).body.user_id).not.toBe(attacker.user_id);
    expect(await auditTypes(p, attacker.user_id)).toEqual(expect.arrayContaining(["user.claimed", "password.reset"]));
    const { body: owner } = await signIn(p, attacker.email, ownersPassword);
    expect(await readUser(p, attacker.user_id)).toMatchObject({
      primary_email: attacker.email,
      primary_email_verified: true,
      has_password: true,
      passkey_auth_enabled: false,
      oauth_providers: [],
    });

    const { authenticator: own } = await register(p, owner);
    await resetByEmail(p, attacker.email);
    expect((await signInByPasskey(p, own)).body.user_id).toBe(attacker.user_id);
  });

  // Attack: the attacker adds an authenticator app after the proof, so that the account counts as theirs and keeps the linked one. And a thief
  // of the mailbox resets the password to be rid of the app.
  it("keeps its second factor with a reset, and nothing else", async () => {
    const p = await openProject();
    const { attacker, passkey, account } = await preHijacked(p, p);
    const app = authenticator();
    await p.as(attacker).client("PATCH /users/me", { body: { totp_secret_base64: app.secretBase64 } });
    await resetByEmail(p, attacker.email);
    expectError(await signInByPasskey(p, passkey), 400, "PASSKEY_AUTHENTICATION_FAILED");
    expect((await signInWithProvider(p, { email: account }, { provider: "github" })).body.is_new_user).toBe(true);
    const stopped = await signIn(p, attacker.email, ownersPassword);
    expectError(stopped, 400, "MULTI_FACTOR_AUTHENTICATION_REQUIRED");
    const body = { type: "totp", totp: await app.shows(), code: stopped.body.details.attempt_code };
    expect((await p.client("POST /auth/mfa/sign-in", { body })).body.user_id).toBe(attacker.user_id);
  });

  // Evidence: providers-tokens-wait-for-the-second-factor
  // Attack: after the proof, the attacker adds an authenticator app. The victim signs in by a provider and is asked for a factor that they
  // do not have. Meanwhile the provider's account is linked, and the attacker's session is given the tokens of the victim's consent.
  it("400 MULTI_FACTOR_AUTHENTICATION_REQUIRED, and only the factor links the provider's account and stores its tokens", async () => {
    const p = await openProject();
    const { attacker } = await preHijacked(p, p);
    const app = authenticator();
    await p.as(attacker).client("PATCH /users/me", { body: { totp_secret_base64: app.secretBase64 } });
    const linked = async () =>
      (await readUser(p, attacker.user_id)).oauth_providers.map(({ id }: { id: string }) => id);
    const token = (session: { access_token: string }) =>
      p.as(session).client("POST /connected-accounts/{user_id}/{provider_id}/access-token", {
        params: { user_id: "me", provider_id: "google" },
        body: { scope: "" },
      });
    const stopped = await signInWithProvider(p, { email: attacker.email });
    expectError(stopped, 400, "MULTI_FACTOR_AUTHENTICATION_REQUIRED");
    expect(await linked()).toEqual(["github"]);
    expectError(await token(attacker), 400, "OAUTH_CONNECTION_NOT_CONNECTED_TO_USER");
    const body = { type: "totp", totp: await app.shows(), code: stopped.body.details.attempt_code };
    const passed = await p.client("POST /auth/mfa/sign-in", { body });
    expect(passed.body.user_id).toBe(attacker.user_id);
    expect(await linked()).toEqual(["github", "google"]);
    expect((await token(passed.body)).status).toBe(201);
    expect((await auditTypes(p, attacker.user_id)).filter((type) => type === "oauth_account.linked")).toHaveLength(2);
  });

  // Evidence: unproven-addresses-end-with-a-claim
  // Attack: the attacker adds a further address and never verifies it. Once the victim has claimed the account, it stands among theirs, and is
  // one link away from being proven there.
  it.each([
    ["a reset", resetByEmail],
    ["a provider", (p: TestProject, email: string) => signInWithProvider(p, { email })],
  ])("has no address that nobody has proven once the owner has claimed it by %s", async (_, claim) => {
    const p = await openProject();
    const { attacker, second } = await preHijacked(p, p);
    const body = { user_id: "me", type: "email", used_for_auth: false, value: freshAddress() };
    expect((await p.as(attacker).client("POST /contact-channels", { body })).status).toBe(201);
    await claim(p, attacker.email);
    const { body: left } = await p.server("GET /contact-channels", { query: { user_id: attacker.user_id } });
    expect(valuesOf({ body: left })).toEqual([attacker.email, second]);
  });
});

describe(verify, () => {
  // Evidence: planted-factor-ends-with-proof
  // Attack: the attacker signs up with the victim's address, sets up an authenticator app with recovery codes, and leaves. The victim follows the
  // emailed link once. From then on a reset keeps the attacker's app, which every way in asks for: the victim is shut out for good.
  it("200 without a session ends a second factor of before, so that a reset lets the owner of the address in", async () => {
    const p = await openProject({ "auth.securityNotices": true });
    const { attacker, code } = await withFactor(p);
    expect((await p.client(verify, { body: { code } })).status).toBe(200);
    expect(await readUser(p, attacker.user_id)).toMatchObject({
      primary_email_verified: true,
      requires_totp_mfa: false,
    });
    const [left] = await db.batch([db.select().from(recoveryCodes).where(eq(recoveryCodes.userId, attacker.user_id))]);
    expect(left).toEqual([]);
    expect(await auditTypes(p, attacker.user_id)).toContain("totp.disabled");
    const notice = async (atLeast: number) => (await mailbox({ to: attacker.email, atLeast })).at(-1)?.subject;
    expect(await notice(2)).toContain("Two-factor authentication was switched off");
    await resetByEmail(p, attacker.email);
    expect(await notice(4)).toContain("Your address was proven to be yours");
    expect((await signIn(p, attacker.email, ownersPassword)).body.user_id).toBe(attacker.user_id);
    expectSignedIn(await signInWithProvider(p, { email: attacker.email }), attacker.user_id, false);
  });

  // Attack: the same, but before the click the attacker makes an address of their own the primary one, and proves that, too.
  it.each([
    ["nobody has proven", false],
    ["the attacker has proven", true],
  ])("200 ends it also where the address has become a further one, beside one that %s", async (_, isProven) => {
    const p = await openProject({ "auth.securityNotices": true });
    const { attacker, code } = await withFactor(p);
    const body = { user_id: "me", type: "email", used_for_auth: true, is_primary: true, value: freshAddress() };
    const { body: own } = await p.as(attacker).client("POST /contact-channels", { body });
    if (isProven) {
      await p.as(attacker).client(sendOne, { params: paramsOf(own), body: { callback_url: callbackUrl } });
      const proof = codeIn((await mailbox({ to: own.value }))[0]);
      expect((await p.as(attacker).client(verify, { body: { code: proof } })).status).toBe(200);
    }
    expect((await p.client(verify, { body: { code } })).status).toBe(200);
    expect((await readUser(p, attacker.user_id)).requires_totp_mfa).toBe(false);
    const notified = await mailbox({ to: isProven ? own.value : attacker.email, atLeast: 2 });
    expect(notified.at(-1)?.subject).toContain("Two-factor authentication was switched off");
    await resetByEmail(p, attacker.email);
    expect((await signIn(p, attacker.email, ownersPassword)).body.user_id).toBe(attacker.user_id);
  });

  // Attack: the attacker signs up with the victim's address and sets up an app; then the project switches passwords off, and codes lead in.
  it("200 ends it also where there are no passwords, so that a code lets the owner of the address in", async () => {
    const p = await openProject();
    const { attacker, code } = await withFactor(p);
    await p.admin("PATCH /internal/projects/current", { body: { config: { credential_enabled: false } } });
    expect((await p.client(verify, { body: { code } })).status).toBe(200);
    expect((await signInByCode(p, { email: attacker.email })).body.user_id).toBe(attacker.user_id);
  });

  // Attack: a thief of the mailbox wants to be rid of the authenticator app that the user has set up. They follow an old link, or
  // one to a further address.
  it("200 keeps a second factor where the user proves the address, it is proven already, or it came after a proven one", async () => {
    const p = await openProject();
    const { attacker: user, code } = await withFactor(p);
    await p.as(user).client(verify, { body: { code } });
    const value = freshAddress();
    const body = { user_id: "me", type: "email", used_for_auth: true, value };
    const { body: further } = await p.as(user).client("POST /contact-channels", { body });
    await p.as(user).client(sendOne, { params: paramsOf(further), body: { callback_url: callbackUrl } });
    const link = codeIn((await mailbox({ to: value }))[0]);
    expect((await p.client(verify, { body: { code: link } })).status).toBe(200);
    expect((await readUser(p, user.user_id)).requires_totp_mfa).toBe(true);

    const late = await signUp(p);
    const again = { email: late.email, callback_url: callbackUrl };
    await p.as(late).client("POST /contact-channels/send-verification-code", { body: again });
    const second = codeIn((await mailbox({ to: late.email, atLeast: 2 })).at(-1));
    await followLink(p, late.email);
    await p.as(late).client("PATCH /users/me", { body: { totp_secret_base64: authenticator().secretBase64 } });
    expect((await p.client(verify, { body: { code: second } })).status).toBe(200);
    expect((await readUser(p, late.user_id)).requires_totp_mfa).toBe(true);
  });
});

describe("the team of an account that somebody set up with an address", () => {
  const claims: [string, (p: TestProject, email: string) => Promise<unknown>][] = [
    ["a reset before any proof", resetByEmail],
    [
      "a reset after one by the email",
      async (p, email) => {
        await followLink(p, email);
        await resetByEmail(p, email);
      },
    ],
    [
      "a provider",
      async (p, email) => {
        await followLink(p, email);
        await signInWithProvider(p, { email });
      },
    ],
  ];

  // Evidence: planted-invitations-end
  // Attack: the attacker invites an account of theirs into the planted account's team. That account accepts once the victim has
  // claimed the planted one, and administers whatever the victim makes in the team.
  it.each(claims)("has no open invitation of its user once the owner has claimed it by %s", async (_, claim) => {
    const p = await openProject();
    const attacker = await signUp(p);
    const teamId = (await readUser(p, attacker.user_id)).selected_team_id;
    const planted = await invited({ server: p.as(attacker).client }, teamId);
    const byServer = await invited(p, teamId);
    await claim(p, attacker.email);
    expect(await openInvitations(p, teamId)).toEqual([byServer.id]);
    expect((await readUser(p, attacker.user_id)).selected_team_id).toBe(teamId);
    const accepted = p.as(await signUp(p)).client("POST /team-invitations/accept", { body: { code: planted.code } });
    expectError(await accepted, 404, "VERIFICATION_CODE_NOT_FOUND");
  });

  // Evidence: planted-team-is-not-selected
  // Attack: the same, but the attacker's account accepts before the victim comes, whose projects then go into the selected team unseen.
  it.each(claims)(
    "is selected no more if others have joined it, once the owner has claimed it by %s",
    async (_, claim) => {
      const p = await openProject();
      const attacker = await signUp(p);
      const teamId = (await readUser(p, attacker.user_id)).selected_team_id;
      const planted = await invited({ server: p.as(attacker).client }, teamId);
      const accepted = p.as(await signUp(p)).client("POST /team-invitations/accept", { body: { code: planted.code } });
      expect((await accepted).status).toBe(200);
      await claim(p, attacker.email);
      expect((await readUser(p, attacker.user_id)).selected_team_id).toBe(null);
      const { body: teams } = await p.server("GET /teams", { query: { user_id: attacker.user_id } });
      expect(teams.items).toMatchObject([{ id: teamId }]);
    },
  );

  // Attack: the same where users get no team of their own: the attacker's account makes the team and adds the planted one, which selects it.
  it.each(claims)("is selected no more either where it is all that its user has, claimed by %s", async (_, claim) => {
    const p = await openProject({ "teams.createPersonalTeamOnSignUp": false });
    const [attacker, planter] = [await signUp(p), await signUp(p)];
    const { body: team } = await p.server("POST /teams", { body: { display_name: "Team" } });
    for (const { user_id } of [planter, attacker]) {
      const params = { team_id: team.id, user_id };
      expect((await p.server("POST /team-memberships/{team_id}/{user_id}", { params, body: {} })).status).toBe(201);
    }
    await p.as(attacker).client("PATCH /users/me", { body: { selected_team_id: team.id } });
    expect((await readUser(p, attacker.user_id)).selected_team_id).toBe(team.id);
    await claim(p, attacker.email);
    expect((await readUser(p, attacker.user_id)).selected_team_id).toBe(null);
  });
});
