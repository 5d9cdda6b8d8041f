import { getConvexProvidersConfig, StackClientApp } from "@stackframe/js";
import { createRemoteJWKSet, jwtVerify } from "jose";
import { afterAll, beforeAll, describe, it } from "vitest";
import {
  CALLBACK_URL,
  codeIn,
  newAddress,
  newProject,
  PASSWORD,
  type ProjectUnderTest,
  signUp,
} from "../../scripts/testing/official-client";
import { type Gatehouse, startGatehouse } from "../../scripts/testing/start-gatehouse";

let gatehouse: Gatehouse;
let project: ProjectUnderTest;

beforeAll(async () => {
  gatehouse = await startGatehouse();
  project = await newProject(gatehouse);
});
afterAll(() => gatehouse.stop());

/** Asks for a new access token, as a website does whose user comes back. */
function refresh(refreshToken: string | null, { projectId, keys } = project): Promise<Response> {
  return fetch(`${gatehouse.apiUrl}/api/v1/auth/sessions/current/refresh`, {
    method: "POST",
    headers: {
      "x-stack-access-type": "client",
      "x-stack-project-id": projectId,
      "x-stack-publishable-client-key": keys.publishableClientKey,
      "x-stack-refresh-token": refreshToken ?? "",
    },
  });
}

