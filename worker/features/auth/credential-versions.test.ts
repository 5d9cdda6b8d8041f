import { describe, expect, it } from "vitest";
import { authenticator } from "../../testing/authenticator";
import { emailCode, otpProject, redeemCode } from "../../testing/code-sign-ins";
import { freshAddress, mailbox } from "../../testing/mailbox";
import { callbackUrl, codeIn, password, resetCode, signIn, signUp } from "../../testing/password-sign-ins";
import { project, type TestProject } from "../../testing/project";
import { expectError } from "../../testing/refusals";
import { isAlive } from "../../testing/sign-ins";
import { add, changeOne, deleteOne, paramsOf } from "../users/contact-channels/contact-channels.fixtures";
import { create } from "../users/users/users.fixtures";
import { initiateRegistration, passkeyProject, person } from "./passkey/passkey.fixtures";
import { SoftwareAuthenticator } from "./passkey/software-authenticator.fixtures";

const newPassword = "a new password";
/** bcrypt, cost 8, of "imported password". */
const importedHash = "$2b$08$F3ibciw5GDK91Q.QHvPE0.kML8HlWAeM2WmzpNLbl8tegcEZ9iBhm";
const verifiedSignIn = { primary_email_verified: true, primary_email_auth_enabled: true };

/** Changes the password by the account settings of a signed-in user. */
function changePassword(p: TestProject, tokens: { access_token: string }) {
  const body = { old_password: password, new_password: newPassword };
  return p.as({ access_token: tokens.access_token }).client("POST /auth/password/update", { body });
}

function reset(p: TestProject, code: string, typed = newPassword) {
  return p.client("POST /auth/password/reset", { body: { code, password: typed } });
}

function patchUser(p: TestProject, userId: string, body: object) {
  return p.server("PATCH /users/{user_id}", { params: { user_id: userId }, body });
}

/** A user whose verified address signs in, with a password. */
async function verifiedUser(p: TestProject) {
  const email = freshAddress();
  const { id } = await create(p, { primary_email: email, ...verifiedSignIn, password, otp_auth_enabled: true });
  return { email, id };
}

describe("a sign-in that began with the old password", () => {
  // Attack: with a leaked password, 55 sign-ins are sent at once. When the owner changes the password, some of them are between
  // the check of the password and the storing of the session. Their sessions would outlive the change by a year.
  it("has no session after the password was changed, however many race with the change", async () => {
    const p = await project();
    const owner = await signUp(p);
    const [changed, ...raced] = await Promise.all([
      changePassword(p, owner),
      ...Array.from({ length: 55 }, () => signIn(p, owner.email)),
    ]);
    expect(changed.status).toBe(200);
    const signedIn = raced.filter(({ status }) => status === 200);
    const alive = await Promise.all(signedIn.map(({ body }) => isAlive(p, body)));
    expect(alive).not.toContain(true);
    for (const { status } of raced) expect([200, 400, 401]).toContain(status);
  });

  // Attack: the attacker types the leaked password and waits at the second factor, which is still to be phished. The owner
  // changes the password, and the attacker types the value.
  it("404 VERIFICATION_CODE_NOT_FOUND at the second factor after the password was changed", async () => {
    const p = await project();
    const owner = await signUp(p);
    const app = authenticator();
    await patchUser(p, owner.user_id, { totp_secret_base64: app.secretBase64 });
    const waiting = (await signIn(p, owner.email)).body.details.attempt_code;
    expect((await changePassword(p, owner)).status).toBe(200);
    const body = { type: "totp", totp: await app.shows(), code: waiting };
    expectError(await p.client("POST /auth/mfa/sign-in", { body }), 404, "VERIFICATION_CODE_NOT_FOUND");
  });

  // Attack: the same, with a sign-in that was begun before the second factor was switched on, or replaced.
  it("404 VERIFICATION_CODE_NOT_FOUND at the second factor after that was replaced", async () => {
    const p = await project();
    const owner = await signUp(p);
    const [old, replacement] = [authenticator(), authenticator()];
    await patchUser(p, owner.user_id, { totp_secret_base64: old.secretBase64 });
    const waiting = (await signIn(p, owner.email)).body.details.attempt_code;
    await patchUser(p, owner.user_id, { totp_secret_base64: replacement.secretBase64 });
    const body = { type: "totp", totp: await replacement.shows(), code: waiting };
    expectError(await p.client("POST /auth/mfa/sign-in", { body }), 404, "VERIFICATION_CODE_NOT_FOUND");
  });

  // Attack: the attacker holds a stolen session, begins to register a passkey, and finishes after the owner has removed all.
  it("404 VERIFICATION_CODE_NOT_FOUND for the passkey whose registration was begun before", async () => {
    const p = await passkeyProject();
    const owner = await person(p, { primaryEmail: freshAddress() });
    const { options_json, code } = await initiateRegistration(p, owner);
    await patchUser(p, owner.id, { passkey_auth_enabled: false });
    const credential = await new SoftwareAuthenticator().register(options_json);
    const response = await p.as(owner).client("POST /auth/passkey/register", { body: { credential, code } });
    expectError(response, 404, "VERIFICATION_CODE_NOT_FOUND");
  });
});

