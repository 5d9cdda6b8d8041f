import { eq } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import { newId } from "../../platform/secrets";
import { db, project, type TestProject } from "../../testing/project";
import { planOf } from "../../testing/query-plan";
import { expectError, expectPlainError, refusals } from "../../testing/refusals";
import { accessToken, bareUser } from "../../testing/tokens";
import { teamPermissionGrants } from "../permissions/schema";
import { users } from "../users/users/schema";
import { selectStanding, selectTeams, selectTeamsOf } from "./queries";
import { teamMemberships, teams } from "./schema";

const onePixel =
  "data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==";
const svg = "data:image/svg+xml;base64,PHN2Zy8+";
const onePixelUrl = expect.stringMatching(/^http:\/\/localhost:8787\/images\/[0-9a-f]{64}\.png$/);
const uuidPattern = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;

/** Clients may create teams; who creates one holds `admin`, which contains `editor`, which may change and delete. */
const clientTeams = {
  "teams.allowClientTeamCreation": true,
  "rbac.permissions": {
    admin: { scope: "team", containedPermissionIds: { editor: true } },
    editor: { scope: "team", containedPermissionIds: { admin: true, $update_team: true, $delete_team: true } },
    basic: { scope: "team", containedPermissionIds: { $read_members: true } },
  },
  "rbac.defaultPermissions": { teamCreator: { admin: true }, teamMember: { basic: true }, signUp: {} },
};

/** A user of a project, and callers that carry their token. */
async function userOf(p: TestProject, fields: Parameters<typeof bareUser>[1] = {}) {
  const id = await bareUser(p.id, fields);
  return { id, ...p.as({ access_token: await accessToken(p.id, id, { isAnonymous: fields?.isAnonymous ?? false }) }) };
}

/** A team of a server's making. */
async function teamIn(p: TestProject, body: object = {}): Promise<{ id: string; created_at_millis: number }> {
  return (await p.server("POST /teams", { body: { display_name: "Crew", ...body } })).body;
}

async function grantsIn(teamId: string): Promise<string[]> {
  const [rows] = await db.batch([
    db.select().from(teamPermissionGrants).where(eq(teamPermissionGrants.teamId, teamId)),
  ]);
  return rows.map((row) => row.permissionId);
}

async function membersOf(teamId: string): Promise<string[]> {
  const [rows] = await db.batch([db.select().from(teamMemberships).where(eq(teamMemberships.teamId, teamId))]);
  return rows.map((row) => row.userId);
}

async function teamCount(p: TestProject): Promise<number> {
  const [rows] = await db.batch([db.select({ id: teams.id }).from(teams).where(eq(teams.projectId, p.id))]);
  return rows.length;
}

/** Adds a member behind the API's back, with permissions granted directly. */
async function join(p: TestProject, teamId: string, userId: string, permissionIds: string[] = []): Promise<void> {
  const member = { projectId: p.id, teamId, userId };
  await db.batch([
    db.insert(teamMemberships).values({ ...member, userOrdinal: 1, createdAt: Date.now() }),
    ...permissionIds.map((permissionId) => db.insert(teamPermissionGrants).values({ ...member, permissionId })),
  ]);
}

