import { eq } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import { users } from "../../db/users/schema";
import { newId } from "../../platform/secrets";
import { eventsOf, keepEvents } from "../../testing/events";
import { db, project, type TestProject } from "../../testing/project";
import { expectError, expectPlainError } from "../../testing/refusals";
import { bareUser } from "../../testing/tokens";
import {
  clientTeams,
  grantsIn,
  join,
  membersOf,
  onePixel,
  onePixelUrl,
  teamCount,
  teamIn,
  userOf,
} from "./teams.fixtures";

/** Tests what all requests on one team have in common: which callers may use it at all. */
function refusesOutsiders(key: "GET /teams/{team_id}" | "PATCH /teams/{team_id}" | "DELETE /teams/{team_id}") {
  const body = key.startsWith("PATCH") ? { body: { display_name: "Mine" } } : {};
  it("401 USER_AUTHENTICATION_REQUIRED for a client without a user", async () => {
    const p = await project();
    const { id } = await teamIn(p);
    expectError(await p.client(key, { params: { team_id: id }, ...body }), 401, "USER_AUTHENTICATION_REQUIRED");
  });

  // Evidence: client-names-team-others-same-unknown
  it("attack: a client names a team of others, 404 TEAM_MEMBERSHIP_NOT_FOUND, the same as for an unknown one", async () => {
    const [p, other] = [await project(clientTeams), await project(clientTeams)];
    const user = await userOf(p);
    const [theirs, elsewhere] = [await teamIn(p), await teamIn(other)];
    for (const team_id of [theirs.id, elsewhere.id, newId()]) {
      expectError(await user.client(key, { params: { team_id }, ...body }), 404, "TEAM_MEMBERSHIP_NOT_FOUND", {
        team_id,
        user_id: user.id,
      });
    }
  });

  it("404 TEAM_NOT_FOUND for a server, for an unknown team and another project's", async () => {
    const [p, other] = [await project(), await project()];
    const elsewhere = await teamIn(other);
    for (const team_id of [newId(), elsewhere.id]) {
      expectError(await p.server(key, { params: { team_id }, ...body }), 404, "TEAM_NOT_FOUND", { team_id });
    }
    expect(await teamCount(other)).toBe(1);
    expect((await other.server("GET /teams")).body.items[0].display_name).toBe("Crew");
  });

  it("400 SCHEMA_ERROR for a malformed team id", async () => {
    const p = await project();
    const response = await p.server(key, { params: { team_id: "x" }, ...body });
    expectError(response, 400, "SCHEMA_ERROR");
    expect(response.body.error).toContain("\n  - params.team_id must be a valid UUID");
  });
}

/** Tests what a client must be granted to change or delete a team. */
function refusalsOfMembers(key: "PATCH /teams/{team_id}" | "DELETE /teams/{team_id}", permissionId: string) {
  const body = key.startsWith("PATCH") ? { body: { display_name: "Mine" } } : {};

  it(`attack: a member without ${permissionId}, 401 TEAM_PERMISSION_REQUIRED`, async () => {
    const p = await project(clientTeams);
    const user = await userOf(p);
    const [team, own] = [await teamIn(p), await teamIn(p, { creator_user_id: user.id })];
    // `gone` is granted but no longer defined; what is granted in another team counts there only.
    await join(p, team.id, user.id, ["basic", "$read_members", "gone"]);
    expectError(await user.client(key, { params: { team_id: team.id }, ...body }), 401, "TEAM_PERMISSION_REQUIRED", {
      team_id: team.id,
      user_id: user.id,
      permission_id: permissionId,
    });
    expect((await user.client(key, { params: { team_id: own.id }, ...body })).status).toBe(200);
  });

  it(`200 for members with ${permissionId}, granted directly or through others, though they contain each other`, async () => {
    const p = await project(clientTeams);
    for (const granted of [permissionId, "editor", "admin"]) {
      const user = await userOf(p);
      const team = await teamIn(p);
      await join(p, team.id, user.id, [granted]);
      const response = await user.client(key, { params: { team_id: team.id }, ...body });
      expect([response.status, response.cost.d1]).toEqual([200, 2]);
    }
  });
}

describe("GET /teams/{team_id}", () => {
  const key = "GET /teams/{team_id}";
  refusesOutsiders(key);

  it("200 for a member in one round trip, without the server's fields", async () => {
    const p = await project();
    const user = await userOf(p);
    const { id } = await teamIn(p, { creator_user_id: user.id, server_metadata: "secret" });
    const response = await user.client(key, { params: { team_id: id.toUpperCase() } });
    expect(response.cost.d1).toBe(1);
    expect(response.body).toEqual({
      id,
      display_name: "Crew",
      profile_image_url: null,
      client_metadata: null,
      client_read_only_metadata: null,
    });
  });

  it("200 for a server, whether or not its user is a member", async () => {
    const p = await project();
    const team = await teamIn(p);
    const response = await p.server(key, { params: { team_id: team.id }, query: { user_id: newId() } });
    expect([response.status, response.cost.d1, response.body]).toEqual([200, 1, team]);
  });
});

