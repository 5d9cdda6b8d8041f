import { describe, expect, it } from "vitest";
import { selectTeamGrants } from "../../../db/permissions/queries";
import { newId } from "../../../platform/secrets";
import { planOf } from "../../../testing/measured-databases";
import { db, project } from "../../../testing/project";
import { expectError, expectPlainError } from "../../../testing/refusals";
import { bareUser } from "../../../testing/tokens";
import { anonymousUserOf, definitions, grantInTeam, storedGrants, teamOf, userOf } from "../permissions.fixtures";

const ownUserOnly =
  'Client can only list permissions for their own user. user_id must be either "me" or the ID of the current user';

describe("GET /team-permissions", () => {
  const key = "GET /team-permissions";
  it("200 with what a client's own user holds in all teams, in the order of teams and ids, in one round trip", async () => {
    const p = await project(definitions);
    const [user, other] = [await userOf(p), await bareUser(p.id)];
    const members = [user.id, other];
    // Created in the opposite order of the list.
    const late = await teamOf(p, members, `ffffffff${newId().slice(8)}`);
    const early = await teamOf(p, members, `00000000${newId().slice(8)}`);
    await grantInTeam(p, late, user.id, "basic");
    await grantInTeam(p, early, user.id, "basic", "admin", "$invite_members");
    await grantInTeam(p, early, other, "editor");
    const response = await user.client(key, { query: { user_id: "me" } });
    expect(response.status).toBe(200);
    expect(response.body).toEqual({
      items: [
        { id: "$invite_members", team_id: early, user_id: user.id },
        { id: "admin", team_id: early, user_id: user.id },
        { id: "basic", team_id: early, user_id: user.id },
        { id: "basic", team_id: late, user_id: user.id },
      ],
      is_paginated: false,
    });
    expect(response.cost.d1).toBe(1);
    const named = await user.client(key, { query: { user_id: user.id.toUpperCase(), team_id: late } });
    expect(named.body.items).toEqual([{ id: "basic", team_id: late, user_id: user.id }]);
    // The other name of the field, as some clients write it.
    const renamed = await user.client(key, { query: { user_id: "me", teamId: late } });
    expect(renamed.body.items).toEqual([{ id: "basic", team_id: late, user_id: user.id }]);
    const both = await user.client(key, { query: { user_id: "me", team_id: late, teamId: early } });
    expect(both.body.items).toEqual([{ id: "basic", team_id: late, user_id: user.id }]);
  });

  // Attack: reading the permissions of a whole team by the name of the field that the check does not look at.
  it("403 for a client that names a team by either name, and no user", async () => {
    const p = await project(definitions);
    const user = await userOf(p);
    const team = await teamOf(p, [user.id]);
    const queries: Record<string, string>[] = [{ team_id: team }, { teamId: team }];
    for (const query of queries) {
      expectPlainError(await user.client(key, { query }), 403, ownUserOnly);
    }
    const malformed = await user.client(key, { query: { user_id: "me", teamId: "x" } });
    expectError(malformed, 400, "SCHEMA_ERROR", {
      message: "Request validation failed on GET /api/v1/team-permissions:\n  - query.teamId must be a valid UUID",
    });
  });

  it("200 recursive: each reachable permission once though they contain each other, nothing of the other scope", async () => {
    const p = await project(definitions);
    const user = await userOf(p);
    const team = await teamOf(p, [user.id]);
    await grantInTeam(p, team, user.id, "editor", "basic", "$update_team", "gone");
    const list = async (query: Record<string, string>) => {
      const response = await user.client(key, { query: { user_id: "me", ...query } });
      expect(response.cost.d1).toBe(1);
      return response.body.items.map(({ id }: { id: string }) => id);
    };
    expect(await list({ recursive: "true" })).toEqual([
      "$delete_team",
      "$read_members",
      "$update_team",
      "admin",
      "basic",
      "editor",
    ]);
    expect(await list({})).toEqual(["$update_team", "basic", "editor"]);
    expect(await list({ recursive: "false" })).toEqual(["$update_team", "basic", "editor"]);
  });

  it("200 with the one permission of the query, filtered after the expansion", async () => {
    const p = await project(definitions);
    const user = await userOf(p);
    const team = await teamOf(p, [user.id]);
    await grantInTeam(p, team, user.id, "editor");
    const query = { user_id: "me", team_id: team, permission_id: "$delete_team" };
    const response = await user.client(key, { query: { ...query, recursive: "true" } });
    expect(response.body.items).toEqual([{ id: "$delete_team", team_id: team, user_id: user.id }]);
    expect(response.cost.d1).toBe(1);
    expect((await user.client(key, { query })).body.items).toEqual([]);
  });

  // Attack: an owner defines permissions that all contain each other, and grants one to each member of a team. The list of what they
  // hold takes the isolate's memory, and its one thread for many seconds.
  it("400 recursive where the holders' permissions contain too many others; 200 of one permission", async () => {
    const ids = Array.from({ length: 60 }, (_, index) => `p${index}`);
    const containedPermissionIds = Object.fromEntries([...ids, "$delete_team"].map((id) => [id, true]));
    const p = await project({
      "rbac.permissions": Object.fromEntries(ids.map((id) => [id, { scope: "team", containedPermissionIds }])),
    });
    const members = await Promise.all(Array.from({ length: 10 }, () => bareUser(p.id)));
    const team = await teamOf(p, members);
    for (const [index, member] of members.entries()) await grantInTeam(p, team, member, `p${index}`);
    const query = { team_id: team, recursive: "true" };
    expectPlainError(
      await p.server(key, { query }),
      400,
      "The permissions that are granted here contain too many others to list them all. Please give a permission_id.",
    );
    const one = await p.server(key, { query: { ...query, permission_id: "$delete_team" } });
    expect(one.body.items.map(({ user_id }: { user_id: string }) => user_id)).toEqual([...members].sort());
    const own = await p.server(key, { query: { ...query, user_id: members[0] ?? "" } });
    expect(own.body.items).toHaveLength(61);
  });

  // Attack: get a team permission through a project permission that contains it, granted in a team.
  it("200 without what a grant of the other scope contains", async () => {
    const p = await project(definitions);
    const user = await userOf(p);
    const team = await teamOf(p, [user.id]);
    await grantInTeam(p, team, user.id, "reader");
    const response = await user.client(key, { query: { user_id: "me", recursive: "true" } });
    expect(response.body.items).toEqual([]);
  });

  it("200 for a server: of a team, of a user, of all, `_` after the letters; none for unknown ones", async () => {
    const ids = ["a_b", "ab", "a1", "a:b"];
    const p = await project({ "rbac.permissions": Object.fromEntries(ids.map((id) => [id, { scope: "team" }])) });
    const [first, second] = [await bareUser(p.id), await bareUser(p.id)].sort() as [string, string];
    const [team, other] = [
      await teamOf(p, [first, second], `00000000${newId().slice(8)}`),
      await teamOf(p, [first], `ffffffff${newId().slice(8)}`),
    ];
    await grantInTeam(p, other, first, "ab");
    await grantInTeam(p, team, second, "ab");
    await grantInTeam(p, team, first, ...ids);
    const list = async (query: Record<string, string>) =>
      (await p.server(key, { query })).body.items.map((item: { id: string; team_id: string; user_id: string }) => [
        item.team_id,
        item.user_id,
        item.id,
      ]);
    const ofTeam = [
      [team, first, "a1"],
      [team, first, "a:b"],
      [team, first, "ab"],
      [team, first, "a_b"],
      [team, second, "ab"],
    ];
    expect(await list({ team_id: team })).toEqual(ofTeam);
    expect(await list({})).toEqual([...ofTeam, [other, first, "ab"]]);
    expect(await list({ user_id: second })).toEqual([[team, second, "ab"]]);
    expect(await list({ user_id: newId() })).toEqual([]);
    expect(await list({ team_id: newId() })).toEqual([]);
  });

  it("attack: a client lists what others or all users hold, 403, whether or not they exist", async () => {
    const p = await project(definitions);
    const [user, other] = [await userOf(p), await bareUser(p.id)];
    const team = await teamOf(p, [user.id, other]);
    await grantInTeam(p, team, other, "admin");
    const queries: Record<string, string>[] = [{ user_id: other }, { user_id: newId() }, { team_id: team }, {}];
    for (const query of queries) {
      const response = await user.client(key, { query });
      expectPlainError(response, 403, ownUserOnly);
      expect(response.cost.d1).toBe(1);
    }
  });

  it("attack: a client without a session lists what all users hold, 400 CANNOT_GET_OWN_USER_WITHOUT_USER", async () => {
    const p = await project(definitions);
    const users = await Promise.all(Array.from({ length: 20 }, () => bareUser(p.id)));
    const team = await teamOf(p, users);
    for (const id of users) await grantInTeam(p, team, id, "admin");
    const queries: Record<string, string>[] = [{}, { team_id: team }, { user_id: "me" }, { user_id: users[0] ?? "" }];
    for (const query of queries) {
      const response = await p.client(key, { query });
      expectError(response, 400, "CANNOT_GET_OWN_USER_WITHOUT_USER");
      expect(response.cost.rowsRead).toBeLessThan(10);
    }
  });

  it("200 with an empty list for an anonymous user; attack: 403 for one who names another user", async () => {
    const p = await project(definitions);
    const [anonymous, other] = [await anonymousUserOf(p), await bareUser(p.id)];
    await grantInTeam(p, await teamOf(p, [other]), other, "admin");
    expect((await anonymous.client(key, { query: { user_id: "me" } })).body.items).toEqual([]);
    expectPlainError(await anonymous.client(key, { query: { user_id: other } }), 403, ownUserOnly);
  });

  it("attack: a client lists another project's team, 200 with an empty list", async () => {
    const [p, other] = [await project(definitions), await project(definitions)];
    const userId = await bareUser(other.id);
    const team = await teamOf(other, [userId]);
    await grantInTeam(other, team, userId, "admin");
    const queries: Record<string, string>[] = [{ team_id: team }, { user_id: userId }];
    for (const query of queries) {
      expect((await p.server(key, { query })).body.items).toEqual([]);
    }
  });

  it("400 SCHEMA_ERROR for malformed ids and unknown query parameters", async () => {
    const p = await project();
    const query = { team_id: "x", user_id: "x", permission_id: "$Admin", recursive: "yes", limit: "1" };
    expectError(await p.server(key, { query }), 400, "SCHEMA_ERROR", {
      message: [
        "Request validation failed on GET /api/v1/team-permissions:",
        "  - query.team_id must be a valid UUID",
        "  - query.user_id must be a valid UUID",
        '  - Only lowercase letters, numbers, ":", "_" and optional "$" at the beginning are allowed',
        "  - Invalid system permission",
        "  - query.recursive must be one of the following values: true, false",
        "  - query contains unknown properties: limit",
      ].join("\n"),
    });
  });

  it("uses indexes, for one user and for all", async () => {
    const projectId = newId();
    for (const grants of [{}, { userId: newId() }, { teamId: newId() }, { teamId: newId(), userId: newId() }]) {
      const plan = await planOf(selectTeamGrants(db, { projectId, ...grants }));
      expect(plan).toMatch(/^SEARCH team_permission_grants USING (COVERING )?INDEX \S+ \(project_id=\?[^\n]*\)$/);
    }
  });

  it("reads only the rows of one user among 10,000", async () => {
    const p = await project(definitions);
    const user = await userOf(p);
    const team = await teamOf(p, [user.id]);
    await grantInTeam(p, team, user.id, "admin", "basic");
    const other = await bareUser(p.id);
    const big = await teamOf(p, [other]);
    await grantInTeam(p, big, other, ...Array.from({ length: 10_000 }, (_, index) => `p${index}`));
    const response = await user.client(key, { query: { user_id: "me", team_id: team, recursive: "true" } });
    expect(response.body.items).toHaveLength(6);
    expect(response.cost.rowsRead).toBeLessThan(20);
    // Two more than the longest list: the server must name a user.
    expectPlainError(await p.server(key), 400, "More than 10000 permissions are granted here. Please give a user_id.");
    expect((await p.server(key, { query: { user_id: other } })).status).toBe(200);
  });
});