describe("the official client app", () => {
  it("200: reads its project, and knows its own id and pages", async ({ expect }) => {
    const app = project.clientApp();
    expect(app.projectId).toBe(project.projectId);
    expect(app.urls.signIn).toBe("/handler/sign-in");
    const read = await app.getProject();
    expect(read).toMatchObject({ id: project.projectId, displayName: "Under test" });
    expect(read.config).toEqual({
      signUpEnabled: true,
      credentialEnabled: true,
      magicLinkEnabled: false,
      passkeyEnabled: false,
      clientTeamCreationEnabled: false,
      clientUserDeletionEnabled: false,
      allowTeamApiKeys: false,
      allowUserApiKeys: false,
      oauthProviders: [],
    });
  });

  it("401 INVALID_PUBLISHABLE_CLIENT_KEY: throws when its key is not one of the project", async ({ expect }) => {
    const app = new StackClientApp({
      baseUrl: gatehouse.apiUrl,
      projectId: project.projectId,
      publishableClientKey: "pck_0000000000000000000000000000000000000000000",
      tokenStore: "memory",
    });
    await expect(app.getProject()).rejects.toMatchObject({ errorCode: "INVALID_PUBLISHABLE_CLIENT_KEY" });
  });

  it("200: signs a newcomer up and in, who then reads back", async ({ expect }) => {
    const email = newAddress();
    const app = project.clientApp();
    expect(await app.getUser()).toBeNull();
    expect(
      await app.signUpWithCredential({ email, password: PASSWORD, verificationCallbackUrl: CALLBACK_URL }),
    ).toMatchObject({ status: "ok" });
    expect(await app.getUser()).toMatchObject({
      primaryEmail: email,
      primaryEmailVerified: false,
      displayName: null,
      hasPassword: true,
      isAnonymous: false,
      isMultiFactorRequired: false,
      otpAuthEnabled: false,
      passkeyAuthEnabled: false,
      selectedTeam: null,
    });

    const elsewhere = project.clientApp();
    expect(await elsewhere.signInWithCredential({ email, password: PASSWORD })).toMatchObject({ status: "ok" });
    expect((await elsewhere.getUser({ or: "throw" })).id).toBe((await app.getUser({ or: "throw" })).id);
  });

  it("200: an address signs in however it is capitalised", async ({ expect }) => {
    const email = newAddress("Ada");
    await signUp(project.clientApp(), email);
    const app = project.clientApp();
    expect(await app.signInWithCredential({ email: email.toUpperCase(), password: PASSWORD })).toMatchObject({
      status: "ok",
    });
    expect(await app.getUser()).toMatchObject({ primaryEmail: email.toLowerCase() });
  });

  it("400 EMAIL_PASSWORD_MISMATCH: the same for a wrong password and for an unknown address", async ({ expect }) => {
    // The attack: learn who has an account from how sign-in fails.
    const email = newAddress();
    await signUp(project.clientApp(), email);
    const app = project.clientApp();
    for (const attempt of [
      { email, password: "not the password" },
      { email: newAddress("nobody"), password: PASSWORD },
    ]) {
      expect(await app.signInWithCredential(attempt)).toMatchObject({
        status: "error",
        error: { errorCode: "EMAIL_PASSWORD_MISMATCH", message: "Wrong e-mail or password." },
      });
    }
    expect(await app.getUser()).toBeNull();
  });

  it("409 USER_EMAIL_ALREADY_EXISTS: no second account for an address, and nobody is signed in", async ({ expect }) => {
    const email = newAddress();
    await signUp(project.clientApp(), email);
    const app = project.clientApp();
    expect(
      await app.signUpWithCredential({ email, password: "another password", verificationCallbackUrl: CALLBACK_URL }),
    ).toMatchObject({ status: "error", error: { errorCode: "USER_EMAIL_ALREADY_EXISTS" } });
    expect(await app.getUser()).toBeNull();
  });

  it("400 REDIRECT_URL_NOT_WHITELISTED: no mail leads to a site that the project does not trust", async ({
    expect,
  }) => {
    // The attack: have our mail carry a code to somebody else's site.
    const email = newAddress();
    const verificationCallbackUrl = "https://evil.example/callback";
    await expect(
      project.clientApp().signUpWithCredential({ email, password: PASSWORD, verificationCallbackUrl }),
    ).rejects.toMatchObject({ errorCode: "REDIRECT_URL_NOT_WHITELISTED" });
    expect(gatehouse.mailbox.mails(email)).toEqual([]);
  });

  it("200: changes its user's name and metadata, and reads the changes back", async ({ expect }) => {
    const app = project.clientApp();
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

  it("200: an access token verifies with jose against the project's key set, and names its user", async ({
    expect,
  }) => {
    const email = newAddress();
    const app = project.clientApp();
    await signUp(app, email);
    const user = await app.getUser({ or: "throw" });
    const { accessToken, refreshToken } = await user.currentSession.getTokens();
    const issuer = `${gatehouse.apiUrl}/api/v1/projects/${project.projectId}`;
    const keys = createRemoteJWKSet(new URL(`${issuer}/.well-known/jwks.json`));
    const { payload } = await jwtVerify(accessToken ?? "", keys, {
      algorithms: ["ES256"],
      issuer,
      audience: project.projectId,
    });
    expect(payload).toMatchObject({
      sub: user.id,
      project_id: project.projectId,
      branch_id: "main",
      role: "authenticated",
      name: null,
      email,
      email_verified: false,
      selected_team_id: null,
      is_anonymous: false,
    });
    expect(await user.getAuthJson()).toEqual({ accessToken, refreshToken });
    expect(JSON.parse((await user.getAuthHeaders())["x-stack-auth"])).toEqual({ accessToken, refreshToken });
  });

  it("200: a backend knows the user from the header that the website sends", async ({ expect }) => {
    const app = project.clientApp();
    await signUp(app, newAddress());
    const user = await app.getUser({ or: "throw" });
    const request = new Request("https://backend.example", { headers: await user.getAuthHeaders() });
    expect(await project.serverApp().getUser({ tokenStore: request })).toMatchObject({ id: user.id });
    expect(await project.clientApp().getUser({ tokenStore: await tokensOf(app) })).toMatchObject({ id: user.id });
  });

  it("200: tells from the token alone who is signed in, also to a Convex backend", async ({ expect }) => {
    const email = newAddress();
    const app = project.clientApp();
    await signUp(app, email);
    const { id } = await app.getUser({ or: "throw" });
    expect(await app.getPartialUser({ from: "token" })).toEqual({
      id,
      primaryEmail: email,
      primaryEmailVerified: false,
      displayName: null,
      isAnonymous: false,
    });

    const tokenStore = await tokensOf(app);
    const accessToken = await app.getConvexHttpClientAuth({ tokenStore });
    expect(await app.getConvexClientAuth({ tokenStore })({ forceRefreshToken: false })).toBe(accessToken);
    const [provider] = getConvexProvidersConfig({ projectId: project.projectId });
    const keySetPath = new URL(provider?.jwks ?? "").pathname + new URL(provider?.jwks ?? "").search;
    const keys = createRemoteJWKSet(new URL(keySetPath, gatehouse.apiUrl));
    expect((await jwtVerify(accessToken, keys)).payload.sub).toBe(id);
  });

  it("200: verifies an address with the code of the mail that sign-up sends", async ({ expect }) => {
    const email = newAddress();
    const app = project.clientApp();
    await signUp(app, email);
    const mail = await gatehouse.mailbox.waitFor({ to: email });
    expect(mail.subject).toBe("Verify your email at Under test");
    expect(mail.text).toContain(`${CALLBACK_URL}?code=`);
    expect(await app.verifyEmail(codeIn(mail))).toMatchObject({ status: "ok" });
    expect(await app.getUser()).toMatchObject({ primaryEmailVerified: true });

    expect(await app.verifyEmail(codeIn(mail))).toMatchObject({
      status: "error",
      error: { errorCode: "VERIFICATION_CODE_ALREADY_USED" },
    });
    expect(await app.verifyEmail("0".repeat(45))).toMatchObject({
      status: "error",
      error: { errorCode: "VERIFICATION_CODE_NOT_FOUND" },
    });
  });

  it("200: sends the verification mail of the primary address again, until it is verified", async ({ expect }) => {
    const email = newAddress();
    const app = project.clientApp();
    await signUp(app, email);
    await gatehouse.mailbox.waitFor({ to: email });
    // Outside a browser it must be told where the link leads, which its type forgets.
    const user: { sendVerificationEmail(options: { callbackUrl: string }): Promise<unknown> } = await app.getUser({
      or: "throw",
    });
    expect(await user.sendVerificationEmail({ callbackUrl: CALLBACK_URL })).toBeUndefined();
    await app.verifyEmail(codeIn(await gatehouse.mailbox.waitFor({ to: email })));
    expect(await user.sendVerificationEmail({ callbackUrl: CALLBACK_URL })).toMatchObject({
      errorCode: "EMAIL_ALREADY_VERIFIED",
    });
  });

  it("200: resets a forgotten password with the code of the mail, and ends every session", async ({ expect }) => {
    const email = newAddress();
    const app = project.clientApp();
    await signUp(app, email);
    const { refreshToken } = await (await app.getUser({ or: "throw" })).currentSession.getTokens();

    const stranger = project.clientApp();
    expect(await stranger.sendForgotPasswordEmail(email, { callbackUrl: CALLBACK_URL })).toMatchObject({
      status: "ok",
    });
    const code = codeIn(await gatehouse.mailbox.waitFor({ to: email, subject: /^Reset your password at Under test$/ }));
    expect(await stranger.verifyPasswordResetCode(code)).toMatchObject({ status: "ok" });
    expect(await stranger.resetPassword({ code, password: "a new password" })).toMatchObject({ status: "ok" });
    expect(await stranger.resetPassword({ code, password: "and another" })).toMatchObject({
      status: "error",
      error: { errorCode: "VERIFICATION_CODE_ALREADY_USED" },
    });

    expect((await refresh(refreshToken)).status).toBe(401);
    expect(await stranger.signInWithCredential({ email, password: PASSWORD })).toMatchObject({ status: "error" });
    expect(await stranger.signInWithCredential({ email, password: "a new password" })).toMatchObject({ status: "ok" });
  });

  it("200: asking to reset the password of an unknown address answers the same, and sends no mail", async ({
    expect,
  }) => {
    // The attack: learn who has an account from how the request is answered.
    const [known, unknown] = [newAddress(), newAddress("nobody")];
    await signUp(project.clientApp(), known);
    const app = project.clientApp();
    const answers = [unknown, known].map((email) => app.sendForgotPasswordEmail(email, { callbackUrl: CALLBACK_URL }));
    const [unknownAnswer, knownAnswer] = await Promise.all(answers);
    expect(unknownAnswer).toEqual(knownAnswer);
    await gatehouse.mailbox.waitFor({ to: known, subject: /^Reset/ });
    expect(gatehouse.mailbox.mails(unknown)).toEqual([]);
  });

  it("200: changes a password, keeps this session and ends the others", async ({ expect }) => {
    const email = newAddress();
    const app = project.clientApp();
    await signUp(app, email);
    const elsewhere = project.clientApp();
    await elsewhere.signInWithCredential({ email, password: PASSWORD });
    const other = await (await elsewhere.getUser({ or: "throw" })).currentSession.getTokens();

    const user = await app.getUser({ or: "throw" });
    expect(await user.updatePassword({ oldPassword: "not the password", newPassword: "a new password" })).toMatchObject(
      {
        errorCode: "PASSWORD_CONFIRMATION_MISMATCH",
      },
    );
    expect(await user.updatePassword({ oldPassword: PASSWORD, newPassword: "a new password" })).toBeUndefined();
    expect((await refresh(other.refreshToken)).status).toBe(401);
    expect((await refresh((await user.currentSession.getTokens()).refreshToken)).status).toBe(200);
    expect(await elsewhere.signInWithCredential({ email, password: "a new password" })).toMatchObject({ status: "ok" });
  });

  it("200: a user without a password sets a first one", async ({ expect }) => {
    const email = newAddress();
    const created = await project.serverApp().createUser({ primaryEmail: email, primaryEmailAuthEnabled: true });
    const tokens = await (await created.createSession({})).getTokens();
    const app = project.clientApp();
    const user = await app.getUser({ or: "throw", tokenStore: asTokenStore(tokens) });
    expect(user.hasPassword).toBe(false);
    expect(await user.setPassword({ password: PASSWORD })).toBeUndefined();
    expect(await app.signInWithCredential({ email, password: PASSWORD })).toMatchObject({ status: "ok" });
  });

  it("200: lists its sessions, newest first, and ends one of them", async ({ expect }) => {
    const email = newAddress();
    const elsewhere = project.clientApp();
    await signUp(elsewhere, email);
    const other = await (await elsewhere.getUser({ or: "throw" })).currentSession.getTokens();
    const app = project.clientApp();
    await app.signInWithCredential({ email, password: PASSWORD });
    const user = await app.getUser({ or: "throw" });

    const sessions = await user.getActiveSessions();
    expect(sessions).toMatchObject([
      { userId: user.id, isCurrentSession: true, isImpersonation: false },
      { userId: user.id, isCurrentSession: false, isImpersonation: false },
    ]);
    await user.revokeSession(sessions[1]?.id ?? "");
    expect(await user.getActiveSessions()).toMatchObject([{ isCurrentSession: true }]);
    expect((await refresh(other.refreshToken)).status).toBe(401);
    await expect(user.revokeSession(sessions[0]?.id ?? "")).rejects.toMatchObject({
      errorCode: "CANNOT_DELETE_CURRENT_SESSION",
    });
  });

  it("200: signs out, and the session is gone", async ({ expect }) => {
    const app = project.clientApp();
    await signUp(app, newAddress());
    const user = await app.getUser({ or: "throw" });
    const { refreshToken } = await user.currentSession.getTokens();
    expect((await refresh(refreshToken)).status).toBe(200);
    await user.signOut();
    expect(await app.getUser()).toBeNull();
    const refused = await refresh(refreshToken);
    expect(refused.status).toBe(401);
    expect(await refused.json()).toMatchObject({ code: "REFRESH_TOKEN_NOT_FOUND_OR_EXPIRED" });
  });

  it("200: adds, changes, verifies and deletes a contact channel", async ({ expect }) => {
    const [email, second] = [newAddress(), newAddress("second")];
    const app = project.clientApp();
    await signUp(app, email);
    const user = await app.getUser({ or: "throw" });
    const created = await user.createContactChannel({ value: second, type: "email", usedForAuth: false });
    expect(created).toMatchObject({ value: second, isPrimary: false, isVerified: false, usedForAuth: false });

    await created.sendVerificationEmail({ callbackUrl: CALLBACK_URL });
    expect(await app.verifyEmail(codeIn(await gatehouse.mailbox.waitFor({ to: second })))).toMatchObject({
      status: "ok",
    });
    const secondChannel = () =>
      user.listContactChannels().then((channels) => channels.find(({ value }) => value === second));
    expect(await secondChannel()).toMatchObject({ isVerified: true });

    await created.update({ usedForAuth: true });
    expect(await secondChannel()).toMatchObject({ usedForAuth: true });
    expect(await project.clientApp().signInWithCredential({ email: second, password: PASSWORD })).toMatchObject({
      status: "ok",
    });
    await created.delete();
    expect(await user.listContactChannels()).toMatchObject([{ value: email, isPrimary: true, usedForAuth: true }]);
  });

  it("200: a user deletes the account where the project allows it, 400 where it does not", async ({ expect }) => {
    const open = await newProject(gatehouse, { clientUserDeletionEnabled: true });
    const app = open.clientApp();
    await signUp(app, newAddress());
    const user = await app.getUser({ or: "throw" });
    const { refreshToken } = await user.currentSession.getTokens();
    expect((await refresh(refreshToken, open)).status).toBe(200);
    await user.delete();
    expect(await app.getUser()).toBeNull();
    expect(await open.serverApp().getUser(user.id)).toBeNull();
    expect((await refresh(refreshToken, open)).status).toBe(401);

    const refused = project.clientApp();
    await signUp(refused, newAddress());
    await expect((await refused.getUser({ or: "throw" })).delete()).rejects.toThrow(
      "Client user deletion is not enabled for this project",
    );
    expect(await refused.getUser()).not.toBeNull();
  });

  it("400 SIGN_UP_NOT_ENABLED: takes no newcomer where sign-up is closed, and lets users in", async ({ expect }) => {
    const closed = await newProject(gatehouse, { signUpEnabled: false });
    const app = closed.clientApp();
    const email = newAddress();
    await expect(signUp(app, email)).rejects.toMatchObject({ errorCode: "SIGN_UP_NOT_ENABLED" });
    await closed.serverApp().createUser({ primaryEmail: email, primaryEmailAuthEnabled: true, password: PASSWORD });
    expect(await app.signInWithCredential({ email, password: PASSWORD })).toMatchObject({ status: "ok" });
  });

  it("400 PASSWORD_AUTHENTICATION_NOT_ENABLED: knows no passwords where they are switched off", async ({ expect }) => {
    const passwordless = await newProject(gatehouse, { credentialEnabled: false });
    const attempt = passwordless.clientApp().signInWithCredential({ email: newAddress(), password: PASSWORD });
    await expect(attempt).rejects.toMatchObject({ errorCode: "PASSWORD_AUTHENTICATION_NOT_ENABLED" });
  });

  it("navigates to each of its pages", async ({ expect }) => {
    const visited: string[] = [];
    const app = new StackClientApp({
      baseUrl: gatehouse.apiUrl,
      projectId: project.projectId,
      publishableClientKey: project.keys.publishableClientKey,
      tokenStore: "memory",
      redirectMethod: { useNavigate: () => () => {}, navigate: (to) => visited.push(to) },
    });
    await Promise.all([
      app.redirectToSignIn(),
      app.redirectToSignUp(),
      app.redirectToSignOut(),
      app.redirectToAfterSignIn(),
      app.redirectToAfterSignUp(),
      app.redirectToAfterSignOut(),
      app.redirectToHome(),
      app.redirectToEmailVerification(),
      app.redirectToPasswordReset(),
      app.redirectToForgotPassword(),
      app.redirectToMagicLinkCallback(),
      app.redirectToAccountSettings(),
      app.redirectToTeamInvitation(),
      app.redirectToMfa(),
      app.redirectToError(),
      app.redirectToOAuthCallback(),
    ]);
    expect(visited.toSorted()).toEqual([
      "/",
      "/",
      "/",
      "/",
      "/handler/account-settings",
      "/handler/email-verification",
      "/handler/error",
      "/handler/forgot-password",
      "/handler/magic-link-callback",
      "/handler/mfa",
      "/handler/oauth-callback",
      "/handler/password-reset",
      "/handler/sign-in",
      "/handler/sign-out",
      "/handler/sign-up",
      "/handler/team-invitation",
    ]);
  });
});

function asTokenStore({ accessToken, refreshToken }: { accessToken: string | null; refreshToken: string | null }) {
  if (accessToken === null || refreshToken === null) throw new Error("The session has no tokens.");
  return { accessToken, refreshToken };
}

async function tokensOf(app: StackClientApp<true, string>) {
  const user = await app.getUser({ or: "throw" });
  return asTokenStore(await user.currentSession.getTokens());
}