describe("PATCH /teams/{team_id}", () => {
  const key = "PATCH /teams/{team_id}";
  refusesOutsiders(key);
  refusalsOfMembers(key, "$update_team");

  it("200 for a server: each field changes alone, is replaced as a whole, and can be cleared", async () => {
    const p = await project();
    const team = await teamIn(p, {
      client_metadata: { a: 1, b: 2 },
      profile_image_url: "https://images.example/a.png",
    });
    let expected: object = team;
    for (const body of [
      { display_name: "" },
      { profile_image_url: onePixel },
      { client_metadata: { b: 3 } },
      { client_read_only_metadata: [1] },
      { server_metadata: false },
      { profile_image_url: null, client_metadata: null, client_read_only_metadata: null, server_metadata: null },
    ]) {
      const response = await p.server(key, { params: { team_id: team.id }, body });
      expected = {
        ...expected,
        ...body,
        ...("profile_image_url" in body && body.profile_image_url && { profile_image_url: onePixelUrl }),
      };
      expect(response.status).toBe(200);
      expect(response.body).toEqual(expected);
      expect((await p.server("GET /teams/{team_id}", { params: { team_id: team.id } })).body).toEqual(expected);
    }
  });

  it("200 with the team as it is for an empty body", async () => {
    const p = await project();
    const team = await teamIn(p);
    const response = await p.server(key, { params: { team_id: team.id }, body: {} });
    expect([response.status, response.body, response.cost.rowsWritten]).toEqual([200, team, 0]);
  });

  it("400 SCHEMA_ERROR for fields that only servers may change, for null in place of a name, and without a body", async () => {
    const p = await project(clientTeams);
    const user = await userOf(p);
    const { id } = await teamIn(p, { creator_user_id: user.id });
    const body = { display_name: null, client_read_only_metadata: 1, server_metadata: 1, creator_user_id: user.id };
    expectError(await user.client(key, { params: { team_id: id }, body }), 400, "SCHEMA_ERROR", {
      message: [
        `Request validation failed on PATCH /api/v1/teams/${id}:`,
        "  - body.display_name cannot be null",
        "  - body contains unknown properties: client_read_only_metadata, server_metadata, creator_user_id",
      ].join("\n"),
    });
    expectError(await p.server(key, { params: { team_id: id } }), 400, "SCHEMA_ERROR", {
      message: `Request validation failed on PATCH /api/v1/teams/${id}:\n  - body must be defined`,
    });
  });

  it("attack: a client sets an image that reports to its host, 400 as text before the missing user", async () => {
    const p = await project(clientTeams);
    const user = await userOf(p);
    const { id } = await teamIn(p, { creator_user_id: user.id });
    const input = { params: { team_id: id }, body: { profile_image_url: "https://spy.example/pixel.png" } };
    for (const caller of [p, user]) expectPlainError(await caller.client(key, input), 400, "Invalid profile image URL");
    expect((await p.server(key, input)).body.profile_image_url).toBe("https://spy.example/pixel.png");
  });
});

describe("DELETE /teams/{team_id}", () => {
  const key = "DELETE /teams/{team_id}";
  refusesOutsiders(key);
  refusalsOfMembers(key, "$delete_team");

  it("200: memberships, grants and selections go with the team, and only with it", async () => {
    const p = await project(clientTeams);
    const [user, bystander] = [await userOf(p), await bareUser(p.id)];
    const team = await teamIn(p, { creator_user_id: user.id });
    const kept = await teamIn(p, { creator_user_id: bystander });
    await join(p, team.id, bystander);
    await db.batch([
      db.update(users).set({ selectedTeamId: team.id }).where(eq(users.id, user.id)),
      db.update(users).set({ selectedTeamId: kept.id }).where(eq(users.id, bystander)),
    ]);
    const response = await user.client(key, { params: { team_id: team.id } });
    expect([response.status, response.body]).toEqual([200, { success: true }]);
    expect(await membersOf(team.id)).toEqual([]);
    expect(await grantsIn(team.id)).toEqual([]);
    const [selections] = await db.batch([
      db.select({ id: users.id, selected: users.selectedTeamId }).from(users).where(eq(users.projectId, p.id)),
    ]);
    expect(new Map(selections.map(({ id, selected }) => [id, selected]))).toEqual(
      new Map([
        [user.id, null],
        [bystander, kept.id],
      ]),
    );
    expect((await p.server("GET /teams")).body.items).toEqual([kept]);
    expectError(await p.server(key, { params: { team_id: team.id } }), 404, "TEAM_NOT_FOUND", { team_id: team.id });
  });
});

describe("the events of teams", () => {
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
});