describe("POST /teams", () => {
  const key = "POST /teams";
  refusals(key, ["client", "server", "admin"], { body: { display_name: "Crew" } });

  it("201 for a server: every field, stored and read back, without members", async () => {
    const p = await project();
    const before = Date.now();
    const body = {
      display_name: "",
      profile_image_url: "https://images.example/crew.png",
      client_metadata: { a: [1, null] },
      client_read_only_metadata: "text",
      server_metadata: 0,
    };
    const answer = await p.server(key, { body });
    expect(answer.status).toBe(201);
    expect(answer.body).toEqual({
      ...body,
      id: expect.stringMatching(uuidPattern),
      created_at_millis: expect.any(Number),
    });
    expect(answer.body.created_at_millis).toBeGreaterThanOrEqual(before);
    expect(await membersOf(answer.body.id)).toEqual([]);
    const read = await p.admin("GET /teams/{team_id}", { params: { team_id: answer.body.id } });
    expect(read.body).toEqual(answer.body);
  });

  it("201 for a client: its user becomes member and creator, and nothing of the server's is shown", async () => {
    const p = await project(clientTeams);
    const user = await userOf(p);
    const body = { display_name: "Crew", profile_image_url: onePixel, client_metadata: { a: 1 } };
    const answer = await user.client(key, { body });
    expect(answer.status).toBe(201);
    expect(answer.body).toEqual({
      id: expect.stringMatching(uuidPattern),
      display_name: "Crew",
      profile_image_url: onePixelUrl,
      client_metadata: { a: 1 },
      client_read_only_metadata: null,
    });
    expect(await membersOf(answer.body.id)).toEqual([user.id]);
    expect(await grantsIn(answer.body.id)).toEqual(["admin"]);
    expect(answer.cost.d1).toBe(2);
  });

  it("201 with creator_user_id `me`, which only clients may say, or with the own id", async () => {
    const p = await project(clientTeams);
    const user = await userOf(p);
    for (const creator_user_id of ["me", user.id]) {
      const answer = await user.client(key, { body: { display_name: "Crew", creator_user_id } });
      expect(await membersOf(answer.body.id)).toEqual([user.id]);
    }
    expectError(
      await user.server(key, { body: { display_name: "Crew", creator_user_id: "me" } }),
      400,
      "SCHEMA_ERROR",
      {
        message: "Request validation failed on POST /api/v1/teams:\n  - body.creator_user_id must be a valid UUID",
      },
    );
  });

  it("201 for a server with a creator, who is not made to select the team", async () => {
    const p = await project(clientTeams);
    const userId = await bareUser(p.id);
    const { id } = await teamIn(p, { creator_user_id: userId });
    expect(await membersOf(id)).toEqual([userId]);
    expect(await grantsIn(id)).toEqual(["admin"]);
    const read = await p.server("GET /users/{user_id}", { params: { user_id: userId } });
    expect(read.body.selected_team_id).toBeNull();
  });

  it("201 with add_current_user: `true` makes the signed-in user the creator, `false` nobody", async () => {
    const p = await project(clientTeams);
    const user = await userOf(p);
    for (const [add_current_user, members] of [
      ["true", [user.id]],
      ["false", []],
    ] as const) {
      const answer = await user.server(key, { query: { add_current_user }, body: { display_name: "Crew" } });
      expect(await membersOf(answer.body.id)).toEqual(members);
    }
  });

  it("400 SCHEMA_ERROR for each wrong field, for unknown keys and for what only servers may set", async () => {
    const p = await project(clientTeams);
    const user = await userOf(p);
    const body = { profile_image_url: "", server_metadata: 1, client_read_only_metadata: 1, creator_user_id: "x" };
    expectError(await user.client(key, { body, query: { x: "1" } }), 400, "SCHEMA_ERROR", {
      message: [
        "Request validation failed on POST /api/v1/teams:",
        "  - body.display_name must be defined",
        "  - body.profile_image_url is not a valid URL",
        "  - body.creator_user_id must be a valid UUID",
        "  - body contains unknown properties: server_metadata, client_read_only_metadata",
        "  - query contains unknown properties: x",
      ].join("\n"),
    });
    expectError(await user.server(key), 400, "SCHEMA_ERROR", {
      message: "Request validation failed on POST /api/v1/teams:\n  - body must be defined",
    });
  });

  it("400 SCHEMA_ERROR for a team that no row can hold", async () => {
    const p = await project();
    const answer = await p.server(key, { body: { display_name: "x".repeat(1_900_000) } });
    expectError(answer, 400, "SCHEMA_ERROR", {
      message: "The fields of a team must be at most 1900000 bytes together",
    });
    expect(await teamCount(p)).toBe(0);
  });

  it("400 as text with both creator_user_id and add_current_user, told before all else", async () => {
    const p = await project();
    const answer = await p.client(key, {
      query: { add_current_user: "false" },
      body: { display_name: "Crew", creator_user_id: newId() },
    });
    expectPlainError(
      answer,
      400,
      "Cannot use both creator_user_id and add_current_user. add_current_user is deprecated, please only use creator_user_id in the body.",
    );
  });

  it("401 USER_AUTHENTICATION_REQUIRED for a client without a user, told before what the project allows", async () => {
    const p = await project();
    expectError(await p.client(key, { body: { display_name: "Crew" } }), 401, "USER_AUTHENTICATION_REQUIRED");
  });

  it("403 as text where clients may create no teams, told before the image", async () => {
    const user = await userOf(await project());
    expectPlainError(
      await user.client(key, { body: { display_name: "Crew", profile_image_url: svg } }),
      403,
      "Client team creation is disabled for this project",
    );
  });

  it("attack: a client sets a picture that reports to its host, 400, told before a foreign creator", async () => {
    const p = await project(clientTeams);
    const user = await userOf(p);
    for (const profile_image_url of ["https://spy.example/pixel.png", svg, "javascript:alert(1)"]) {
      const body = { display_name: "Crew", profile_image_url, creator_user_id: newId() };
      expectPlainError(await user.client(key, { body }), 400, "Invalid profile image URL");
    }
    expect(await teamCount(p)).toBe(0);
  });

  it("400 as text for an image that is none, at any tier", async () => {
    const p = await project();
    const post = (profile_image_url: string) => p.server(key, { body: { display_name: "Crew", profile_image_url } });
    expectPlainError(await post(svg), 400, "Invalid profile image URL");
    expectPlainError(await post("data:image/png;base64,AAAA"), 400, "Invalid image format or corrupted image data");
  });

  it("attack: a client makes somebody else the creator, 403", async () => {
    const p = await project(clientTeams);
    const user = await userOf(p);
    expectPlainError(
      await user.client(key, { body: { display_name: "Crew", creator_user_id: await bareUser(p.id) } }),
      403,
      "You cannot create a team as a user that is not yourself. Make sure you set the creator_user_id to 'me'.",
    );
  });

  it("401 as text for a server with add_current_user and without a user", async () => {
    const p = await project();
    expectPlainError(
      await p.server(key, { query: { add_current_user: "true" }, body: { display_name: "Crew" } }),
      401,
      "You must be logged in to create a team with the current user as a member.",
    );
  });

  it("404 USER_NOT_FOUND for an unknown creator or another project's, and nothing is created", async () => {
    const [p, other] = [await project(clientTeams), await project()];
    for (const creator_user_id of [newId(), await bareUser(other.id)]) {
      expectError(await p.server(key, { body: { display_name: "Crew", creator_user_id } }), 404, "USER_NOT_FOUND");
    }
    expect(await teamCount(p)).toBe(0);
  });
});

