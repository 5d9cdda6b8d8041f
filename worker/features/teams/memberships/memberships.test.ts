import { and, eq } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import { selectUserInTeam } from "../../../db/memberships/queries";
import { teamMemberships } from "../../../db/memberships/schema";
import { selectStanding } from "../../../db/permissions/queries";
import { newId } from "../../../platform/secrets";
import { planOf } from "../../../testing/measured-databases";
import { db, project, type TestProject } from "../../../testing/project";
import { expectError } from "../../../testing/refusals";
import { bareUser } from "../../../testing/tokens";
import { clientTeams, grantsIn, join, membersOf, teamIn, userOf } from "../teams.fixtures";

const times = <T>(count: number, make: (index: number) => T): T[] => Array.from({ length: count }, (_, i) => make(i));

/** Has a user select a team, as `PATCH /users/me` does. */
async function select(p: TestProject, userId: string, teamId: string) {
  const body = { selected_team_id: teamId };
  expect((await p.server("PATCH /users/{user_id}", { params: { user_id: userId }, body })).status).toBe(200);
}

async function selectionOf(p: TestProject, userId: string): Promise<string | null> {
  return (await p.server("GET /users/{user_id}", { params: { user_id: userId } })).body.selected_team_id;
}

describe("POST /team-memberships/{team_id}/{user_id}", () => {
  const key = "POST /team-memberships/{team_id}/{user_id}";
  it("201: the user is a member, with the grants of members, not of creators, in two round trips", async () => {
    const p = await project(clientTeams);
    const [{ id: team_id }, user_id] = [await teamIn(p), await bareUser(p.id)];
    const response = await p.server(key, { params: { team_id: team_id.toUpperCase(), user_id }, body: {} });
    expect([response.status, response.body, response.cost.d1]).toEqual([201, { team_id, user_id }, 2]);
    expect(await membersOf(team_id)).toEqual([user_id]);
    expect(await grantsIn(team_id)).toEqual(["basic"]);
    expect(await selectionOf(p, user_id)).toBe(null);
    expect((await p.server("GET /users", { query: { team_id } })).body.items).toHaveLength(1);
  });

  it("201 with `me` for a server with a user token", async () => {
    const p = await project();
    const [{ id: team_id }, user] = [await teamIn(p), await userOf(p)];
    const response = await user.server(key, { params: { team_id, user_id: "me" }, body: {} });
    expect([response.status, response.body]).toEqual([201, { team_id, user_id: user.id }]);
    const withoutUser = { params: { team_id, user_id: "me" }, body: {} };
    expectError(await p.server(key, withoutUser), 400, "CANNOT_GET_OWN_USER_WITHOUT_USER");
  });

  it("201 with more default permissions than D1 takes parameters for in one statement", async () => {
    const ids = times(100, (index) => `permission_${String(index).padStart(3, "0")}`);
    const p = await project({
      "rbac.permissions": Object.fromEntries(ids.map((id) => [id, { scope: "team" }])),
      "rbac.defaultPermissions": {
        teamMember: Object.fromEntries(ids.map((id) => [id, true])),
        teamCreator: {},
        signUp: {},
      },
    });
    const [{ id: team_id }, user_id] = [await teamIn(p), await bareUser(p.id)];
    const response = await p.server(key, { params: { team_id, user_id }, body: {} });
    expect([response.status, response.cost.d1]).toEqual([201, 2]);
    expect((await grantsIn(team_id)).sort()).toEqual(ids);
  });

  it("404 USER_NOT_FOUND for an unknown user or another project's, before the team", async () => {
    const [p, other] = [await project(), await project()];
    const { id: team_id } = await teamIn(p);
    for (const user_id of [newId(), await bareUser(other.id)]) {
      for (const each of [team_id, newId()]) {
        expectError(await p.server(key, { params: { team_id: each, user_id }, body: {} }), 404, "USER_NOT_FOUND");
      }
    }
    expect(await membersOf(team_id)).toEqual([]);
  });

  it("404 TEAM_NOT_FOUND for an unknown team or another project's", async () => {
    const [p, other] = [await project(), await project()];
    const [user_id, elsewhere] = [await bareUser(p.id), await teamIn(other)];
    for (const team_id of [newId(), elsewhere.id]) {
      const response = await p.server(key, { params: { team_id, user_id }, body: {} });
      expectError(response, 404, "TEAM_NOT_FOUND", { team_id });
    }
    expect(await membersOf(elsewhere.id)).toEqual([]);
  });

  it("409 TEAM_MEMBERSHIP_ALREADY_EXISTS for a member, whose grants stay as they are", async () => {
    const p = await project(clientTeams);
    const user_id = await bareUser(p.id);
    const { id: team_id } = await teamIn(p, { creator_user_id: user_id });
    const response = await p.server(key, { params: { team_id, user_id }, body: {} });
    expectError(response, 409, "TEAM_MEMBERSHIP_ALREADY_EXISTS");
    expect(await grantsIn(team_id)).toEqual(["admin"]);
  });

  // Race: the same user is added by concurrent requests.
  it("201 to one of 20 at once, 409 TEAM_MEMBERSHIP_ALREADY_EXISTS to the others: one membership, granted once", async () => {
    const p = await project(clientTeams);
    const [{ id: team_id }, user_id] = [await teamIn(p), await bareUser(p.id)];
    const responses = await Promise.all(times(20, () => p.server(key, { params: { team_id, user_id }, body: {} })));
    expect(responses.filter(({ status }) => status === 201)).toHaveLength(1);
    for (const response of responses.filter(({ status }) => status !== 201)) {
      expectError(response, 409, "TEAM_MEMBERSHIP_ALREADY_EXISTS");
    }
    expect(await membersOf(team_id)).toEqual([user_id]);
    expect(await grantsIn(team_id)).toEqual(["basic"]);
  });

  it("400 SCHEMA_ERROR for malformed ids, unknown fields and query parameters", async () => {
    const p = await project();
    const params = { team_id: "x", user_id: "y" };
    expectError(await p.server(key, { params, query: { a: "1" }, body: { as: "creator" } }), 400, "SCHEMA_ERROR", {
      message: [
        "Request validation failed on POST /api/v1/team-memberships/x/y:",
        "  - params.team_id must be a valid UUID",
        "  - params.user_id must be a valid UUID",
        "  - body contains unknown properties: as",
        "  - query contains unknown properties: a",
      ].join("\n"),
    });
  });
});

