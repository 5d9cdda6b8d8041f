import { describe, it } from "vitest";
import { newAddress, PASSWORD } from "../../../scripts/testing/accounts";
import { signUp, startProject } from "../testing/project-under-test";

// Our own kit against the real Worker, beside the suites of the official client.

const suite = startProject({
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

  it("400 PASSWORD_CONFIRMATION_MISMATCH: replaces a user's password only by the old one, and leaves no session", async ({
    expect,
  }) => {
    const { email, user } = await newServerUser();
    const wrong = await user.updatePassword({ oldPassword: `${PASSWORD}x`, newPassword: "a new pass phrase" });
    expect(wrong?.code).toBe("PASSWORD_CONFIRMATION_MISMATCH");
    expect(await user.updatePassword({ oldPassword: PASSWORD, newPassword: "a new pass phrase" })).toBeUndefined();
    expect(await user.getActiveSessions()).toEqual([]);
    const signIn = (password: string) => suite.project.clientApp().signInWithCredential({ email, password });
    expect(await signIn(PASSWORD)).toMatchObject(error("EMAIL_PASSWORD_MISMATCH"));
    expect((await signIn("a new pass phrase")).status).toBe("ok");
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