describe("GET /teams", () => {
  const key = "GET /teams";
  refusals(key, ["client", "server", "admin"]);

  it("200 with all teams of this project for a server, oldest first", async () => {
    const [p, other] = [await project(), await project()];
    await teamIn(other);
    const rows = [3, 1, 2].map((createdAt) => ({ projectId: p.id, id: newId(), displayName: "Crew", createdAt }));
    await db.batch([db.insert(teams).values(rows)]);
    const answer = await p.server(key);
    expect(answer.body.is_paginated).toBe(false);
    expect(answer.body.items.map((item: { created_at_millis: number }) => item.created_at_millis)).toEqual([1, 2, 3]);
    expect(Object.keys(answer.body)).toEqual(["items", "is_paginated"]);
  });

  it("200 with a user's teams, oldest first, in one round trip and without the server's fields for a client", async () => {
    const p = await project();
    const user = await userOf(p);
    await teamIn(p);
    const rows = Array.from({ length: 150 }, (_, index) => ({
      projectId: p.id,
      id: newId(),
      displayName: `Crew ${index}`,
      createdAt: 1000 - index,
    }));
    for (const row of rows) {
      await db.batch([db.insert(teams).values(row)]);
      await join(p, row.id, user.id);
    }
    const answer = await user.client(key, { query: { user_id: "me" } });
    expect(answer.cost.d1).toBe(1);
    expect(answer.body.items.map((item: { id: string }) => item.id)).toEqual(rows.map((row) => row.id).reverse());
    expect(answer.body.items[0]).toEqual({
      id: rows[149]?.id,
      display_name: "Crew 149",
      profile_image_url: null,
      client_metadata: null,
      client_read_only_metadata: null,
    });
    const asServer = await p.server(key, { query: { user_id: user.id } });
    expect(asServer.cost.d1).toBe(1);
    expect(asServer.body.items[0]).toEqual({ ...answer.body.items[0], server_metadata: null, created_at_millis: 851 });
  });

  it("200 with no teams for an unknown user, and for one of another project with teams there", async () => {
    const [p, other] = [await project(), await project()];
    const userId = await bareUser(other.id);
    await teamIn(other, { creator_user_id: userId });
    for (const user_id of [newId(), userId]) {
      expect((await p.server(key, { query: { user_id } })).body).toEqual({ items: [], is_paginated: false });
    }
  });

  it("400 CANNOT_GET_OWN_USER_WITHOUT_USER for a client without a user, with or without `me`", async () => {
    const p = await project();
    for (const query of [undefined, { user_id: "me" }, { user_id: newId() }]) {
      expectError(await p.client(key, { query }), 400, "CANNOT_GET_OWN_USER_WITHOUT_USER");
    }
  });

  it("attack: a client asks for the teams of others, or of all, 403", async () => {
    const p = await project();
    const user = await userOf(p);
    for (const query of [undefined, { user_id: await bareUser(p.id) }]) {
      expectPlainError(
        await user.client(key, { query }),
        403,
        'Client can only list teams for their own user. user_id must be either "me" or the ID of the current user',
      );
    }
  });

  it("400 SCHEMA_ERROR for a user id that is none, and for a query that is unknown", async () => {
    const p = await project();
    expectError(await p.server(key, { query: { user_id: "x", limit: "1" } }), 400, "SCHEMA_ERROR", {
      message:
        "Request validation failed on GET /api/v1/teams:\n  - query.user_id must be a valid UUID\n  - query contains unknown properties: limit",
    });
  });

  it("walks indexes: the project's teams in their order, a user's teams by their memberships", async () => {
    expect(await planOf(selectTeams(db, { projectId: "p" }))).toBe(
      "SEARCH teams USING INDEX teams_in_order (project_id=?)",
    );
    expect(await planOf(selectTeamsOf(db, { projectId: "p", userId: "u" }))).not.toMatch(/SCAN/);
    expect(await planOf(selectStanding(db, { projectId: "p", teamId: "t", userId: "u" }))).not.toMatch(/SCAN/);
  });
});