describe("DELETE /team-memberships/{team_id}/{user_id}", () => {
  const key = "DELETE /team-memberships/{team_id}/{user_id}";
  it("200 for a member who leaves: grants, profile and selection are deleted", async () => {
    const p = await project(clientTeams);
    const [user, other] = [await userOf(p), await bareUser(p.id)];
    const team = await teamIn(p);
    await join(p, team.id, user.id, ["basic"]);
    await join(p, team.id, other, ["editor"]);
    for (const id of [user.id, other]) await select(p, id, team.id);
    await db.batch([
      db
        .update(teamMemberships)
        .set({ displayName: "Captain" })
        .where(and(eq(teamMemberships.projectId, p.id), eq(teamMemberships.userId, user.id))),
    ]);
    const response = await user.client(key, { params: { team_id: team.id, user_id: "me" } });
    expect([response.status, response.body, response.cost.d1]).toEqual([200, { success: true }, 2]);
    expect(await membersOf(team.id)).toEqual([other]);
    expect(await grantsIn(team.id)).toEqual(["editor"]);
    expect(await selectionOf(p, user.id)).toBe(null);
    expect(await selectionOf(p, other)).toBe(team.id);
    // A user who joins again starts without them.
    const back = { params: { team_id: team.id, user_id: user.id } };
    expect((await p.server("POST /team-memberships/{team_id}/{user_id}", { ...back, body: {} })).status).toBe(201);
    const profile = await p.server("GET /team-member-profiles/{team_id}/{user_id}", back);
    expect(profile.body.display_name).toBe(null);
  });

  it("200: another selected team stays selected, and other teams' memberships stay", async () => {
    const p = await project(clientTeams);
    const user = await userOf(p);
    const [left, kept] = [await teamIn(p, { creator_user_id: user.id }), await teamIn(p, { creator_user_id: user.id })];
    await select(p, user.id, kept.id);
    await user.client(key, { params: { team_id: left.id, user_id: user.id } });
    expect(await selectionOf(p, user.id)).toBe(kept.id);
    expect(await membersOf(kept.id)).toEqual([user.id]);
    expect(await grantsIn(kept.id)).toEqual(["admin"]);
  });

  it("200 for the last member, who leaves a team without members", async () => {
    const p = await project(clientTeams);
    const user = await userOf(p);
    const team = await teamIn(p, { creator_user_id: user.id });
    expect((await user.client(key, { params: { team_id: team.id, user_id: "me" } })).status).toBe(200);
    expect((await p.server("GET /teams")).body.items).toEqual([team]);
    expect(await membersOf(team.id)).toEqual([]);
  });

  it("400 CANNOT_GET_OWN_USER_WITHOUT_USER for a client without a user, whichever user it names", async () => {
    const p = await project();
    const user_id = await bareUser(p.id);
    const { id: team_id } = await teamIn(p, { creator_user_id: user_id });
    for (const each of ["me", user_id]) {
      expectError(await p.client(key, { params: { team_id, user_id: each } }), 400, "CANNOT_GET_OWN_USER_WITHOUT_USER");
    }
    expect(await membersOf(team_id)).toEqual([user_id]);
  });

  it("attack: a member without $remove_members removes another, 401 TEAM_PERMISSION_REQUIRED", async () => {
    const p = await project(clientTeams);
    const [user, victim] = [await userOf(p), await bareUser(p.id)];
    const [team, own] = [await teamIn(p, { creator_user_id: victim }), await teamIn(p)];
    await join(p, team.id, user.id, ["basic"]);
    await join(p, own.id, user.id, ["$remove_members"]);
    // The same for users who are no members, and for unknown users.
    for (const user_id of [victim, await bareUser(p.id), newId()]) {
      const response = await user.client(key, { params: { team_id: team.id, user_id } });
      expectError(response, 401, "TEAM_PERMISSION_REQUIRED", {
        team_id: team.id,
        user_id: user.id,
        permission_id: "$remove_members",
      });
    }
    expect(await membersOf(team.id)).toContain(victim);
  });

  it("attack: a user who is no member removes one, 404 TEAM_MEMBERSHIP_NOT_FOUND about the caller", async () => {
    const [p, other] = [await project(clientTeams), await project(clientTeams)];
    const [outsider, victim, theirs] = [await userOf(p), await bareUser(p.id), await bareUser(other.id)];
    const team = await teamIn(p, { creator_user_id: victim });
    const elsewhere = await teamIn(other, { creator_user_id: theirs });
    for (const [team_id, user_id] of [
      [team.id, victim],
      [elsewhere.id, theirs],
      [newId(), victim],
    ] as const) {
      const response = await outsider.client(key, { params: { team_id, user_id } });
      expectError(response, 404, "TEAM_MEMBERSHIP_NOT_FOUND", { team_id, user_id: outsider.id });
    }
    expect(await membersOf(team.id)).toEqual([victim]);
    expect(await membersOf(elsewhere.id)).toEqual([theirs]);
  });

  it("200 for a member with $remove_members, and for a server without a user", async () => {
    const p = await project(clientTeams);
    const [user, first, second] = [await userOf(p), await bareUser(p.id), await bareUser(p.id)];
    const team = await teamIn(p);
    await join(p, team.id, user.id, ["$remove_members"]);
    for (const each of [first, second]) await join(p, team.id, each);
    expect((await user.client(key, { params: { team_id: team.id, user_id: first } })).status).toBe(200);
    expect((await p.server(key, { params: { team_id: team.id, user_id: second } })).status).toBe(200);
    expect(await membersOf(team.id)).toEqual([user.id]);
  });

  it("404 USER_NOT_FOUND for an unknown user, TEAM_MEMBERSHIP_NOT_FOUND for a user who is no member", async () => {
    const [p, other] = [await project(), await project()];
    const [user, foreign] = [await userOf(p), await bareUser(other.id)];
    const team = await teamIn(p);
    for (const user_id of [newId(), foreign]) {
      expectError(await p.server(key, { params: { team_id: team.id, user_id } }), 404, "USER_NOT_FOUND");
    }
    for (const team_id of [team.id, newId()]) {
      for (const who of [p.server, user.client]) {
        const response = await who(key, { params: { team_id, user_id: user.id } });
        expectError(response, 404, "TEAM_MEMBERSHIP_NOT_FOUND", { team_id, user_id: user.id });
      }
    }
  });

  // Race: a member leaves and is removed at once.
  it("200 to one of 10 at once, 404 TEAM_MEMBERSHIP_NOT_FOUND to the others", async () => {
    const p = await project();
    const user = await userOf(p);
    const team = await teamIn(p, { creator_user_id: user.id });
    const params = { team_id: team.id, user_id: user.id };
    const responses = await Promise.all(times(10, (index) => (index % 2 ? p.server : user.client)(key, { params })));
    const refused = responses.filter(({ status }) => status !== 200);
    expect(refused).toHaveLength(9);
    for (const response of refused) expectError(response, 404, "TEAM_MEMBERSHIP_NOT_FOUND", params);
  });

  // Race: concurrent joins and departures leave either a member with grants, or nothing.
  it("leaves no grants without a membership, in any order of joins and departures", async () => {
    const p = await project(clientTeams);
    const user = await userOf(p);
    const team = await teamIn(p);
    const params = { team_id: team.id, user_id: user.id };
    await Promise.all(
      times(30, (index) =>
        index % 2
          ? user.client(key, { params })
          : p.server("POST /team-memberships/{team_id}/{user_id}", { params, body: {} }),
      ),
    );
    expect(await grantsIn(team.id)).toEqual((await membersOf(team.id)).map(() => "basic"));
  });

  it("uses indexes only", async () => {
    const member = { projectId: "p", teamId: "t", userId: "u" };
    for (const query of [selectUserInTeam(db, member), selectStanding(db, member)]) {
      expect(await planOf(query)).not.toMatch(/SCAN/);
    }
  });
});
