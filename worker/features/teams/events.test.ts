import { describe, expect, it } from "vitest";
import { eventsOf, keepEvents } from "../../testing/events";
import { project, type TestProject } from "../../testing/project";
import { bareUser } from "../../testing/tokens";

const member = { scope: "team", containedPermissionIds: { $read_members: true } };
const defaults = {
  "rbac.permissions": { member, billing: { scope: "team" }, beta: { scope: "project" } },
  "rbac.defaultPermissions": {
    teamCreator: { billing: true },
    teamMember: { member: true, billing: true },
    signUp: {},
  },
};

/** A project with a team and a user who is no member of it, and the events since they were created. */
async function scene() {
  const p = await keepEvents(await project(defaults));
  const userId = await bareUser(p.id);
  const { body: team } = await p.server("POST /teams", { body: { display_name: "Crew" } });
  const params = { team_id: String(team.id), user_id: userId };
  return { p, team, params, newEvents: async () => (await eventsOf(p)).slice(1) };
}

const join = (p: TestProject, params: Record<string, string>) =>
  p.server("POST /team-memberships/{team_id}/{user_id}", { params, body: {} });

describe("events of teams", () => {
  it("team.created contains the team; its creator's membership and permissions have no events", async () => {
    const p = await keepEvents(await project(defaults));
    const creator_user_id = await bareUser(p.id);
    const { body: team } = await p.server("POST /teams", {
      body: { display_name: "Crew", creator_user_id, server_metadata: { a: [1] } },
    });
    expect(await eventsOf(p)).toEqual([{ type: "team.created", data: team }]);
  });

  it("team.updated contains the team after the change", async () => {
    const { p, team, params, newEvents } = await scene();
    const { body } = await p.server("PATCH /teams/{team_id}", { params, body: { display_name: "New" } });
    expect(body).toEqual({ ...team, display_name: "New" });
    expect(await newEvents()).toEqual([{ type: "team.updated", data: body }]);
  });

  it("team.deleted contains the id, and is not recorded again for a deleted team", async () => {
    const { p, team, params, newEvents } = await scene();
    await join(p, params);
    const before = (await newEvents()).length;
    for (const _ of [1, 2]) await p.server("DELETE /teams/{team_id}", { params });
    expect((await newEvents()).slice(before)).toEqual([{ type: "team.deleted", data: { id: team.id } }]);
  });
});

describe("events of memberships", () => {
  it("team_membership.created comes before a team_permission.created for each default", async () => {
    const { p, params, newEvents } = await scene();
    await join(p, params);
    const [joined, ...granted] = await newEvents();
    expect(joined).toEqual({ type: "team_membership.created", data: params });
    expect(granted.map(({ type }) => type)).toEqual(["team_permission.created", "team_permission.created"]);
    expect(granted.map(({ data }) => data)).toEqual(
      expect.arrayContaining([
        { id: "member", ...params },
        { id: "billing", ...params },
      ]),
    );
  });

  it("are not recorded again for a user who is a member already", async () => {
    const { p, params, newEvents } = await scene();
    await join(p, params);
    const before = await newEvents();
    expect((await join(p, params)).status).toBe(409);
    expect(await newEvents()).toEqual(before);
  });

  it("team_membership.deleted is recorded once", async () => {
    const { p, params, newEvents } = await scene();
    await join(p, params);
    const before = (await newEvents()).length;
    for (const _ of [1, 2]) await p.server("DELETE /team-memberships/{team_id}/{user_id}", { params });
    expect((await newEvents()).slice(before)).toEqual([{ type: "team_membership.deleted", data: params }]);
  });
});

describe("events of permissions", () => {
  it("team_permission.created is recorded each time, team_permission.deleted only for a permission that was granted", async () => {
    const { p, params, newEvents } = await scene();
    await join(p, params);
    const before = (await newEvents()).length;
    const one = { params: { ...params, permission_id: "billing" }, body: {} };
    await p.server("POST /team-permissions/{team_id}/{user_id}/{permission_id}", one);
    for (const _ of [1, 2]) await p.server("DELETE /team-permissions/{team_id}/{user_id}/{permission_id}", one);
    expect((await newEvents()).slice(before)).toEqual([
      { type: "team_permission.created", data: { id: "billing", ...params } },
      { type: "team_permission.deleted", data: { id: "billing", ...params } },
    ]);
  });

  it("project_permission.created and .deleted contain the permission and the user", async () => {
    const { p, params, newEvents } = await scene();
    const one = { params: { user_id: params.user_id, permission_id: "beta" }, body: {} };
    await p.server("POST /project-permissions/{user_id}/{permission_id}", one);
    for (const _ of [1, 2]) await p.server("DELETE /project-permissions/{user_id}/{permission_id}", one);
    const data = { id: "beta", user_id: params.user_id };
    expect(await newEvents()).toEqual([
      { type: "project_permission.created", data },
      { type: "project_permission.deleted", data },
    ]);
  });

  it("are not recorded for a refused grant", async () => {
    const { p, params, newEvents } = await scene();
    const one = { params: { ...params, permission_id: "billing" }, body: {} };
    expect((await p.server("POST /team-permissions/{team_id}/{user_id}/{permission_id}", one)).status).toBe(404);
    expect(await newEvents()).toEqual([]);
  });
});