describe("the code of a reset email", () => {
  // Evidence: reset-codes-end-with-what-they-reset
  // Attack: the attacker reads the owner's email once, keeps a reset link, and the owner changes the password to be safe.
  it.each([
    ["changed the password by the settings", (p: TestProject, { tokens }: Owner) => changePassword(p, tokens)],
    [
      "was given another one by the server",
      (p: TestProject, { id }: Owner) => patchUser(p, id, { password: "another" }),
    ],
    [
      "set a first password, having had none",
      async (p: TestProject, { id, tokens }: Owner) => {
        await patchUser(p, id, { password: null });
        const { body: later } = await p.server("POST /auth/sessions", { body: { user_id: id } });
        return p.as({ ...tokens, ...later }).client("POST /auth/password/set", { body: { password: newPassword } });
      },
    ],
    [
      "gave the address up and took it again",
      async (p: TestProject, { id }: Owner) => {
        await patchUser(p, id, { primary_email_auth_enabled: false });
        return patchUser(p, id, { primary_email_auth_enabled: true });
      },
    ],
  ])("404 VERIFICATION_CODE_NOT_FOUND once the user %s", async (_, react) => {
    const p = await otpProject();
    const { email, id } = await verifiedUser(p);
    const { access_token } = (await signIn(p, email)).body;
    const code = await resetCode(p, email);
    expect((await react(p, { id, tokens: { access_token } })).status).toBe(200);
    expectError(await reset(p, code), 404, "VERIFICATION_CODE_NOT_FOUND");
  });

  // Attack: of two reset emails the owner uses one; the other lies in the mailbox, or in the attacker's hands.
  it.each([
    ["nobody has proven", signUp],
    ["its user has proven", verifiedUser],
  ])(
    "409 VERIFICATION_CODE_ALREADY_USED once another one to an address that %s was used, also at once",
    async (_, make) => {
      const p = await otpProject();
      const { email } = await make(p);
      const codes = [await resetCode(p, email), await resetCode(p, email), await resetCode(p, email)];
      const responses = await Promise.all(codes.map((code, index) => reset(p, code, `new password ${index}`)));
      const refused = responses.filter(({ status }) => status !== 200);
      expect(refused).toHaveLength(2);
      for (const response of refused) expectError(response, 409, "VERIFICATION_CODE_ALREADY_USED");
      const again = await Promise.all(codes.map((code) => reset(p, code)));
      for (const response of again) expectError(response, 409, "VERIFICATION_CODE_ALREADY_USED");
    },
  );

  it("200 after a sign-in that stored the password's hash anew, which replaces no credential", async () => {
    const p = await project();
    const email = freshAddress();
    await create(p, { primary_email: email, primary_email_auth_enabled: true, password_hash: importedHash });
    const code = await resetCode(p, email);
    expect((await signIn(p, email, "imported password")).status).toBe(200);
    expect((await reset(p, code)).status).toBe(200);
  });
});

interface Owner {
  id: string;
  tokens: { access_token: string };
}