/** What all calls on one team have in common: who may reach it at all. */
function refusalsOfStrangers(key: "GET /teams/{team_id}" | "PATCH /teams/{team_id}" | "DELETE /teams/{team_id}") {
  const body = key.startsWith("PATCH") ? { body: { display_name: "Mine" } } : {};
  refusals(key, ["client", "server", "admin"], { params: { team_id: newId() }, ...body });

  it("401 USER_AUTHENTICATION_REQUIRED for a client without a user", async () => {
    const p = await project();
    const { id } = await teamIn(p);
    expectError(await p.client(key, { params: { team_id: id }, ...body }), 401, "USER_AUTHENTICATION_REQUIRED");
  });

  it("attack: a client reaches for a team of others, 404 TEAM_MEMBERSHIP_NOT_FOUND, the same as for one that is not there", async () => {
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

  it("404 TEAM_NOT_FOUND for a server: unknown, or of another project", async () => {
    const [p, other] = [await project(), await project()];
    const elsewhere = await teamIn(other);
    for (const team_id of [newId(), elsewhere.id]) {
      expectError(await p.server(key, { params: { team_id }, ...body }), 404, "TEAM_NOT_FOUND", { team_id });
    }
    expect(await teamCount(other)).toBe(1);
    expect((await other.server("GET /teams")).body.items[0].display_name).toBe("Crew");
  });

  it("400 SCHEMA_ERROR for a team id that is none", async () => {
    const p = await project();
    const answer = await p.server(key, { params: { team_id: "x" }, ...body });
    expectError(answer, 400, "SCHEMA_ERROR");
    expect(answer.body.error).toContain("\n  - params.team_id must be a valid UUID");
  });
}

/** What a client must be granted to change or delete a team. */
function refusalsOfMembers(key: "PATCH /teams/{team_id}" | "DELETE /teams/{team_id}", permissionId: string) {
  const body = key.startsWith("PATCH") ? { body: { display_name: "Mine" } } : {};

  it(`attack: a member without ${permissionId} goes ahead, 401 TEAM_PERMISSION_REQUIRED`, async () => {
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
      const answer = await user.client(key, { params: { team_id: team.id }, ...body });
      expect([answer.status, answer.cost.d1]).toEqual([200, 2]);
    }
  });
}

describe("GET /teams/{team_id}", () => {
  const key = "GET /teams/{team_id}";
  refusalsOfStrangers(key);

  it("200 for a member in one round trip, without what is the server's", async () => {
    const p = await project();
    const user = await userOf(p);
    const { id } = await teamIn(p, { creator_user_id: user.id, server_metadata: "secret" });
    const answer = await user.client(key, { params: { team_id: id.toUpperCase() } });
    expect(answer.cost.d1).toBe(1);
    expect(answer.body).toEqual({
      id,
      display_name: "Crew",
      profile_image_url: null,
      client_metadata: null,
      client_read_only_metadata: null,
    });
  });

  it("200 for a server, whoever is a member", async () => {
    const p = await project();
    const team = await teamIn(p);
    const answer = await p.server(key, { params: { team_id: team.id }, query: { user_id: newId() } });
    expect([answer.status, answer.cost.d1, answer.body]).toEqual([200, 1, team]);
  });
});

describe("PATCH /teams/{team_id}", () => {
  const key = "PATCH /teams/{team_id}";
  refusalsOfStrangers(key);
  refusalsOfMembers(key, "$update_team");

  it("200 for a server: each field changes alone, is replaced whole, and can be cleared", async () => {
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
      const answer = await p.server(key, { params: { team_id: team.id }, body });
      expected = {
        ...expected,
        ...body,
        ...("profile_image_url" in body && body.profile_image_url && { profile_image_url: onePixelUrl }),
      };
      expect(answer.status).toBe(200);
      expect(answer.body).toEqual(expected);
      expect((await p.server("GET /teams/{team_id}", { params: { team_id: team.id } })).body).toEqual(expected);
    }
  });

  it("200 with the team as it is for an empty body", async () => {
    const p = await project();
    const team = await teamIn(p);
    const answer = await p.server(key, { params: { team_id: team.id }, body: {} });
    expect([answer.status, answer.body, answer.cost.rowsWritten]).toEqual([200, team, 0]);
  });

  it("400 SCHEMA_ERROR for what only servers may change, for null in place of a name, and without a body", async () => {
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

  it("400 SCHEMA_ERROR for a change that would make the team larger than a row", async () => {
    const p = await project();
    const team = await teamIn(p, { display_name: "x".repeat(1_000_000) });
    const body = { client_metadata: "y".repeat(500_000), server_metadata: "z".repeat(500_000) };
    expectError(await p.server(key, { params: { team_id: team.id }, body }), 400, "SCHEMA_ERROR", {
      message: "The fields of a team must be at most 1900000 bytes together",
    });
    expect((await p.server("GET /teams/{team_id}", { params: { team_id: team.id } })).body).toEqual(team);
  });

  it("attack: a client sets a picture that reports to its host, 400, told before the login", async () => {
    const p = await project(clientTeams);
    const user = await userOf(p);
    const { id } = await teamIn(p, { creator_user_id: user.id });
    const call = { params: { team_id: id }, body: { profile_image_url: "https://spy.example/pixel.png" } };
    for (const who of [p, user]) expectPlainError(await who.client(key, call), 400, "Invalid profile image URL");
    expect((await p.server(key, call)).body.profile_image_url).toBe("https://spy.example/pixel.png");
  });
});

describe("DELETE /teams/{team_id}", () => {
  const key = "DELETE /teams/{team_id}";
  refusalsOfStrangers(key);
  refusalsOfMembers(key, "$delete_team");

  it("200: memberships, grants and selections go with the team, and only with it", async () => {
    const p = await project(clientTeams);
    const [user, bystander] = [await userOf(p), await bareUser(p.id)];
    const team = await teamIn(p, { creator_user_id: user.id });
    const kept = await teamIn(p, { creator_user_id: bystander });
    await db.batch([
      db.update(users).set({ selectedTeamId: team.id }).where(eq(users.id, user.id)),
      db.update(users).set({ selectedTeamId: kept.id }).where(eq(users.id, bystander)),
    ]);
    const answer = await user.client(key, { params: { team_id: team.id } });
    expect([answer.status, answer.body]).toEqual([200, { success: true }]);
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
