import { generateTOTP } from "@oslojs/otp";
import { describe, it } from "vitest";
import { CALLBACK_URL, codeIn, newAddress, PASSWORD, refreshSession } from "../../../scripts/testing/accounts";
import {
  appInternals,
  type ContactChannel,
  GatehouseClientApp,
  isKnownError,
  KnownErrors,
  type stackAppInternals,
} from "../index";
import { onWrite } from "../requests/refreshed-by";
import { signUp, startProject } from "../testing/project-under-test";

// Our own kit against the real Worker, beside the suites of the official client.

const suite = startProject({
  magicLinkEnabled: true,
  clientUserDeletionEnabled: true,
  allowUserApiKeys: true,
  allowTeamApiKeys: true,
});

const newUser = () => signUp(suite.project.clientApp());
const inOneDay = () => new Date(Date.now() + 86_400_000);
const error = (errorCode: string) => ({ status: "error", error: { errorCode } });

describe("signing in with the kit", () => {
  it("signs up, out, and in again by password, and by the link of an email", async ({ expect }) => {
    const { app, email, user } = await newUser();
    expect(user).toMatchObject({ primaryEmail: email, hasPassword: true, isAnonymous: false });
    expect(Object.isFrozen(user)).toBe(true);
    expect(await user.currentSession.getTokens()).toEqual(await user.getAuthJson());
    await app.signOut();
    expect(await user.getAuthJson()).toEqual({ accessToken: null, refreshToken: null });
    expect(await app.getUser()).toBeNull();
    await expect(app.getUser({ or: "throw" })).rejects.toThrow("User is not signed in but getUser was called");
    expect(await app.signInWithCredential({ email, password: PASSWORD })).toEqual({ status: "ok", data: undefined });
    expect((await app.getUser())?.id).toBe(user.id);

    const elsewhere = suite.project.clientApp();
    const address = newAddress();
    expect((await elsewhere.sendMagicLinkEmail(address, { callbackUrl: CALLBACK_URL })).status).toBe("ok");
    const code = codeIn(await suite.gatehouse.mailbox.waitFor({ to: address }));
    const preview = { status: "ok", data: { recipientEmail: address } };
    expect(await elsewhere.previewMagicLink(code)).toEqual(preview);
    expect((await elsewhere.signInWithMagicLink(code)).status).toBe("ok");
    expect(await elsewhere.getUser()).toMatchObject({ primaryEmail: address, primaryEmailVerified: true });
    expect(await elsewhere.signInWithMagicLink(code)).toMatchObject(error("VERIFICATION_CODE_ALREADY_USED"));
  });

  it("returns the known errors of a method, and throws the others", async ({ expect }) => {
    const { app, email, user } = await newUser();
    const wrong = await app.signInWithCredential({ email, password: "wrong" });
    expect(wrong).toMatchObject(error("EMAIL_PASSWORD_MISMATCH"));
    if (wrong.status !== "error") throw new Error("A wrong password should not sign in.");
    expect(KnownErrors.EmailPasswordMismatch.isInstance(wrong.error)).toBe(true);
    const options = { email, password: PASSWORD, verificationCallbackUrl: CALLBACK_URL };
    expect(await app.signUpWithCredential(options)).toMatchObject(error("USER_EMAIL_ALREADY_EXISTS"));
    const short = { ...options, email: newAddress(), password: "short" };
    expect(await app.signUpWithCredential(short)).toMatchObject(error("PASSWORD_TOO_SHORT"));
    const untrusted = await app.sendMagicLinkEmail(newAddress(), { callbackUrl: "https://evil.example/" });
    expect(untrusted).toMatchObject(error("REDIRECT_URL_NOT_WHITELISTED"));
    for (const ceremony of [app.signInWithPasskey(), user.registerPasskey()]) {
      await expect(ceremony).rejects.toThrow("hostname must be provided");
    }
    await expect(app.signUpWithCredential({ email, password: PASSWORD })).rejects.toThrow(
      "verificationCallbackUrl option is required in a non-browser environment.",
    );
    const refused = app.signUpWithCredential({ ...options, verificationCallbackUrl: "https://evil.example/" });
    await expect(refused).rejects.toSatisfy((thrown) => isKnownError(thrown, "REDIRECT_URL_NOT_WHITELISTED"));
  });

  it("takes an address with spaces, and returns that of none and of another way to sign in as errors", async ({
    expect,
  }) => {
    const app = suite.project.clientApp();
    const email = newAddress();
    const spaced = ` ${email}\n`;
    const callbackUrl = CALLBACK_URL;
    const signUp = (email: string) =>
      app.signUpWithCredential({ email, password: PASSWORD, verificationCallbackUrl: callbackUrl });
    expect((await signUp(spaced)).status).toBe("ok");
    expect((await app.signInWithCredential({ email: spaced, password: PASSWORD })).status).toBe("ok");
    expect((await app.sendForgotPasswordEmail(spaced, { callbackUrl })).status).toBe("ok");
    const reset = codeIn(await suite.gatehouse.mailbox.waitFor({ to: email, subject: /reset/i }));
    expect(await app.sendMagicLinkEmail(spaced, { callbackUrl })).toMatchObject(error("USER_EMAIL_ALREADY_EXISTS"));
    for (const refused of [
      signUp("ada"),
      app.signInWithCredential({ email: "ada", password: PASSWORD }),
      app.sendForgotPasswordEmail("ada", { callbackUrl }),
      app.sendMagicLinkEmail("ada@example", { callbackUrl }),
      app.signInWithMagicLink("ABC123"),
      app.verifyEmail("ABC123"),
      app.resetPassword({ password: PASSWORD, code: "ABC123" }),
    ]) {
      expect(await refused).toMatchObject(error("SCHEMA_ERROR"));
    }
    expect(await app.resetPassword({ password: "short", code: reset })).toMatchObject(error("PASSWORD_TOO_SHORT"));
  });

  it("keeps an anonymous user's id when they sign up", async ({ expect }) => {
    const app = suite.project.clientApp();
    const anonymous = await app.getUser({ or: "anonymous" });
    expect(anonymous.isAnonymous).toBe(true);
    expect(await app.getUser()).toBeNull();
    expect((await app.getUser({ or: "anonymous-if-exists[deprecated]" }))?.id).toBe(anonymous.id);
    await expect(anonymous.sendVerificationEmail()).rejects.toThrow("User does not have a primary email");
    const { user } = await signUp(app);
    expect(user).toMatchObject({ id: anonymous.id, isAnonymous: false });
  });

  it("refreshes an access token that has expired, and ends a session whose refresh token is refused", async ({
    expect,
  }) => {
    const { app, user } = await newUser();
    const session = app[appInternals].session();
    const first = await session.accessToken();
    if (first === null) throw new Error("The session has no access token.");
    session.markAccessTokenExpired(first);
    await user.setDisplayName("Ada");
    const second = await session.accessToken();
    expect(second?.text).not.toBe(first.text);
    expect(second?.claims).toMatchObject({ sub: user.id });
    expect(await app.getConvexHttpClientAuth()).toBe(second?.text);
    expect(await app.getConvexClientAuth()({ forceRefreshToken: true })).not.toBe(second?.text);

    const { refreshToken } = session;
    const elsewhere = new GatehouseClientApp({
      ...suite.project.options,
      tokenStore: { accessToken: null, refreshToken },
    });
    expect((await elsewhere.getUser())?.displayName).toBe("Ada");
    await app.signOut();
    const { owned, keys } = suite.project;
    expect((await refreshSession(suite.gatehouse, { projectId: owned.id, keys }, refreshToken)).status).toBe(401);
    const late = new GatehouseClientApp({ ...suite.project.options, tokenStore: { accessToken: null, refreshToken } });
    expect(await late.getUser()).toBeNull();
  });

  it("resets a forgotten password by email, which ends the sessions", async ({ expect }) => {
    const { app, email } = await newUser();
    expect((await app.sendForgotPasswordEmail(email, { callbackUrl: CALLBACK_URL })).status).toBe("ok");
    const message = await suite.gatehouse.mailbox.waitFor({ to: email, subject: /reset/i });
    const code = codeIn(message);
    expect((await app.verifyPasswordResetCode(code)).status).toBe("ok");
    expect((await app.resetPassword({ password: "another long password", code })).status).toBe("ok");
    expect(await app.resetPassword({ password: "another long password", code })).toMatchObject(
      error("VERIFICATION_CODE_ALREADY_USED"),
    );
    expect((await app.signInWithCredential({ email, password: "another long password" })).status).toBe("ok");
  });
});