describe("the code of a sign-in email", () => {
  // Evidence: once-user-has-reset-password
  // Attack: somebody read the email with the code, or looked at the screen; the owner resets the password to be safe.
  it("404 VERIFICATION_CODE_NOT_FOUND once the user has reset the password", async () => {
    const p = await otpProject();
    const { email } = await verifiedUser(p);
    const { linked } = await emailCode(p, email);
    expect((await reset(p, await resetCode(p, email))).status).toBe(200);
    expectError(await redeemCode(p, linked), 404, "VERIFICATION_CODE_NOT_FOUND");
  });

  // Attack: the former owner of an address requests a code, and uses it after the address was handed to somebody else.
  it("404 VERIFICATION_CODE_NOT_FOUND once the address is another user's", async () => {
    const p = await otpProject();
    const [former, next] = [await verifiedUser(p), await verifiedUser(p)];
    const { linked } = await emailCode(p, former.email);
    await patchUser(p, former.id, { primary_email: freshAddress() });
    await patchUser(p, next.id, { primary_email: former.email, ...verifiedSignIn });
    expectError(await redeemCode(p, linked), 404, "VERIFICATION_CODE_NOT_FOUND");
  });

  // Attack: a code is requested for a free address that a user is known to get, and used once the user has it.
  it("404 VERIFICATION_CODE_NOT_FOUND once a free address has an account that the email was not for", async () => {
    const p = await otpProject();
    const { email, linked } = await emailCode(p);
    await create(p, { primary_email: email, ...verifiedSignIn });
    expectError(await redeemCode(p, linked), 404, "VERIFICATION_CODE_NOT_FOUND");
  });

  // Evidence: once-another-address-used
  // Attack: of two emails the owner uses one; the other is found by somebody who looks at the mailbox later.
  it("409 VERIFICATION_CODE_ALREADY_USED once another one of the address was used", async () => {
    const p = await otpProject();
    const { email, linked: first } = await emailCode(p);
    const { linked: second } = await emailCode(p, email);
    const { linked: other } = await emailCode(p);
    expect((await redeemCode(p, first)).status).toBe(200);
    expectError(await redeemCode(p, second), 409, "VERIFICATION_CODE_ALREADY_USED");
    expect((await redeemCode(p, other)).status).toBe(200);
  });
});

describe("the code of a verification email", () => {
  const send = "POST /contact-channels/{user_id}/{contact_channel_id}/send-verification-code";

  async function verificationCode(p: TestProject, channel: { id: string; user_id: string; value: string }) {
    await p.server(send, { params: paramsOf(channel), body: { callback_url: callbackUrl } });
    return codeIn((await mailbox({ to: channel.value })).at(-1));
  }

  // Attack: the attacker requests an email that verifies an address, and gives the address up while the email is unread. Once its
  // owner has an account, the attacker takes the address again. The owner's click would then verify it for the attacker, whose
  // tokens would claim the address.
  it("400 plain once the address was given up, and signs another user in", async () => {
    const p = await project();
    const attacker = await create(p);
    const channel = await add(p, attacker.id, { used_for_auth: true });
    const code = await verificationCode(p, channel);
    await p.server(changeOne, { params: paramsOf(channel), body: { used_for_auth: false } });
    await create(p, { primary_email: channel.value, primary_email_auth_enabled: true });
    const response = await p.client("POST /contact-channels/verify", { body: { code } });
    expect([response.status, response.body]).toEqual([
      400,
      "Contact channel not found. Was your contact channel deleted?",
    ]);
  });

  it("400 plain once the channel was deleted and added again", async () => {
    const p = await project();
    const user = await create(p);
    const channel = await add(p, user.id);
    const code = await verificationCode(p, channel);
    await p.server(deleteOne, { params: paramsOf(channel) });
    await add(p, user.id, { value: channel.value });
    const response = await p.client("POST /contact-channels/verify", { body: { code } });
    expect(response.status).toBe(400);
  });
});

describe("an anonymous user", () => {
  // Attack: the holder of a leaked anonymous token signs up in the same moment as the user. If both sign-ups took place, the
  // second would take the account of the first.
  it("401 for all but one of 10 sign-ups at once", async () => {
    const p = await project();
    const { body: tokens } = await p.client("POST /auth/anonymous/sign-up");
    const emails = Array.from({ length: 10 }, freshAddress);
    const responses = await Promise.all(
      emails.map((email) => {
        const body = { email, password, verification_callback_url: callbackUrl };
        return p.as(tokens).client("POST /auth/password/sign-up", { body });
      }),
    );
    const refused = responses.filter(({ status }) => status !== 200);
    expect(refused).toHaveLength(9);
    // Some find the user known already as they authenticate.
    const codes = ["ACCESS_TOKEN_EXPIRED", "REFRESH_TOKEN_NOT_FOUND_OR_EXPIRED"];
    for (const { status, body } of refused) expect([status, codes.includes(body.code)]).toEqual([401, true]);
    const winner = responses.findIndex(({ status }) => status === 200);
    const signIns = await Promise.all(emails.map((email) => signIn(p, email)));
    expect(signIns.flatMap(({ status }, index) => (status === 200 ? [index] : []))).toEqual([winner]);
  });
});