describe("POST /team-permissions/{team_id}/{user_id}/{permission_id}", () => {
  const key = "POST /team-permissions/{team_id}/{user_id}/{permission_id}";
  it("201 with the grant, which counts at once, also when repeated; two round trips", async () => {
    const p = await project(definitions);
    const user = await userOf(p);
    const team = await teamOf(p, [user.id]);
    for (const permission_id of ["editor", "editor", "$invite_members"]) {
      const response = await p.server(key, { params: { team_id: team, user_id: user.id, permission_id }, body: {} });
      expect([response.status, response.body]).toEqual([201, { id: permission_id, team_id: team, user_id: user.id }]);
      expect(response.cost.d1).toBe(2);
    }
    expect(await storedGrants(p, user.id)).toEqual({ team: ["$invite_members", "editor"], project: [] });
    const changed = await user.client("PATCH /teams/{team_id}", {
      params: { team_id: team },
      body: { display_name: "Renamed" },
    });
    expect(changed.status).toBe(200);
  });

  it("201 for `me` with a user's token at server tier, and with the list's parameters, which are ignored", async () => {
    const p = await project(definitions);
    const user = await userOf(p);
    const team = await teamOf(p, [user.id]);
    const params = { team_id: team.toUpperCase(), user_id: "me", permission_id: "basic" };
    const response = await user.admin(key, { params, query: { recursive: "true", team_id: newId() }, body: {} });
    expect(response.body).toEqual({ id: "basic", team_id: team, user_id: user.id });
    expectError(await p.server(key, { params, body: {} }), 400, "CANNOT_GET_OWN_USER_WITHOUT_USER");
  });

  it("201 for each of 20 concurrent requests, and one grant", async () => {
    const p = await project(definitions);
    const userId = await bareUser(p.id);
    const team = await teamOf(p, [userId]);
    const params = { team_id: team, user_id: userId, permission_id: "admin" };
    const responses = await Promise.all(Array.from({ length: 20 }, () => p.server(key, { params, body: {} })));
    expect(new Set(responses.map(({ status }) => status))).toEqual(new Set([201]));
    expect(await storedGrants(p, userId)).toEqual({ team: ["admin"], project: [] });
  });

  it("attack: a client grants its own user a permission, 401 INSUFFICIENT_ACCESS_TYPE", async () => {
    const p = await project(definitions);
    const user = await userOf(p);
    const team = await teamOf(p, [user.id]);
    await grantInTeam(p, team, user.id, "admin");
    const params = { team_id: team, user_id: user.id, permission_id: "basic" };
    expectError(await user.client(key, { params, body: {} }), 401, "INSUFFICIENT_ACCESS_TYPE");
    expect(await storedGrants(p, user.id)).toEqual({ team: ["admin"], project: [] });
  });

  it("404 USER_NOT_FOUND, then TEAM_MEMBERSHIP_NOT_FOUND, then the errors of the permission", async () => {
    const [p, other] = [await project(definitions), await project(definitions)];
    const [member, outsider, elsewhere] = [await bareUser(p.id), await bareUser(p.id), await bareUser(other.id)];
    const team = await teamOf(p, [member]);
    const theirs = await teamOf(other, [elsewhere]);
    const grant = (team_id: string, user_id: string, permission_id: string) =>
      p.server(key, { params: { team_id, user_id, permission_id }, body: {} });
    for (const user_id of [newId(), elsewhere]) expectError(await grant(team, user_id, "gone"), 404, "USER_NOT_FOUND");
    for (const [team_id, user_id] of [
      [team, outsider],
      [theirs, member],
      [newId(), member],
    ] as const) {
      expectError(await grant(team_id, user_id, "gone"), 404, "TEAM_MEMBERSHIP_NOT_FOUND", { team_id, user_id });
    }
    for (const id of ["gone", "constructor", "__proto__"]) {
      const response = await grant(team, member, id);
      expectError(response, 404, "PERMISSION_NOT_FOUND", { permission_id: id });
      expect(response.body.error).toBe(`Permission "${id}" not found. Make sure you created it on the dashboard.`);
    }
    expectError(await grant(team, member, "reader"), 404, "WRONG_PERMISSION_SCOPE", {
      permission_id: "reader",
      expected_scope: "team",
      actual_scope: "project",
    });
    expect(await storedGrants(p, member)).toEqual({ team: [], project: [] });
  });

  it("400 SCHEMA_ERROR for malformed ids", async () => {
    const p = await project();
    const response = await p.server(key, { params: { team_id: "x", user_id: "y", permission_id: "$no" } });
    expect(response.body.error.split("\n").slice(1)).toEqual([
      "  - params.team_id must be a valid UUID",
      "  - params.user_id must be a valid UUID",
      "  - Invalid system permission",
    ]);
  });
});