describe("a second factor with the kit", () => {
  it("is an authenticator app, or a recovery code that works once", async ({ expect }) => {
    const { email, user } = await newUser();
    const secret = crypto.getRandomValues(new Uint8Array(20));
    await user.update({ totpMultiFactorSecret: secret });
    const [recoveryCode = "", ...others] = await user.createRecoveryCodes();
    const app = suite.project.clientApp();
    const attempt = async () => {
      const stopped: unknown = await app.signInWithCredential({ email, password: PASSWORD }).catch((thrown) => thrown);
      if (!isKnownError(stopped, "MULTI_FACTOR_AUTHENTICATION_REQUIRED")) throw stopped;
      return stopped.details?.attempt_code ?? "";
    };
    const first = await attempt();
    const totp = generateTOTP(secret, 30, 6);
    const wrong = String((Number(totp) + 1) % 1_000_000).padStart(6, "0");
    expect(await app.signInWithMfa(wrong, first)).toMatchObject(error("INVALID_TOTP_CODE"));
    expect((await app.signInWithMfa(generateTOTP(secret, 30, 6), first)).status).toBe("ok");
    expect(await app.getUser()).toMatchObject({ id: user.id, isMultiFactorRequired: true });
    await app.signOut();

    const second = await attempt();
    await expect(app.signInWithRecoveryCode("aaaa", second)).rejects.toMatchObject({ status: 400 });
    expect((await app.signInWithRecoveryCode(recoveryCode, second)).status).toBe("ok");
    expect((await app.getUser())?.id).toBe(user.id);
    expect(await user.countRecoveryCodes()).toBe(others.length);
  });
});

