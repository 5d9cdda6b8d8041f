import { describe, it } from "vitest";
import { CALLBACK_URL, codeIn, newAddress, PASSWORD, refreshSession } from "../../../scripts/testing/accounts";
import { appInternals, type ContactChannel, GatehouseClientApp, isKnownError, KnownErrors } from "../index";
import { signUp, startProject } from "../testing/project-under-test";

// Our own kit against the real Worker, beside the suites of the official client.

const suite = startProject({
  magicLinkEnabled: true,
  clientTeamCreationEnabled: true,
  clientUserDeletionEnabled: true,
  allowUserApiKeys: true,
  allowTeamApiKeys: true,
});

const newUser = () => signUp(suite.project.clientApp());
const idsOf = (items: readonly { readonly id: string }[]) => items.map(({ id }) => id);
const inOneDay = () => new Date(Date.now() + 86_400_000);
const error = (errorCode: string) => ({ status: "error", error: { errorCode } });

describe("signing in with the kit", () => {
  it("signs up, out, and in again by password, and by the link of an email", async ({ expect }) => {
    const { app, email, user } = await newUser();
    expect(user).toMatchObject({ primaryEmail: email, hasPassword: true, isAnonymous: false });
    await app.signOut();
    expect(await app.getUser()).toBeNull();
    expect(await app.signInWithCredential({ email, password: PASSWORD })).toEqual({ status: "ok", data: undefined });
    expect((await app.getUser())?.id).toBe(user.id);

    const elsewhere = suite.project.clientApp();
    const address = newAddress();
    expect((await elsewhere.sendMagicLinkEmail(address, { callbackUrl: CALLBACK_URL })).status).toBe("ok");
    const code = codeIn(await suite.gatehouse.mailbox.waitFor({ to: address }));
    expect((await elsewhere.signInWithMagicLink(code)).status).toBe("ok");
    expect(await elsewhere.getUser()).toMatchObject({ primaryEmail: address, primaryEmailVerified: true });
    expect(await elsewhere.signInWithMagicLink(code)).toMatchObject(error("VERIFICATION_CODE_ALREADY_USED"));
  });

  it("returns the known errors of a method, and throws the others", async ({ expect }) => {
    const { app, email } = await newUser();
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
    const disabled = app.signInWithPasskey();
    await expect(disabled).rejects.toThrow("hostname must be provided");
    const refused = app.signUpWithCredential({ ...options, verificationCallbackUrl: "https://evil.example/" });
    await expect(refused).rejects.toSatisfy((thrown) => isKnownError(thrown, "REDIRECT_URL_NOT_WHITELISTED"));
  });

  it("keeps an anonymous user's id when they sign up", async ({ expect }) => {
    const app = suite.project.clientApp();
    const anonymous = await app.getUser({ or: "anonymous" });
    expect(anonymous.isAnonymous).toBe(true);
    expect(await app.getUser()).toBeNull();
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
  it("is changed field by field, and the partial user follows", async ({ expect }) => {
    const { app, user } = await newUser();
    await user.update({ displayName: "Ada", clientMetadata: { list: [1, null, "é"] }, otpAuthEnabled: true });
    expect(await app.getUser()).toMatchObject({
      displayName: "Ada",
      clientMetadata: { list: [1, null, "é"] },
      otpAuthEnabled: true,
      clientReadOnlyMetadata: null,
    });
    expect(await app.getPartialUser({ from: "token" })).toMatchObject({ id: user.id });
    const wrong = await user.updatePassword({ oldPassword: "wrong", newPassword: "another long password" });
    expect(wrong?.errorCode).toBe("PASSWORD_CONFIRMATION_MISMATCH");
    expect(await user.updatePassword({ oldPassword: PASSWORD, newPassword: "another long password" })).toBeUndefined();
  });

  it("has contact channels, which are verified by email", async ({ expect }) => {
    const { app, user } = await newUser();
    const value = newAddress("second");
    const made = await user.createContactChannel({ value, type: "email", usedForAuth: false });
    expect(made).toMatchObject({ value, isVerified: false, isPrimary: false, usedForAuth: false });
    await made.sendVerificationEmail({ callbackUrl: CALLBACK_URL });
    const code = codeIn(await suite.gatehouse.mailbox.waitFor({ to: value }));
    expect((await app.verifyEmail(code)).status).toBe("ok");
    await made.update({ isPrimary: true, usedForAuth: true });
    const find = (channels: ContactChannel[]) => channels.find(({ id }) => id === made.id);
    expect(find(await user.listContactChannels())).toMatchObject({ isVerified: true, isPrimary: true });
    expect(await app.getUser()).toMatchObject({ primaryEmail: value, primaryEmailVerified: true });
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
    await user.revokeSession(other?.id ?? "");
    expect(await user.getActiveSessions()).toMatchObject([{ isCurrentSession: true }]);
  });

  it("switches a kind of email off and on", async ({ expect }) => {
    const { user } = await newUser();
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

describe("teams with the kit", () => {
  it("are made, changed, joined by invitation, and left", async ({ expect }) => {
    const host = await newUser();
    const team = await host.user.createTeam({ displayName: "Engines" });
    expect((await host.app.getUser())?.selectedTeam?.id).toBe(team.id);
    await team.update({ displayName: "Analytical Engines", clientMetadata: { floor: 2 } });
    expect(await host.user.getTeam(team.id)).toMatchObject({
      displayName: "Analytical Engines",
      clientMetadata: { floor: 2 },
    });

    const email = newAddress("guest");
    await team.inviteUser({ email, callbackUrl: CALLBACK_URL });
    expect(await team.listInvitations()).toMatchObject([{ recipientEmail: email, expiresAt: expect.any(Date) }]);
    const code = codeIn(await suite.gatehouse.mailbox.waitFor({ to: email }));
    const guest = await newUser();
    expect((await guest.app.verifyTeamInvitationCode(code)).status).toBe("ok");
    expect(await guest.app.getTeamInvitationDetails(code)).toEqual({
      status: "ok",
      data: { teamDisplayName: "Analytical Engines" },
    });
    expect((await guest.app.acceptTeamInvitation(code)).status).toBe("ok");
    expect(await guest.app.acceptTeamInvitation(code)).toMatchObject(error("VERIFICATION_CODE_ALREADY_USED"));
    expect(idsOf(await team.listUsers())).toEqual([host.user.id, guest.user.id]);

    await (await guest.user.getTeamProfile(team)).update({ displayName: "Countess" });
    expect((await team.listUsers())[1]?.teamProfile.displayName).toBe("Countess");
    const theirs = await guest.user.getTeam(team.id);
    await expect(theirs?.update({ displayName: "Mine" })).rejects.toMatchObject({
      errorCode: "TEAM_PERMISSION_REQUIRED",
    });
    await guest.user.leaveTeam(team);
    expect(await guest.user.getTeam(team.id)).toBeNull();
    await team.delete();
    expect(idsOf(await host.user.listTeams())).not.toContain(team.id);
  });

  it("revoke an invitation, whose code then is unknown", async ({ expect }) => {
    const host = await newUser();
    const team = await host.user.createTeam({ displayName: "Engines" });
    const email = newAddress("guest");
    await team.inviteUser({ email, callbackUrl: CALLBACK_URL });
    const code = codeIn(await suite.gatehouse.mailbox.waitFor({ to: email }));
    await (await team.listInvitations())[0]?.revoke();
    expect(await (await newUser()).app.acceptTeamInvitation(code)).toMatchObject(error("VERIFICATION_CODE_NOT_FOUND"));
  });

  it("have API keys of their own", async ({ expect }) => {
    const { user } = await newUser();
    const team = await user.createTeam({ displayName: "Engines" });
    const made = await team.createApiKey({ description: "Robot", expiresAt: null });
    expect(made).toMatchObject({ type: "team", teamId: team.id, userId: undefined });
    expect((await suite.project.serverApp().getTeam({ apiKey: made.value }))?.id).toBe(team.id);
    const [listed] = await team.listApiKeys();
    await listed?.revoke();
    expect((await team.listApiKeys())[0]?.isValid()).toBe(false);
  });
});
