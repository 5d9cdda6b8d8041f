import { getConvexProvidersConfig, StackClientApp } from "@stackframe/js";
import { createRemoteJWKSet, jwtVerify } from "jose";
import { describe, it } from "vitest";
import { asTokenStore, CALLBACK_URL, newAddress, PASSWORD } from "../../../scripts/testing/accounts";
import { newProject, signUp, startProject } from "../../../scripts/testing/official-client";

const suite = startProject();

describe("the official client app", () => {
  it("200: reads its project, and has its own id and pages", async ({ expect }) => {
    const app = suite.project.clientApp();
    expect(app.projectId).toBe(suite.project.projectId);
    expect(app.urls.signIn).toBe("/handler/sign-in");
    const read = await app.getProject();
    expect(read).toMatchObject({ id: suite.project.projectId, displayName: "Under test" });
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
      baseUrl: suite.gatehouse.apiUrl,
      projectId: suite.project.projectId,
      publishableClientKey: "pck_0000000000000000000000000000000000000000000",
      tokenStore: "memory",
    });
    await expect(app.getProject()).rejects.toMatchObject({ errorCode: "INVALID_PUBLISHABLE_CLIENT_KEY" });
  });

  it("200: signs a new user up and in, who then reads back", async ({ expect }) => {
    const email = newAddress();
    const app = suite.project.clientApp();
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

    const elsewhere = suite.project.clientApp();
    expect(await elsewhere.signInWithCredential({ email, password: PASSWORD })).toMatchObject({ status: "ok" });
    expect((await elsewhere.getUser({ or: "throw" })).id).toBe((await app.getUser({ or: "throw" })).id);
  });

  it("200: an address signs in however it is capitalised", async ({ expect }) => {
    const email = newAddress("Ada");
    await signUp(suite.project.clientApp(), email);
    const app = suite.project.clientApp();
    expect(await app.signInWithCredential({ email: email.toUpperCase(), password: PASSWORD })).toMatchObject({
      status: "ok",
    });
    expect(await app.getUser()).toMatchObject({ primaryEmail: email.toLowerCase() });
  });

  it("400 EMAIL_PASSWORD_MISMATCH: the same for a wrong password and for an unknown address", async ({ expect }) => {
    // The attack: find out who has an account from how sign-in fails.
    const email = newAddress();
    await signUp(suite.project.clientApp(), email);
    const app = suite.project.clientApp();
    for (const attempt of [
      { email, password: "not the password" },
      { email: newAddress("unknown"), password: PASSWORD },
    ]) {
      expect(await app.signInWithCredential(attempt)).toMatchObject({
        status: "error",
        error: { errorCode: "EMAIL_PASSWORD_MISMATCH", message: "Wrong e-mail or password." },
      });
    }
    expect(await app.getUser()).toBeNull();
  });

  it("409 USER_EMAIL_ALREADY_EXISTS: no second account for an address, and no user is signed in", async ({
    expect,
  }) => {
    const email = newAddress();
    await signUp(suite.project.clientApp(), email);
    const app = suite.project.clientApp();
    expect(
      await app.signUpWithCredential({ email, password: "another password", verificationCallbackUrl: CALLBACK_URL }),
    ).toMatchObject({ status: "error", error: { errorCode: "USER_EMAIL_ALREADY_EXISTS" } });
    expect(await app.getUser()).toBeNull();
  });

  it("400 PASSWORD_REQUIREMENTS_NOT_MET: a new project refuses common passwords in production mode, and the client returns it", async ({
    expect,
  }) => {
    // Attack: everyone's favourite passwords, tried against all accounts of a project.
    const project = await newProject(suite.gatehouse);
    const known = { password: "password123", verificationCallbackUrl: CALLBACK_URL };
    expect(await project.clientApp().signUpWithCredential({ email: newAddress(), ...known })).toMatchObject({
      status: "ok",
    });
    await project.owned.update({ isProductionMode: true });
    const refused = {
      errorCode: "PASSWORD_REQUIREMENTS_NOT_MET",
      message: "This password is too common. Choose another one.",
    };
    const app = project.clientApp();
    expect(await app.signUpWithCredential({ email: newAddress(), ...known })).toMatchObject({
      status: "error",
      error: refused,
    });
    expect(await app.getUser()).toBeNull();
    await signUp(app, newAddress());
    const user = await app.getUser({ or: "throw" });
    expect(await user.updatePassword({ oldPassword: PASSWORD, newPassword: "password123" })).toMatchObject(refused);
    const backend = await project.serverApp().createUser({ primaryEmail: newAddress() });
    const tokens = await (await backend.createSession({})).getTokens();
    const withoutPassword = await app.getUser({ tokenStore: asTokenStore(tokens), or: "throw" });
    expect(await withoutPassword.setPassword({ password: "password123" })).toMatchObject(refused);
  });

  it("400 REDIRECT_URL_NOT_WHITELISTED: no email leads to a site that the project does not trust", async ({
    expect,
  }) => {
    // The attack: have our email carry a code to an attacker's site.
    const email = newAddress();
    const verificationCallbackUrl = "https://evil.example/callback";
    await expect(
      suite.project.clientApp().signUpWithCredential({ email, password: PASSWORD, verificationCallbackUrl }),
    ).rejects.toMatchObject({ errorCode: "REDIRECT_URL_NOT_WHITELISTED" });
    expect(suite.gatehouse.mailbox.emails(email)).toEqual([]);
  });

  it("200: an access token verifies with jose against the project's key set, and names its user", async ({
    expect,
  }) => {
    const email = newAddress();
    const app = suite.project.clientApp();
    await signUp(app, email);
    const user = await app.getUser({ or: "throw" });
    const { accessToken, refreshToken } = await user.currentSession.getTokens();
    const issuer = `${suite.gatehouse.apiUrl}/api/v1/projects/${suite.project.projectId}`;
    const keys = createRemoteJWKSet(new URL(`${issuer}/.well-known/jwks.json`));
    const { payload } = await jwtVerify(accessToken ?? "", keys, {
      algorithms: ["ES256"],
      issuer,
      audience: suite.project.projectId,
    });
    expect(payload).toMatchObject({
      sub: user.id,
      project_id: suite.project.projectId,
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

  it("200: a backend reads the user from the header that the website sends", async ({ expect }) => {
    const app = suite.project.clientApp();
    await signUp(app, newAddress());
    const user = await app.getUser({ or: "throw" });
    const request = new Request("https://backend.example", { headers: await user.getAuthHeaders() });
    expect(await suite.project.serverApp().getUser({ tokenStore: request })).toMatchObject({ id: user.id });
    expect(await suite.project.clientApp().getUser({ tokenStore: await tokensOf(app) })).toMatchObject({ id: user.id });
  });

  it("200: reads from the token alone who is signed in, also for a Convex backend", async ({ expect }) => {
    const email = newAddress();
    const app = suite.project.clientApp();
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
    const [provider] = getConvexProvidersConfig({ projectId: suite.project.projectId });
    const keySetPath = new URL(provider?.jwks ?? "").pathname + new URL(provider?.jwks ?? "").search;
    const keys = createRemoteJWKSet(new URL(keySetPath, suite.gatehouse.apiUrl));
    expect((await jwtVerify(accessToken, keys)).payload.sub).toBe(id);
  });

  it("400 SIGN_UP_NOT_ENABLED: takes no new user where sign-up is closed, and lets users in", async ({ expect }) => {
    const closed = await newProject(suite.gatehouse, { signUpEnabled: false });
    const app = closed.clientApp();
    const email = newAddress();
    await expect(signUp(app, email)).rejects.toMatchObject({ errorCode: "SIGN_UP_NOT_ENABLED" });
    await closed.serverApp().createUser({ primaryEmail: email, primaryEmailAuthEnabled: true, password: PASSWORD });
    expect(await app.signInWithCredential({ email, password: PASSWORD })).toMatchObject({ status: "ok" });
  });

  it("400 PASSWORD_AUTHENTICATION_NOT_ENABLED: takes no passwords where they are switched off", async ({ expect }) => {
    const passwordless = await newProject(suite.gatehouse, { credentialEnabled: false });
    const attempt = passwordless.clientApp().signInWithCredential({ email: newAddress(), password: PASSWORD });
    await expect(attempt).rejects.toMatchObject({ errorCode: "PASSWORD_AUTHENTICATION_NOT_ENABLED" });
  });

  it("navigates to each of its pages", async ({ expect }) => {
    const visited: string[] = [];
    const app = new StackClientApp({
      baseUrl: suite.gatehouse.apiUrl,
      projectId: suite.project.projectId,
      publishableClientKey: suite.project.keys.publishableClientKey,
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

async function tokensOf(app: StackClientApp<true, string>) {
  const user = await app.getUser({ or: "throw" });
  return asTokenStore(await user.currentSession.getTokens());
}