describe("DELETE /team-permissions/{team_id}/{user_id}/{permission_id}", () => {
  const key = "DELETE /team-permissions/{team_id}/{user_id}/{permission_id}";
  it("200 deletes the grant, in this team only, with or without a body; then 401 TEAM_PERMISSION_NOT_FOUND", async () => {
    const p = await project(definitions);
    const user = await userOf(p);
    const [team, other] = [await teamOf(p, [user.id]), await teamOf(p, [user.id])];
    await grantInTeam(p, team, user.id, "admin", "basic", "gone");
    await grantInTeam(p, other, user.id, "admin");
    const params = { team_id: team, user_id: user.id, permission_id: "admin" };
    const response = await p.server(key, { params });
    expect([response.status, response.body, response.cost.d1]).toEqual([200, { success: true }, 2]);
    // A grant of a permission that is no longer defined can be revoked too.
    expect((await p.server(key, { params: { ...params, permission_id: "gone" }, body: {} })).status).toBe(200);
    expect(await storedGrants(p, user.id)).toEqual({ team: ["admin", "basic"], project: [] });
    const again = await p.server(key, { params });
    expectError(again, 401, "TEAM_PERMISSION_NOT_FOUND", params);
    expect(again.body.error).toBe(`User ${user.id} does not have permission admin in team ${team}.`);
  });

  it("401 TEAM_PERMISSION_NOT_FOUND for a permission that is only contained in a granted one", async () => {
    const p = await project(definitions);
    const userId = await bareUser(p.id);
    const team = await teamOf(p, [userId]);
    await grantInTeam(p, team, userId, "admin");
    const params = { team_id: team, user_id: userId, permission_id: "editor" };
    expectError(await p.server(key, { params }), 401, "TEAM_PERMISSION_NOT_FOUND", params);
  });

  it("404 USER_NOT_FOUND, 404 TEAM_MEMBERSHIP_NOT_FOUND; attack: nothing of another project is revoked", async () => {
    const [p, other] = [await project(definitions), await project(definitions)];
    const [outsider, elsewhere] = [await bareUser(p.id), await bareUser(other.id)];
    const [team, theirs] = [await teamOf(p, []), await teamOf(other, [elsewhere])];
    await grantInTeam(other, theirs, elsewhere, "admin");
    const revoke = (team_id: string, user_id: string) =>
      p.server(key, { params: { team_id, user_id, permission_id: "admin" } });
    expectError(await revoke(theirs, elsewhere), 404, "USER_NOT_FOUND");
    for (const team_id of [team, theirs]) {
      expectError(await revoke(team_id, outsider), 404, "TEAM_MEMBERSHIP_NOT_FOUND", { team_id, user_id: outsider });
    }
    expect(await storedGrants(other, elsewhere)).toEqual({ team: ["admin"], project: [] });
  });

  it("200 for one of 20 concurrent requests, 401 for the others", async () => {
    const p = await project(definitions);
    const userId = await bareUser(p.id);
    const team = await teamOf(p, [userId]);
    await grantInTeam(p, team, userId, "admin");
    const params = { team_id: team, user_id: userId, permission_id: "admin" };
    const responses = await Promise.all(Array.from({ length: 20 }, () => p.server(key, { params })));
    expect(responses.map(({ status }) => status).sort()).toEqual([200, ...Array(19).fill(401)]);
  });
});
