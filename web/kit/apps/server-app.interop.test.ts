import { describe, it, onTestFinished, vi } from "vitest";
import { CALLBACK_URL, newAddress, PASSWORD } from "../../../scripts/testing/accounts";
import { signUp, startProject } from "../testing/project-under-test";

// Our own kit against the real Worker, beside the suites of the official client.

const suite = startProject({
  allowUserApiKeys: true,
  allowTeamApiKeys: true,
  oauthProviders: [{ id: "google", type: "standard", clientId: "a-client", clientSecret: "a-secret" }],
});

const newUser = () => signUp(suite.project.clientApp());
const idsOf = (items: readonly { readonly id: string }[]) => items.map(({ id }) => id);
const error = (errorCode: string) => ({ status: "error", error: { errorCode } });

async function newServerUser() {
  const email = newAddress();
  const options = { primaryEmail: email, primaryEmailAuthEnabled: true, password: PASSWORD };
  return { email, user: await suite.project.serverApp().createUser(options) };
}

describe("a server app of the kit", () => {
  it("makes, lists, changes and deletes users", async ({ expect }) => {
    const server = suite.project.serverApp();
    await newServerUser();
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
    await user.setDisplayName("Admiral");
    await user.setServerMetadata({ aB: 1 });
    await user.setClientReadOnlyMetadata(null);
    const second = newAddress("second");
    await user.setPrimaryEmail(second, { verified: true });
    const changed = { displayName: "Admiral", serverMetadata: { aB: 1 }, clientReadOnlyMetadata: null };
    expect(await server.getServerUserById(user.id)).toMatchObject({
      ...changed,
      primaryEmail: second,
      primaryEmailVerified: true,
    });
    await user.setPrimaryEmail(email);
    expect(await server.getUser(user.id)).toMatchObject({ primaryEmail: email, primaryEmailVerified: false });
    await expect(user.sendVerificationEmail()).rejects.toThrow(/^This feature is not yet supported\./);
    const anonymous = await suite.project.clientApp().getUser({ or: "anonymous" });
    expect(idsOf(await server.listUsers({ includeAnonymous: true }))).toContain(anonymous.id);
    expect(idsOf(await server.listUsers())).not.toContain(anonymous.id);
    expect(idsOf(await server.listUsers({ query: email }))).toEqual([user.id]);
    const page = await server.listUsers({ limit: 1, orderBy: "signedUpAt", desc: true });
    expect(idsOf(page)).toEqual([user.id]);
    expect(page.nextCursor).toEqual(expect.any(String));
    const next = await server.listUsers({ limit: 1, desc: true, cursor: page.nextCursor ?? "" });
    expect(idsOf(next)).not.toContain(user.id);

    const enabled = async () => (await user.listNotificationCategories()).filter((category) => category.enabled);
    const marketing = (await enabled()).find(({ canDisable }) => canDisable);
    await marketing?.setEnabled(false);
    expect(await enabled()).toMatchObject([{ name: "Transactional" }]);

    const session = await user.createSession({ isImpersonation: true });
    const impersonated = suite.project.clientApp();
    expect((await impersonated.getUser({ tokenStore: await session.getTokens() }))?.id).toBe(user.id);
    const [active] = await user.getActiveSessions();
    expect(active).toMatchObject({ userId: user.id, isImpersonation: true, isCurrentSession: false });
    await user.revokeSession(active?.id ?? "");
    expect(await user.getActiveSessions()).toEqual([]);
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
    const changes = { accountId: "g-2", email: newAddress(), allowSignIn: false, allowConnectedAccounts: true };
    expect((await made.data.update(changes)).status).toBe("ok");
    expect(await user.listOAuthProviders()).toMatchObject([{ ...changes, type: "google", userId: user.id }]);
    expect((await user.getOAuthProvider(made.data.id))?.accountId).toBe("g-2");
    expect(await user.getOAuthProvider("google")).toBeNull();

    const tokenStore = await (await user.createSession()).getTokens();
    const self = await suite.project.clientApp().getUser({ tokenStore, or: "throw" });
    expect(await self.getConnectedAccount("google")).toBeNull();
    const own = await self.getOAuthProvider(made.data.id);
    expect(own).toMatchObject({ type: "google", providerConfigId: "google", createdAt: expect.any(Date) });
    expect(await own?.update({ allowConnectedAccounts: false })).toEqual({ status: "ok", data: undefined });
    const taking = await server.createOAuthProvider({ ...taken, accountId: "g-2" });
    if (taking.status === "error") throw taking.error;
    expect(await own?.update({ allowSignIn: true })).toMatchObject(
      error("OAUTH_PROVIDER_ACCOUNT_ID_ALREADY_USED_FOR_SIGN_IN"),
    );
    await own?.delete();
    await taking.data.delete();
    for (const each of [self, other.user]) expect(await each.listOAuthProviders()).toEqual([]);
  });

  it("400 PASSWORD_CONFIRMATION_MISMATCH: replaces a user's password only by the old one, and leaves no session", async ({
    expect,
  }) => {
    const { email, user } = await newServerUser();
    const wrong = await user.updatePassword({ oldPassword: `${PASSWORD}x`, newPassword: "a new pass phrase" });
    expect(wrong?.code).toBe("PASSWORD_CONFIRMATION_MISMATCH");
    expect(await user.getActiveSessions()).toEqual([]);
    expect(await user.setPassword({ password: "the first pass phrase" })).toBeUndefined();
    const right = { oldPassword: "the first pass phrase", newPassword: "a new pass phrase" };
    expect(await user.updatePassword(right)).toBeUndefined();
    expect(await user.getActiveSessions()).toEqual([]);
    const signIn = (password: string) => suite.project.clientApp().signInWithCredential({ email, password });
    expect(await signIn(PASSWORD)).toMatchObject(error("EMAIL_PASSWORD_MISMATCH"));
    expect((await signIn("a new pass phrase")).status).toBe("ok");
  });

  it("makes teams, and adds and lists members as users", async ({ expect }) => {
    const server = suite.project.serverApp();
    const { user } = await newServerUser();
    const team = await server.createTeam({ displayName: "Compilers", creatorUserId: user.id });
    await team.update({ serverMetadata: { budget: 1 }, clientReadOnlyMetadata: "seen" });
    const changed = { serverMetadata: { budget: 1 }, clientReadOnlyMetadata: "seen", createdAt: expect.any(Date) };
    expect(await server.getTeam(team.id)).toMatchObject(changed);
    expect(idsOf(await server.listTeams())).toContain(team.id);
    const { user: second } = await newServerUser();
    await team.addUser(second.id);
    await expect(team.addUser(second.id)).rejects.toMatchObject({ errorCode: "TEAM_MEMBERSHIP_ALREADY_EXISTS" });
    const members = await team.listUsers();
    expect(idsOf(members)).toEqual([user.id, second.id]);
    expect(members[1]?.teamProfile).toEqual({ displayName: second.displayName, profileImageUrl: null });
    await (await second.getTeamProfile(team)).update({ displayName: "Captain" });
    await members[1]?.setDisplayName("Zoë");
    const shown = { displayName: "Zoë", teamProfile: { displayName: "Captain" } };
    expect((await team.listUsers())[1]).toMatchObject({ ...shown, serverMetadata: null });
    const email = newAddress("guest");
    await team.inviteUser({ email, callbackUrl: CALLBACK_URL });
    const [invitation] = await team.listInvitations();
    expect(invitation?.recipientEmail).toBe(email);
    await invitation?.revoke();
    expect(await team.listInvitations()).toEqual([]);
    await team.removeUser(second.id);
    expect(idsOf(await second.listTeams())).not.toContain(team.id);
    await user.leaveTeam(team);
    expect(await team.listUsers()).toEqual([]);
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
    await expect(user.grantPermission("none")).rejects.toMatchObject({ errorCode: "PERMISSION_NOT_FOUND" });
    expect(idsOf(await user.listPermissions(team))).toContain("$update_team");
    expect(await user.listPermissions({ recursive: false })).toEqual([{ id: "beta" }]);
    expect(await user.getPermission(team, "crew:edit")).toEqual({ id: "crew:edit" });
    expect(await user.getPermission("crew:edit")).toBeNull();
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
    const ctx = { auth: { getUserIdentity: async () => ({ subject: user.id }) } };
    expect((await server.getUser({ from: "convex", ctx }))?.id).toBe(user.id);
    await current?.delete();
    expect(await server.getUser(user.id)).toBeNull();
    expect(await server.getUser({ from: "convex", ctx })).toBeNull();
  });

  it("signs a user in and out as a website does", async ({ expect }) => {
    const server = suite.project.serverApp();
    const { email, user } = await newServerUser();
    expect((await server.signInWithCredential({ email, password: PASSWORD })).status).toBe("ok");
    const warning = vi.spyOn(console, "warn").mockReturnValue();
    onTestFinished(() => warning.mockRestore());
    const current = await server.getServerUser();
    expect(current).toMatchObject({ id: user.id, serverMetadata: null });
    expect(warning).toHaveBeenCalledOnce();
    await current?.signOut();
    expect(await current?.getAuthJson()).toEqual({ accessToken: null, refreshToken: null });
    expect(await server.getUser()).toBeNull();
  });

  it("makes API keys of users and teams, and finds by them whose they are", async ({ expect }) => {
    const server = suite.project.serverApp();
    const { user } = await newServerUser();
    const expiresAt = new Date(Date.now() + 86_400_000);
    const key = await user.createApiKey({ description: "Robot", expiresAt });
    expect(key).toMatchObject({ type: "user", userId: user.id, expiresAt, isPublic: false });
    expect((await server.getUser({ apiKey: key.value }))?.id).toBe(user.id);
    await key.update({ description: "Old robot" });
    await key.revoke();
    const [revoked] = await user.listApiKeys();
    expect(revoked).toMatchObject({ description: "Old robot", manuallyRevokedAt: expect.any(Date) });
    for (const apiKey of [key.value, "none"]) expect(await server.getUser({ apiKey })).toBeNull();

    const team = await server.createTeam({ displayName: "Crew" });
    const open = await team.createApiKey({ description: "Open", expiresAt: null, isPublic: true });
    expect(open).toMatchObject({ type: "team", teamId: team.id, expiresAt: undefined, isPublic: true });
    expect((await server.getTeam({ apiKey: open.value }))?.id).toBe(team.id);
    expect(await server.getUser({ apiKey: open.value })).toBeNull();
    await expect(open.revoke()).rejects.toMatchObject({ errorCode: "PUBLIC_API_KEY_CANNOT_BE_REVOKED" });
  });
});