describe("showing again who one is with the kit", () => {
  it("is done by the password, or by the code of an email", async ({ expect }) => {
    const { email, user } = await newUser();
    expect((await user.reauthenticate({ password: "wrong" }))?.errorCode).toBe("PASSWORD_CONFIRMATION_MISMATCH");
    expect(await user.reauthenticate({ password: PASSWORD })).toBeUndefined();
    const { nonce } = await user.sendReauthenticationCode();
    const { text } = await suite.gatehouse.mailbox.waitFor({ to: email, subject: /^Confirm your identity/ });
    const [typed] = /^[0-9A-Z]{6}$/m.exec(text) ?? [];
    expect(await user.reauthenticate({ code: `${typed}${nonce}` })).toBeUndefined();
  });
});

describe("a command line with the kit", () => {
  it("shares the session of a user who confirms its login", async ({ expect }) => {
    const { app, user } = await newUser();
    const { refreshToken } = await user.getAuthJson();
    const confirm = async (url: string) => {
      const body = { login_code: new URL(url).searchParams.get("login_code") ?? "", refresh_token: refreshToken ?? "" };
      await app[appInternals].caller("client").write("POST /auth/cli/complete", { body });
    };
    let confirmed: Promise<void> | undefined;
    const login = await suite.project.clientApp().promptCliLogin({
      appUrl: suite.gatehouse.webUrl,
      waitTimeMillis: 100,
      promptLink: (url) => {
        confirmed = confirm(url);
      },
    });
    await confirmed;
    expect(login).toEqual({ status: "ok", data: refreshToken });
  });
});

