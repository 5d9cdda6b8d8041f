import { describe, it } from "vitest";
import {
  asTokenStore,
  CALLBACK_URL,
  codeIn,
  newAddress,
  PASSWORD,
  refreshSession,
} from "../../../scripts/testing/accounts";
import { newProject, signUp, startProject } from "../../../scripts/testing/official-client";

const suite = startProject();

/** The status of a refresh. */
async function refresh(refreshToken: string | null, of = suite.project): Promise<number> {
  return (await refreshSession(suite.gatehouse, of, refreshToken)).status;
}

describe("the user of the official client app", () => {
  it("200: changes its user's name and metadata, and reads the changes back", async ({ expect }) => {
    const app = suite.project.clientApp();
    await signUp(app, newAddress());
    const user = await app.getUser({ or: "throw" });
    await user.update({ displayName: "Ada", clientMetadata: { theme: "dark", list: [1, null, "é"] } });
    expect(await app.getUser()).toMatchObject({
      displayName: "Ada",
      clientMetadata: { theme: "dark", list: [1, null, "é"] },
    });
    await user.setDisplayName("Ada Lovelace");
    await user.setClientMetadata({ theme: "light" });
    const changed = await app.getUser({ or: "throw" });
    expect(changed).toMatchObject({ displayName: "Ada Lovelace", clientMetadata: { theme: "light" } });
    expect(changed.toClientJson()).toMatchObject({ id: user.id, display_name: "Ada Lovelace" });
  });

  it("200: verifies an address with the code of the email that sign-up sends", async ({ expect }) => {
    const email = newAddress();
    const app = suite.project.clientApp();
    await signUp(app, email);
    const message = await suite.gatehouse.mailbox.waitFor({ to: email });
    expect(message.subject).toBe("Verify your email at Under test");
    expect(message.text).toContain(`${CALLBACK_URL}?code=`);
    expect(await app.verifyEmail(codeIn(message))).toMatchObject({ status: "ok" });
    expect(await app.getUser()).toMatchObject({ primaryEmailVerified: true });

    expect(await app.verifyEmail(codeIn(message))).toMatchObject({
      status: "error",
      error: { errorCode: "VERIFICATION_CODE_ALREADY_USED" },
    });
    expect(await app.verifyEmail("0".repeat(45))).toMatchObject({
      status: "error",
      error: { errorCode: "VERIFICATION_CODE_NOT_FOUND" },
    });
  });

  it("200: sends the verification email of the primary address again, until it is verified", async ({ expect }) => {
    const email = newAddress();
    const app = suite.project.clientApp();
    await signUp(app, email);
    await suite.gatehouse.mailbox.waitFor({ to: email });
    // Outside a browser it needs the address of the link, which its type leaves optional.
    const user: { sendVerificationEmail(options: { callbackUrl: string }): Promise<unknown> } = await app.getUser({
      or: "throw",
    });
    expect(await user.sendVerificationEmail({ callbackUrl: CALLBACK_URL })).toBeUndefined();
    await app.verifyEmail(codeIn(await suite.gatehouse.mailbox.waitFor({ to: email })));
    expect(await user.sendVerificationEmail({ callbackUrl: CALLBACK_URL })).toMatchObject({
      errorCode: "EMAIL_ALREADY_VERIFIED",
    });
  });

  it("200: resets a forgotten password with the code of the email, and ends every session", async ({ expect }) => {
    const email = newAddress();
    const app = suite.project.clientApp();
    await signUp(app, email);
    const { refreshToken } = await (await app.getUser({ or: "throw" })).currentSession.getTokens();

    const signedOut = suite.project.clientApp();
    expect(await signedOut.sendForgotPasswordEmail(email, { callbackUrl: CALLBACK_URL })).toMatchObject({
      status: "ok",
    });
    const code = codeIn(
      await suite.gatehouse.mailbox.waitFor({ to: email, subject: /^Reset your password at Under test$/ }),
    );
    expect(await signedOut.verifyPasswordResetCode(code)).toMatchObject({ status: "ok" });
    expect(await signedOut.resetPassword({ code, password: "a new password" })).toMatchObject({ status: "ok" });
    expect(await signedOut.resetPassword({ code, password: "and another" })).toMatchObject({
      status: "error",
      error: { errorCode: "VERIFICATION_CODE_ALREADY_USED" },
    });

    expect(await refresh(refreshToken)).toBe(401);
    expect(await signedOut.signInWithCredential({ email, password: PASSWORD })).toMatchObject({ status: "error" });
    expect(await signedOut.signInWithCredential({ email, password: "a new password" })).toMatchObject({ status: "ok" });
  });

  it("200: a password reset for an unknown address responds the same, and sends no email", async ({ expect }) => {
    // The attack: find out who has an account from the response.
    const [known, unknown] = [newAddress(), newAddress("unknown")];
    await signUp(suite.project.clientApp(), known);
    const app = suite.project.clientApp();
    const results = [unknown, known].map((email) => app.sendForgotPasswordEmail(email, { callbackUrl: CALLBACK_URL }));
    const [unknownResult, knownResult] = await Promise.all(results);
    expect(unknownResult).toEqual(knownResult);
    await suite.gatehouse.mailbox.waitFor({ to: known, subject: /^Reset/ });
    expect(suite.gatehouse.mailbox.emails(unknown)).toEqual([]);
  });

  it("200: changes a password, keeps this session and ends the others", async ({ expect }) => {
    const email = newAddress();
    const app = suite.project.clientApp();
    await signUp(app, email);
    const elsewhere = suite.project.clientApp();
    await elsewhere.signInWithCredential({ email, password: PASSWORD });
    const other = await (await elsewhere.getUser({ or: "throw" })).currentSession.getTokens();

    const user = await app.getUser({ or: "throw" });
    expect(await user.updatePassword({ oldPassword: "not the password", newPassword: "a new password" })).toMatchObject(
      {
        errorCode: "PASSWORD_CONFIRMATION_MISMATCH",
      },
    );
    expect(await user.updatePassword({ oldPassword: PASSWORD, newPassword: "a new password" })).toBeUndefined();
    expect(await refresh(other.refreshToken)).toBe(401);
    expect(await refresh((await user.currentSession.getTokens()).refreshToken)).toBe(200);
    expect(await elsewhere.signInWithCredential({ email, password: "a new password" })).toMatchObject({ status: "ok" });
  });

  it("200: a user without a password sets a first one", async ({ expect }) => {
    const email = newAddress();
    const created = await suite.project.serverApp().createUser({ primaryEmail: email, primaryEmailAuthEnabled: true });
    const tokens = await (await created.createSession({})).getTokens();
    const app = suite.project.clientApp();
    const user = await app.getUser({ or: "throw", tokenStore: asTokenStore(tokens) });
    expect(user.hasPassword).toBe(false);
    expect(await user.setPassword({ password: PASSWORD })).toBeUndefined();
    expect(await app.signInWithCredential({ email, password: PASSWORD })).toMatchObject({ status: "ok" });
  });

  it("200: lists its sessions, newest first, and ends one of them", async ({ expect }) => {
    const email = newAddress();
    const elsewhere = suite.project.clientApp();
    await signUp(elsewhere, email);
    const other = await (await elsewhere.getUser({ or: "throw" })).currentSession.getTokens();
    const app = suite.project.clientApp();
    await app.signInWithCredential({ email, password: PASSWORD });
    const user = await app.getUser({ or: "throw" });

    const sessions = await user.getActiveSessions();
    expect(sessions).toMatchObject([
      { userId: user.id, isCurrentSession: true, isImpersonation: false },
      { userId: user.id, isCurrentSession: false, isImpersonation: false },
    ]);
    await user.revokeSession(sessions[1]?.id ?? "");
    expect(await user.getActiveSessions()).toMatchObject([{ isCurrentSession: true }]);
    expect(await refresh(other.refreshToken)).toBe(401);
    await expect(user.revokeSession(sessions[0]?.id ?? "")).rejects.toMatchObject({
      errorCode: "CANNOT_DELETE_CURRENT_SESSION",
    });
  });

  it("200: signs out, and the session is gone", async ({ expect }) => {
    const app = suite.project.clientApp();
    await signUp(app, newAddress());
    const user = await app.getUser({ or: "throw" });
    const { refreshToken } = await user.currentSession.getTokens();
    expect(await refresh(refreshToken)).toBe(200);
    await user.signOut();
    expect(await app.getUser()).toBeNull();
    const refused = await refreshSession(suite.gatehouse, suite.project, refreshToken);
    expect(refused.status).toBe(401);
    expect(await refused.json()).toMatchObject({ code: "REFRESH_TOKEN_NOT_FOUND_OR_EXPIRED" });
  });

  it("200: adds, changes, verifies and deletes a contact channel", async ({ expect }) => {
    const [email, second] = [newAddress(), newAddress("second")];
    const app = suite.project.clientApp();
    await signUp(app, email);
    const user = await app.getUser({ or: "throw" });
    const created = await user.createContactChannel({ value: second, type: "email", usedForAuth: false });
    expect(created).toMatchObject({ value: second, isPrimary: false, isVerified: false, usedForAuth: false });

    await created.sendVerificationEmail({ callbackUrl: CALLBACK_URL });
    expect(await app.verifyEmail(codeIn(await suite.gatehouse.mailbox.waitFor({ to: second })))).toMatchObject({
      status: "ok",
    });
    const secondChannel = () =>
      user.listContactChannels().then((channels) => channels.find(({ value }) => value === second));
    expect(await secondChannel()).toMatchObject({ isVerified: true });

    await created.update({ usedForAuth: true });
    expect(await secondChannel()).toMatchObject({ usedForAuth: true });
    expect(await suite.project.clientApp().signInWithCredential({ email: second, password: PASSWORD })).toMatchObject({
      status: "ok",
    });
    await created.delete();
    expect(await user.listContactChannels()).toMatchObject([{ value: email, isPrimary: true, usedForAuth: true }]);
  });

  it("200: a user deletes the account where the project allows it, 400 where it does not", async ({ expect }) => {
    const open = await newProject(suite.gatehouse, { clientUserDeletionEnabled: true });
    const app = open.clientApp();
    await signUp(app, newAddress());
    const user = await app.getUser({ or: "throw" });
    const { refreshToken } = await user.currentSession.getTokens();
    expect(await refresh(refreshToken, open)).toBe(200);
    await user.delete();
    expect(await app.getUser()).toBeNull();
    expect(await open.serverApp().getUser(user.id)).toBeNull();
    expect(await refresh(refreshToken, open)).toBe(401);

    const refused = suite.project.clientApp();
    await signUp(refused, newAddress());
    await expect((await refused.getUser({ or: "throw" })).delete()).rejects.toThrow(
      "Client user deletion is not enabled for this project",
    );
    expect(await refused.getUser()).not.toBeNull();
  });
});
