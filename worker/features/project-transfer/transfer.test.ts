import { describe, expect, it } from "vitest";
import { newId } from "../../platform/secrets";
import { owner } from "../../testing/owner";
import { internalProject, project } from "../../testing/project";
import { expectError, expectPlainError, refusals } from "../../testing/refusals";

type Owner = Awaited<ReturnType<typeof owner>>;

const key = "POST /internal/projects/transfer";

async function projectOf({ client, teamId }: Owner): Promise<string> {
  const body = { display_name: "Acme", owner_team_id: teamId };
  return (await client("POST /internal/projects", { body })).body.id;
}

async function joins({ userId: user_id }: Owner, { teamId: team_id }: Owner) {
  const params = { team_id, user_id };
  await internalProject().server("POST /team-memberships/{team_id}/{user_id}", { params, body: {} });
}

const ownedBy = async ({ client }: Owner) => (await client("GET /internal/projects")).body.items;

describe(key, () => {
  refusals(key, ["client", "server", "admin"], { body: { project_id: newId(), new_team_id: newId() } });

  it("200: the project belongs to the new team, whose members administer it from now on", async () => {
    const [me, other] = [await owner(), await owner()];
    await joins(me, other);
    const project_id = await projectOf(me);
    const response = await me.client(key, { body: { project_id, new_team_id: other.teamId } });
    expect([response.status, response.body, response.cost.d1]).toEqual([200, { success: "true" }, 4]);
    expect(await ownedBy(other)).toMatchObject([{ id: project_id, owner_team_id: other.teamId }]);
  });

  it("400 SCHEMA_ERROR without a user, and on any other project", async () => {
    const [me, p] = [await owner(), await project()];
    const body = { project_id: await projectOf(me), new_team_id: me.teamId };
    const details = { message: "Projects are transferred on the internal project, by a signed-in user" };
    for (const caller of [internalProject(), p]) {
      expectError(await caller.client(key, { body }), 400, "SCHEMA_ERROR", details);
    }
  });

  it("404 PROJECT_NOT_FOUND for an unknown project; 400 as text for one that no team owns", async () => {
    const [me, p] = [await owner(), await project()];
    const transferring = (project_id: string) => me.client(key, { body: { project_id, new_team_id: me.teamId } });
    for (const project_id of [newId(), "x"]) {
      expectError(await transferring(project_id), 404, "PROJECT_NOT_FOUND", { project_id });
    }
    expectPlainError(await transferring(p.id), 400, "Project must have an owner team to be transferred");
  });

  // Attack: an owner names a project of strangers, and takes it into a team of their own.
  it("404 TEAM_MEMBERSHIP_NOT_FOUND for a project of a team that the caller is not in", async () => {
    const [me, other] = [await owner(), await owner()];
    const project_id = await projectOf(other);
    const response = await me.client(key, { body: { project_id, new_team_id: me.teamId } });
    const details = { team_id: other.teamId, user_id: me.userId };
    expectError(response, 404, "TEAM_MEMBERSHIP_NOT_FOUND", details);
    expect(await ownedBy(other)).toMatchObject([{ id: project_id }]);
  });

  // Attack: a member who was invited to help takes the project away from the team.
  it("401 TEAM_PERMISSION_REQUIRED for a member who is not team_admin of the team that owns the project", async () => {
    const [me, other] = [await owner(), await owner()];
    await joins(me, other);
    const project_id = await projectOf(other);
    const response = await me.client(key, { body: { project_id, new_team_id: me.teamId } });
    const details = { team_id: other.teamId, user_id: me.userId, permission_id: "team_admin" };
    expectError(response, 401, "TEAM_PERMISSION_REQUIRED", details);
  });

  // Attack: a project is put on strangers, who would answer for what it stores.
  it("404 TEAM_MEMBERSHIP_NOT_FOUND for a new team that the caller is not in, or that does not exist", async () => {
    const [me, other] = [await owner(), await owner()];
    const project_id = await projectOf(me);
    for (const new_team_id of [other.teamId, newId(), "x"]) {
      const response = await me.client(key, { body: { project_id, new_team_id } });
      expectError(response, 404, "TEAM_MEMBERSHIP_NOT_FOUND", { team_id: new_team_id, user_id: me.userId });
    }
    expect(await ownedBy(me)).toMatchObject([{ id: project_id }]);
  });

  it("401 ACCESS_TOKEN_EXPIRED once the owner has signed out, with the same owner as before", async () => {
    // Attack: the holder of a token that was stolen before the owner signed out moves the project for good.
    const [me, other] = [await owner(), await owner()];
    await joins(me, other);
    const project_id = await projectOf(me);
    await me.client("DELETE /auth/sessions/current");
    const response = await me.client(key, { body: { project_id, new_team_id: other.teamId } });
    expectError(response, 401, "ACCESS_TOKEN_EXPIRED", { expired_at_millis: null });
    expect(await ownedBy(other)).toEqual([]);
  });

  // Race: two transfers of one project begin with the same owner.
  it("200 to one of two transfers at once to different teams, an error to the other: the project has one owner", async () => {
    const [me, ...others] = [await owner(), await owner(), await owner()];
    for (const other of others) await joins(me, other);
    const project_id = await projectOf(me);
    const responses = await Promise.all(
      others.map(({ teamId: new_team_id }) => me.client(key, { body: { project_id, new_team_id } })),
    );
    expect(responses.filter(({ status }) => status === 200)).toHaveLength(1);
    const owned = await Promise.all(others.map(ownedBy));
    expect(owned.flat()).toHaveLength(1);
  });
});