describe("the user of a client app", () => {
  it("is changed field by field, and read from the token as far as it is there", async ({ expect }) => {
    const { app, email, user } = await newUser();
    await user.update({ displayName: "Ada", clientMetadata: { aB: [1, null, "é"] } });
    await user.update({ otpAuthEnabled: true, passkeyAuthEnabled: false });
    expect(await app.getUser()).toMatchObject({
      displayName: "Ada",
      clientMetadata: { aB: [1, null, "é"] },
      otpAuthEnabled: true,
      passkeyAuthEnabled: false,
      clientReadOnlyMetadata: null,
    });
    await user.setClientMetadata(null);
    expect((await app.getUser())?.clientMetadata).toBeNull();
    expect(await app.getPartialUser({ from: "token" })).toEqual({
      id: user.id,
      primaryEmail: email,
      displayName: null,
      primaryEmailVerified: false,
      isAnonymous: false,
      isRestricted: false,
      restrictedReason: null,
    });
  });

  it("changes the password, or sets a first one", async ({ expect }) => {
    const { user } = await newUser();
    const newPassword = "another long password";
    const wrong = await user.updatePassword({ oldPassword: "wrong", newPassword });
    expect(wrong?.errorCode).toBe("PASSWORD_CONFIRMATION_MISMATCH");
    const short = await user.updatePassword({ oldPassword: PASSWORD, newPassword: "short" });
    expect(short?.errorCode).toBe("PASSWORD_TOO_SHORT");
    expect(await user.updatePassword({ oldPassword: PASSWORD, newPassword })).toBeUndefined();

    const made = await suite.project.serverApp().createUser({ primaryEmail: newAddress() });
    const tokenStore = await (await made.createSession()).getTokens();
    const withoutPassword = await suite.project.clientApp().getUser({ tokenStore, or: "throw" });
    const refused = await withoutPassword.setPassword({ password: "short" });
    expect(refused).toMatchObject({ errorCode: "PASSWORD_TOO_SHORT", details: { min_length: 8 } });
    expect(await withoutPassword.setPassword({ password: PASSWORD })).toBeUndefined();
  });

  it("sends requests of the website's own, as code for the reference does", async ({ expect }) => {
    const { app } = await newUser();
    const changed: string[] = [];
    onWrite(app.connection, (resources) => void changed.push(...resources));
    const name = "StackAuth--DO-NOT-USE-OR-YOU-WILL-BE-FIRED--StackAppInternals";
    const { sendRequest }: (typeof app)[typeof stackAppInternals] = Reflect.get(app, Symbol.for(name));
    const init = { method: "PATCH", body: JSON.stringify({ display_name: "Zoe" }) };
    const response = await sendRequest("/users/me", init);
    expect([response.status, await response.json()]).toMatchObject([200, { display_name: "Zoe" }]);
    expect(changed).toContain("current-user");
    const unknown = sendRequest(`/teams/${crypto.randomUUID()}`, {});
    await expect(unknown).rejects.toMatchObject({ errorCode: "TEAM_MEMBERSHIP_NOT_FOUND" });
  });

  it("has contact channels, which are verified by email", async ({ expect }) => {
    const { app, user } = await newUser();
    const value = newAddress("second");
    const made = await user.createContactChannel({ value, type: "email", usedForAuth: false });
    expect(made).toMatchObject({ value, isVerified: false, isPrimary: false, usedForAuth: false });
    const untrusted = made.sendVerificationEmail({ callbackUrl: "https://evil.example/" });
    await expect(untrusted).rejects.toMatchObject({ errorCode: "REDIRECT_URL_NOT_WHITELISTED" });
    await made.sendVerificationEmail({ callbackUrl: CALLBACK_URL });
    const code = codeIn(await suite.gatehouse.mailbox.waitFor({ to: value }));
    expect(await app.previewEmailVerification(code)).toEqual({
      status: "ok",
      data: { recipientEmail: value, userDisplayName: null, userSignedUpAt: user.signedUpAt },
    });
    expect((await app.verifyEmail(code)).status).toBe("ok");
    const withoutStore = new GatehouseClientApp({ ...suite.project.options, tokenStore: null });
    expect(await withoutStore.verifyEmail(code)).toMatchObject(error("VERIFICATION_CODE_ALREADY_USED"));
    await made.sendVerificationEmail({ callbackUrl: CALLBACK_URL });
    await made.update({ isPrimary: true, usedForAuth: true });
    const find = (channels: ContactChannel[]) => channels.find(({ id }) => id === made.id);
    expect(find(await user.listContactChannels())).toMatchObject({ isVerified: true, isPrimary: true });
    expect(await app.getUser()).toMatchObject({ primaryEmail: value, primaryEmailVerified: true });
    const self = await app.getUser({ or: "throw" });
    const again = await self.sendVerificationEmail({ callbackUrl: CALLBACK_URL });
    expect(again?.errorCode).toBe("EMAIL_ALREADY_VERIFIED");
    await made.delete();
    expect(find(await user.listContactChannels())).toBeUndefined();
  });

  it("lists its sessions and ends another one", async ({ expect }) => {
    const { email, user } = await newUser();
    const elsewhere = suite.project.clientApp();
    await elsewhere.signInWithCredential({ email, password: PASSWORD });
    const sessions = await user.getActiveSessions();
    expect(sessions).toHaveLength(2);
    const other = sessions.find(({ isCurrentSession }) => !isCurrentSession);
    expect(other).toMatchObject({ userId: user.id, isImpersonation: false, createdAt: expect.any(Date) });
    expect(other).toMatchObject({ lastUsedAt: expect.any(Date), familyId: other?.id });
    await user.revokeSession(other?.id ?? "");
    expect(await user.getActiveSessions()).toMatchObject([{ isCurrentSession: true }]);
  });

  it("switches a kind of email off and on", async ({ expect }) => {
    const { user } = await newUser();
    const fixed = (await user.listNotificationCategories()).find(({ canDisable }) => !canDisable);
    expect(fixed).toMatchObject({ name: "Transactional", enabled: true });
    await expect(fixed?.setEnabled(false)).rejects.toMatchObject({ status: 400 });
    const marketing = async () => (await user.listNotificationCategories()).find(({ canDisable }) => canDisable);
    expect(await marketing()).toMatchObject({ enabled: true });
    await (await marketing())?.setEnabled(false);
    expect(await marketing()).toMatchObject({ enabled: false });
    await (await marketing())?.setEnabled(true);
    expect(await marketing()).toMatchObject({ enabled: true });
  });

  it("has API keys, which are shown once and revoked", async ({ expect }) => {
    const { user } = await newUser();
    const made = await user.createApiKey({ description: "Robot", expiresAt: inOneDay() });
    const server = suite.project.serverApp();
    expect((await server.getUser({ apiKey: made.value }))?.id).toBe(user.id);
    expect(await server.getTeam({ apiKey: made.value })).toBeNull();
    const [listed] = await user.listApiKeys();
    expect(listed).toMatchObject({ id: made.id, value: { lastFour: made.value.slice(-4) }, userId: user.id });
    expect(listed?.isValid()).toBe(true);
    await listed?.update({ description: "Old robot" });
    await listed?.revoke();
    const [revoked] = await user.listApiKeys();
    expect(revoked?.description).toBe("Old robot");
    expect(revoked?.whyInvalid()).toBe("manually-revoked");
    expect(await server.getUser({ apiKey: made.value })).toBeNull();
  });

  it("deletes itself, and the session with it", async ({ expect }) => {
    const { app, email, user } = await newUser();
    await user.delete();
    expect(await app.getUser()).toBeNull();
    expect(await app.signInWithCredential({ email, password: PASSWORD })).toMatchObject(
      error("EMAIL_PASSWORD_MISMATCH"),
    );
  });
});
