import { describe, it } from "vitest";
import { CALLBACK_URL, codeIn, newAddress, PASSWORD, refreshSession } from "../../scripts/testing/accounts";
import { appInternals, type ContactChannel, GatehouseClientApp, isKnownError, KnownErrors } from "./index";
import { newOwner, signUp, startProject } from "./testing/project-under-test";

// Our own kit against the real Worker, beside the suites of the official client.

const suite = startProject({
  magicLinkEnabled: true,
  clientTeamCreationEnabled: true,
  clientUserDeletionEnabled: true,
  allowUserApiKeys: true,
  allowTeamApiKeys: true,
  oauthProviders: [{ id: "google", type: "standard", clientId: "a-client", clientSecret: "a-secret" }],
});

const newUser = () => signUp(suite.project.clientApp());
const idsOf = (items: readonly { readonly id: string }[]) => items.map(({ id }) => id);
const inOneDay = () => new Date(Date.now() + 86_400_000);
const error = (errorCode: string) => ({ status: "error", error: { errorCode } });

async function newServerUser() {
  const email = newAddress();
  const options = { primaryEmail: email, primaryEmailAuthEnabled: true, password: PASSWORD };
  return { email, user: await suite.project.serverApp().createUser(options) };
}

describe("signing in with the kit", () => {
  it("signs up, out, and in again by password, and by the link of a mail", async ({ expect }) => {
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

  it("resets a forgotten password by mail, which ends the sessions", async ({ expect }) => {
    const { app, email } = await newUser();
    expect((await app.sendForgotPasswordEmail(email, { callbackUrl: CALLBACK_URL })).status).toBe("ok");
    const mail = await suite.gatehouse.mailbox.waitFor({ to: email, subject: /reset/i });
    const code = codeIn(mail);
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

  it("has contact channels, which are verified by mail", async ({ expect }) => {
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

  it("switches a kind of mail off and on", async ({ expect }) => {
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

describe("a server app of the kit", () => {
  it("makes, lists, changes and deletes users", async ({ expect }) => {
    const server = suite.project.serverApp();
    const { email, user } = await newServerUser();
    await user.update({ serverMetadata: { plan: "pro" }, clientReadOnlyMetadata: "seen", displayName: "Grace" });
    const read = await server.getUser(user.id);
    expect(read).toMatchObject({
      displayName: "Grace",
      serverMetadata: { plan: "pro" },
      clientReadOnlyMetadata: "seen",
      lastActiveAt: expect.any(Date),
    });
    expect(read?.toClientJson()).not.toHaveProperty("server_metadata");
    expect(idsOf(await server.listUsers({ query: email }))).toEqual([user.id]);
    const page = await server.listUsers({ limit: 1, orderBy: "signedUpAt", desc: true });
    expect(idsOf(page)).toEqual([user.id]);
    expect(page.nextCursor).toEqual(expect.any(String));
    const next = await server.listUsers({ limit: 1, desc: true, cursor: page.nextCursor ?? "" });
    expect(idsOf(next)).not.toContain(user.id);

    const session = await user.createSession({ isImpersonation: true });
    const impersonated = suite.project.clientApp();
    expect((await impersonated.getUser({ tokenStore: await session.getTokens() }))?.id).toBe(user.id);
    await user.delete();
    expect(await server.getUser(user.id)).toBeNull();
  });

  it("changes contact channels and linked accounts of a user", async ({ expect }) => {
    const server = suite.project.serverApp();
    const { user } = await newServerUser();
    const value = newAddress("second");
    const channel = await user.createContactChannel({ value, type: "email", usedForAuth: false, isVerified: true });
    expect(channel.isVerified).toBe(true);
    await channel.update({ isVerified: false });
    const channels = await user.listContactChannels();
    expect(channels.find(({ id }) => id === channel.id)?.isVerified).toBe(false);

    const account = { userId: user.id, providerConfigId: "google", accountId: "g-1", email: value };
    const made = await server.createOAuthProvider({ ...account, allowSignIn: true, allowConnectedAccounts: false });
    if (made.status === "error") throw made.error;
    const other = await newServerUser();
    const taken = { ...account, userId: other.user.id, allowSignIn: true, allowConnectedAccounts: false };
    expect(await server.createOAuthProvider(taken)).toMatchObject(
      error("OAUTH_PROVIDER_ACCOUNT_ID_ALREADY_USED_FOR_SIGN_IN"),
    );
    expect((await made.data.update({ accountId: "g-2", allowSignIn: false })).status).toBe("ok");
    expect(await user.listOAuthProviders()).toMatchObject([{ accountId: "g-2", allowSignIn: false, type: "google" }]);
    await made.data.delete();
    expect(await user.listOAuthProviders()).toEqual([]);
  });

  it("makes teams, and adds and lists members as users", async ({ expect }) => {
    const server = suite.project.serverApp();
    const { user } = await newServerUser();
    const team = await server.createTeam({ displayName: "Compilers", creatorUserId: user.id });
    await team.update({ serverMetadata: { budget: 1 } });
    expect(await server.getTeam(team.id)).toMatchObject({ serverMetadata: { budget: 1 }, createdAt: expect.any(Date) });
    const { user: second } = await newServerUser();
    await team.addUser(second.id);
    await expect(team.addUser(second.id)).rejects.toMatchObject({ errorCode: "TEAM_MEMBERSHIP_ALREADY_EXISTS" });
    const members = await team.listUsers();
    expect(idsOf(members)).toEqual([user.id, second.id]);
    expect(members[1]?.teamProfile).toEqual({ displayName: second.displayName, profileImageUrl: null });
    await team.removeUser(second.id);
    expect(idsOf(await second.listTeams())).not.toContain(team.id);
    const own = await user.createTeam({ displayName: "Own" });
    expect((await server.getUser(user.id))?.selectedTeam).toMatchObject({ id: own.id, serverMetadata: null });
    await team.delete();
    expect(await server.getTeam(team.id)).toBeNull();
  });

  it("grants and revokes permissions, which the user's browser sees", async ({ expect }) => {
    const admin = suite.project.adminApp();
    await admin.createTeamPermissionDefinition({ id: "crew:edit", containedPermissionIds: ["$update_team"] });
    await admin.createProjectPermissionDefinition({ id: "beta", description: "Early", containedPermissionIds: [] });
    const { email, user } = await newServerUser();
    const team = await suite.project.serverApp().createTeam({ displayName: "Crew" });
    await team.addUser(user.id);
    await user.grantPermission(team, "crew:edit");
    await user.grantPermission("beta");
    const app = suite.project.clientApp();
    await app.signInWithCredential({ email, password: PASSWORD });
    const self = await app.getUser({ or: "throw" });
    expect(await self.hasPermission(team, "$update_team")).toBe(true);
    expect(await self.getPermission("beta")).toEqual({ id: "beta" });
    const direct = await self.listPermissions(team, { recursive: false });
    expect(idsOf(direct)).toContain("crew:edit");
    expect(idsOf(direct)).not.toContain("$update_team");
    await user.revokePermission(team, "crew:edit");
    await user.revokePermission("beta");
    expect(await self.hasPermission(team, "$update_team")).toBe(false);
    expect(await self.listPermissions()).toEqual([]);
  });

  it("has the signed-in user of a store, with their session", async ({ expect }) => {
    const { user } = await newUser();
    const tokens = await user.getAuthJson();
    const server = suite.project.serverApp();
    const current = await server.getUser({ tokenStore: tokens });
    expect(current).toMatchObject({ id: user.id, serverMetadata: null });
    expect(await current?.updatePassword({ oldPassword: PASSWORD, newPassword: "another long password" })).toBe(
      undefined,
    );
    const headers = new Headers(await user.getAuthHeaders());
    expect((await server.getUser({ tokenStore: { headers } }))?.id).toBe(user.id);
    await current?.delete();
    expect(await server.getUser(user.id)).toBeNull();
  });
});

describe("an owner with the kit", () => {
  it("makes projects, changes them by their own app, and deletes them", async ({ expect }) => {
    const { owner, team } = await newOwner(suite.gatehouse);
    const owned = await owner.createProject({ displayName: "Acme", teamId: team.id, description: "Anvils" });
    expect(await owner.listOwnedProjects()).toMatchObject([{ id: owned.id, displayName: "Acme" }]);
    await owned.update({
      isProductionMode: true,
      config: {
        domains: [{ domain: "https://acme.example", handlerPath: "/handler" }],
        oauthProviders: [{ id: "github", type: "shared" }],
        emailConfig: {
          type: "standard",
          host: "mail.acme.example",
          port: 587,
          username: "acme",
          password: "secret",
          senderName: "Acme",
          senderEmail: "hello@acme.example",
        },
      },
    });
    const project = await owned.app.getProject();
    expect(project).toMatchObject({
      isProductionMode: true,
      config: {
        domains: [{ domain: "https://acme.example", handlerPath: "/handler" }],
        oauthProviders: [{ id: "github", type: "shared" }],
        emailConfig: { type: "standard", port: 587 },
      },
    });
    expect(await project.getProductionModeErrors()).toEqual(expect.any(Array));
    await project.updateConfig({ "auth.allowSignUp": false });
    expect((await owned.app.getProject()).config.signUpEnabled).toBe(false);
    expect(await project.getConfig()).toMatchObject({ auth: { allowSignUp: false } });
    await project.delete();
    expect(await owner.listOwnedProjects()).toEqual([]);
  });

  it("makes internal keys, lists them masked, and revokes them", async ({ expect }) => {
    const { owner, team } = await newOwner(suite.gatehouse);
    const { app } = await owner.createProject({ displayName: "Acme", teamId: team.id });
    const made = await app.createInternalApiKey({
      description: "Website",
      expiresAt: inOneDay(),
      hasPublishableClientKey: true,
      hasSecretServerKey: false,
      hasSuperSecretAdminKey: false,
    });
    expect(made.secretServerKey).toBeUndefined();
    expect(made.isValid()).toBe(true);
    const [listed] = await app.listInternalApiKeys();
    expect(listed).toMatchObject({
      id: made.id,
      publishableClientKey: { lastFour: made.publishableClientKey?.slice(-4) },
      secretServerKey: null,
    });
    await listed?.revoke();
    expect((await app.listInternalApiKeys())[0]?.whyInvalid()).toBe("manually-revoked");
  });

  it("defines permissions, renames and deletes them", async ({ expect }) => {
    const admin = suite.project.adminApp();
    const made = await admin.createTeamPermissionDefinition({ id: "press", containedPermissionIds: [] });
    expect(made).toEqual({ id: "press", description: undefined, containedPermissionIds: [] });
    await admin.updateTeamPermissionDefinition("press", { id: "press:write", description: "Writes" });
    expect(await admin.listTeamPermissionDefinitions()).toContainEqual({
      id: "press:write",
      description: "Writes",
      containedPermissionIds: [],
    });
    await admin.deleteTeamPermissionDefinition("press:write");
    expect(idsOf(await admin.listTeamPermissionDefinitions())).not.toContain("press:write");
  });

  it("reads the project of the app, as clients read theirs", async ({ expect }) => {
    const { owned } = suite.project;
    expect(await suite.project.adminApp().getProject()).toMatchObject({ id: owned.id, displayName: "Under test" });
    expect(await suite.project.clientApp().getProject()).toMatchObject({
      id: owned.id,
      config: { credentialEnabled: true, magicLinkEnabled: true, oauthProviders: [{ id: "google" }] },
    });
  });
});
