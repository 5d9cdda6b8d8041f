import { describe, it } from "vitest";
import { newAddress, PASSWORD } from "../../../scripts/testing/accounts";
import { startProject } from "../../../scripts/testing/official-client";

const suite = startProject();

const idsOf = (permissions: { id: string }[]) => permissions.map(({ id }) => id);

/** A user with a team, as a backend sees both, and as they see themselves in their browser. */
async function memberOfTeam() {
  const server = suite.project.serverApp();
  const email = newAddress();
  const user = await server.createUser({ primaryEmail: email, primaryEmailAuthEnabled: true, password: PASSWORD });
  const team = await server.createTeam({ displayName: "Crew", creatorUserId: user.id });
  const client = suite.project.clientApp();
  await client.signInWithCredential({ email, password: PASSWORD });
  return { user, team, self: await client.getUser({ or: "throw" }) };
}

describe("permissions with the official client", () => {
  it("200: what a backend grants in a team its user holds, with all that it contains, until it is revoked", async ({
    expect,
  }) => {
    const { user, team, self } = await memberOfTeam();
    const admin = suite.project.adminApp();
    await admin.createTeamPermissionDefinition({
      id: "crew:editor",
      description: "Edits",
      containedPermissionIds: ["$update_team"],
    });
    const creator = [
      "$delete_team",
      "$invite_members",
      "$manage_api_keys",
      "$read_members",
      "$remove_members",
      "$update_team",
      "team_admin",
    ];
    expect(idsOf(await self.listPermissions(team))).toEqual(creator);
    expect(idsOf(await self.listPermissions(team, { recursive: false }))).toEqual(["team_admin"]);
    await user.revokePermission(team, "team_admin");
    expect(await user.listPermissions(team)).toEqual([]);
    await user.grantPermission(team, "crew:editor");
    await user.grantPermission(team, "crew:editor");
    expect(idsOf(await user.listPermissions(team))).toEqual(["$update_team", "crew:editor"]);
    expect(await user.hasPermission(team, "$update_team")).toBe(true);
    expect(await user.hasPermission(team, "$delete_team")).toBe(false);
    expect((await user.getPermission(team, "$update_team"))?.id).toBe("$update_team");
    expect(await user.getPermission(team, "$delete_team")).toBeNull();
    const again = await self.listPermissions(team, { recursive: false });
    expect([idsOf(again), await self.hasPermission(team, "crew:editor")]).toEqual([["crew:editor"], true]);
    expect((await self.getPermission(team, "crew:editor"))?.id).toBe("crew:editor");
  });

  it("404 PERMISSION_NOT_FOUND, 401 TEAM_PERMISSION_NOT_FOUND: neither grants nor revokes what is not there", async ({
    expect,
  }) => {
    const { user, team } = await memberOfTeam();
    await expect(user.grantPermission(team, "nothing")).rejects.toMatchObject({ errorCode: "PERMISSION_NOT_FOUND" });
    await expect(user.revokePermission(team, "$update_team")).rejects.toMatchObject({
      errorCode: "TEAM_PERMISSION_NOT_FOUND",
    });
  });

  it("200: grants in the whole project are apart from those in teams", async ({ expect }) => {
    const { user, self } = await memberOfTeam();
    await suite.project.adminApp().createProjectPermissionDefinition({ id: "beta", containedPermissionIds: [] });
    expect(await self.listPermissions()).toEqual([]);
    await user.grantPermission("beta");
    expect(idsOf(await user.listPermissions())).toEqual(["beta"]);
    expect(await user.hasPermission("beta")).toBe(true);
    await user.revokePermission("beta");
    expect(await user.hasPermission("beta")).toBe(false);
    await expect(user.grantPermission("team_admin")).rejects.toMatchObject({ errorCode: "WRONG_PERMISSION_SCOPE" });
  });

  it("200: defines, changes and deletes permissions of both scopes, and users who hold them lose them", async ({
    expect,
  }) => {
    const { user, team } = await memberOfTeam();
    const admin = suite.project.adminApp();
    const made = await admin.createTeamPermissionDefinition({
      id: "reviewer",
      description: "Reviews",
      containedPermissionIds: ["$read_members"],
    });
    expect(made).toMatchObject({ id: "reviewer", description: "Reviews", containedPermissionIds: ["$read_members"] });
    await user.grantPermission(team, "reviewer");
    // Only what is named changes.
    await admin.updateTeamPermissionDefinition("reviewer", { description: "Criticises" });
    const listed = await admin.listTeamPermissionDefinitions();
    expect(listed.find(({ id }) => id === "reviewer")).toMatchObject({
      description: "Criticises",
      containedPermissionIds: ["$read_members"],
    });
    expect(idsOf(listed)).toEqual(expect.arrayContaining(["$update_team", "team_admin", "team_member"]));
    const fresh = () => suite.project.serverApp().getUser(user.id);
    expect(idsOf((await (await fresh())?.listPermissions(team, { recursive: false })) ?? [])).toEqual([
      "reviewer",
      "team_admin",
    ]);
    await admin.deleteTeamPermissionDefinition("reviewer");
    expect(await (await fresh())?.hasPermission(team, "reviewer")).toBe(false);

    await admin.createProjectPermissionDefinition({ id: "alpha", containedPermissionIds: [] });
    await admin.updateProjectPermissionDefinition("alpha", { description: "First" });
    expect((await admin.listProjectPermissionDefinitions()).find(({ id }) => id === "alpha")?.description).toBe(
      "First",
    );
    await admin.deleteProjectPermissionDefinition("alpha");
    expect(idsOf(await admin.listProjectPermissionDefinitions())).not.toContain("alpha");
  });

  it("400 PERMISSION_ID_ALREADY_EXISTS, 400 CONTAINED_PERMISSION_NOT_FOUND: refuses definitions that cannot be", async ({
    expect,
  }) => {
    const admin = suite.project.adminApp();
    const taken = { id: "team_admin", containedPermissionIds: [] };
    for (const create of [
      () => admin.createTeamPermissionDefinition(taken),
      () => admin.createProjectPermissionDefinition(taken),
    ]) {
      await expect(create()).rejects.toMatchObject({ errorCode: "PERMISSION_ID_ALREADY_EXISTS" });
    }
    await expect(
      admin.createTeamPermissionDefinition({ id: "void", containedPermissionIds: ["nothing"] }),
    ).rejects.toMatchObject({ errorCode: "CONTAINED_PERMISSION_NOT_FOUND" });
  });
});
