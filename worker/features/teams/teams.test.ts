import { eq, sql } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import { selectTeamsOf } from "../../db/memberships/queries";
import { selectStanding } from "../../db/permissions/queries";
import { selectTeams } from "../../db/teams/queries";
import { teams } from "../../db/teams/schema";
import { idPattern, newId } from "../../platform/secrets";
import { planOf } from "../../testing/measured-databases";
import { db, project } from "../../testing/project";
import { expectError, expectPlainError } from "../../testing/refusals";
import { d1 } from "../../testing/shards";
import { refusesRestricted } from "../../testing/suspensions";
import { bareUser } from "../../testing/tokens";
import {
  clientTeams,
  grantsIn,
  join,
  membersOf,
  onePixel,
  onePixelUrl,
  svg,
  teamCount,
  teamIn,
  userOf,
} from "./teams.fixtures";

describe("POST /teams", () => {
  const key = "POST /teams";
  it("400 CURRENT_PROJECT_NOT_FOUND when the project is deleted while the team is written", async () => {
    const p = await project();
    const trigger = `deletes_before_${p.id.replaceAll("-", "")}`;
    await d1
      .prepare(
        `create trigger ${trigger} before insert on teams when new.project_id = '${p.id}'
       begin delete from projects where project_id = new.project_id; end`,
      )
      .run();
    const response = await p.server(key, { body: { display_name: "Crew" } });
    await d1.prepare(`drop trigger ${trigger}`).run();
    expectError(response, 400, "CURRENT_PROJECT_NOT_FOUND", { project_id: p.id });
  });

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
    const response = await p.server(key, { body });
    expect(response.status).toBe(201);
    expect(response.body).toEqual({
      ...body,
      id: expect.stringMatching(idPattern),
      created_at_millis: expect.any(Number),
    });
    expect(response.body.created_at_millis).toBeGreaterThanOrEqual(before);
    expect(await membersOf(response.body.id)).toEqual([]);
    const read = await p.admin("GET /teams/{team_id}", { params: { team_id: response.body.id } });
    expect(read.body).toEqual(response.body);
  });

  it("201 for a client: its user becomes member and creator, without the server's fields", async () => {
    const p = await project(clientTeams);
    const user = await userOf(p);
    const body = { display_name: "Crew", profile_image_url: onePixel, client_metadata: { a: 1 } };
    const response = await user.client(key, { body });
    expect(response.status).toBe(201);
    expect(response.body).toEqual({
      id: expect.stringMatching(idPattern),
      display_name: "Crew",
      profile_image_url: onePixelUrl,
      client_metadata: { a: 1 },
      client_read_only_metadata: null,
    });
    expect(await membersOf(response.body.id)).toEqual([user.id]);
    expect(await grantsIn(response.body.id)).toEqual(["admin"]);
    // The uploaded image takes one of them.
    expect(response.cost.d1).toBe(3);
  });

  it("201 with creator_user_id `me`, which only clients may use, or with the own id", async () => {
    const p = await project(clientTeams);
    const user = await userOf(p);
    for (const creator_user_id of ["me", user.id]) {
      const response = await user.client(key, { body: { display_name: "Crew", creator_user_id } });
      expect(await membersOf(response.body.id)).toEqual([user.id]);
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

  it("201 for a server with a creator, whose selected team stays", async () => {
    const p = await project(clientTeams);
    const userId = await bareUser(p.id);
    const { id } = await teamIn(p, { creator_user_id: userId });
    expect(await membersOf(id)).toEqual([userId]);
    expect(await grantsIn(id)).toEqual(["admin"]);
    const read = await p.server("GET /users/{user_id}", { params: { user_id: userId } });
    expect(read.body.selected_team_id).toBeNull();
  });

  it("201 with add_current_user: `true` makes the signed-in user the creator, `false` does not", async () => {
    const p = await project(clientTeams);
    const user = await userOf(p);
    for (const [add_current_user, members] of [
      ["true", [user.id]],
      ["false", []],
    ] as const) {
      const response = await user.server(key, { query: { add_current_user }, body: { display_name: "Crew" } });
      expect(await membersOf(response.body.id)).toEqual(members);
    }
  });

  it("400 SCHEMA_ERROR for each wrong field, for unknown keys and for fields that only servers may set", async () => {
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

  it("201 with every field at its limit, 400 SCHEMA_ERROR above: a team always fits its row of 2 MB", async () => {
    const p = await project();
    const metadata = "x".repeat(524_286);
    const body = {
      display_name: "\u20ac".repeat(100_000),
      client_metadata: metadata,
      client_read_only_metadata: metadata,
      server_metadata: metadata,
    };
    // Two at a time, because a request has a limit of its own.
    const { id } = await teamIn(p, { display_name: body.display_name, client_metadata: metadata });
    const { client_read_only_metadata, server_metadata } = body;
    const response = await p.server("PATCH /teams/{team_id}", {
      params: { team_id: id },
      body: { client_read_only_metadata, server_metadata },
    });
    expect(response.body).toMatchObject(body);
    expectError(await p.server(key, { body: { display_name: "x".repeat(100_001) } }), 400, "SCHEMA_ERROR", {
      message:
        "Request validation failed on POST /api/v1/teams:\n  - body.display_name must be at most 100000 characters",
    });
  });

  it("400 as text with both creator_user_id and add_current_user, before all other checks", async () => {
    const p = await project();
    const response = await p.client(key, {
      query: { add_current_user: "false" },
      body: { display_name: "Crew", creator_user_id: newId() },
    });
    expectPlainError(
      response,
      400,
      "Cannot use both creator_user_id and add_current_user. add_current_user is deprecated, please only use creator_user_id in the body.",
    );
  });

  it("401 USER_AUTHENTICATION_REQUIRED for a client without a user, before the project's switch", async () => {
    const p = await project();
    expectError(await p.client(key, { body: { display_name: "Crew" } }), 401, "USER_AUTHENTICATION_REQUIRED");
  });

  it("403 as text where clients may create no teams, before the image", async () => {
    const user = await userOf(await project());
    expectPlainError(
      await user.client(key, { body: { display_name: "Crew", profile_image_url: svg } }),
      403,
      "Client team creation is disabled for this project",
    );
  });

  it("attack: a client sets an image that reports to its host, 400 as text before another creator", async () => {
    const p = await project(clientTeams);
    const user = await userOf(p);
    for (const profile_image_url of ["https://spy.example/pixel.png", svg, "javascript:alert(1)"]) {
      const body = { display_name: "Crew", profile_image_url, creator_user_id: newId() };
      expectPlainError(await user.client(key, { body }), 400, "Invalid profile image URL");
    }
    expect(await teamCount(p)).toBe(0);
  });

  it("400 as text for what is not an image, at any tier", async () => {
    const p = await project();
    const post = (profile_image_url: string) => p.server(key, { body: { display_name: "Crew", profile_image_url } });
    expectPlainError(await post(svg), 400, "Invalid profile image URL");
    expectPlainError(await post("data:image/png;base64,AAAA"), 400, "Invalid image format or corrupted image data");
  });

  it("attack: a client makes another user the creator, 403 as text", async () => {
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
  it("200 with all teams of this project for a server, oldest first", async () => {
    const [p, other] = [await project(), await project()];
    await teamIn(other);
    const rows = [3, 1, 2].map((createdAt) => ({ projectId: p.id, id: newId(), displayName: "Crew", createdAt }));
    await db.batch([db.insert(teams).values(rows)]);
    const response = await p.server(key);
    expect(response.body.is_paginated).toBe(false);
    expect(response.body.items.map((item: { created_at_millis: number }) => item.created_at_millis)).toEqual([1, 2, 3]);
    expect(Object.keys(response.body)).toEqual(["items", "is_paginated"]);
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
    const response = await user.client(key, { query: { user_id: "me" } });
    expect(response.cost.d1).toBe(1);
    expect(response.body.items.map((item: { id: string }) => item.id)).toEqual(rows.map((row) => row.id).reverse());
    expect(response.body.items[0]).toEqual({
      id: rows[149]?.id,
      display_name: "Crew 149",
      profile_image_url: null,
      client_metadata: null,
      client_read_only_metadata: null,
    });
    const asServer = await p.server(key, { query: { user_id: user.id } });
    expect(asServer.cost.d1).toBe(1);
    expect(asServer.body.items[0]).toEqual({
      ...response.body.items[0],
      server_metadata: null,
      created_at_millis: 851,
    });
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

  it("attack: a client lists the teams of others, or of all, 403 as text", async () => {
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

  it("400 SCHEMA_ERROR for a malformed user id and for unknown query parameters", async () => {
    const p = await project();
    expectError(await p.server(key, { query: { user_id: "x", page: "1" } }), 400, "SCHEMA_ERROR", {
      message:
        "Request validation failed on GET /api/v1/teams:\n  - query.user_id must be a valid UUID\n  - query contains unknown properties: page",
    });
  });

  // Evidence: text-more-metadata-fit-response-project
  it("400 as text for more metadata than fit in one response, of the project's teams and of a user's own", async () => {
    // Attack: a user makes twenty teams with half a megabyte of metadata each. They list them, or wait for the project's backend to list
    // all. The isolate that reads them ends, with all requests in it.
    const p = await project();
    const user = await userOf(p);
    const clientMetadata = sql`${JSON.stringify("x".repeat(511_000))}`;
    for (let count = 0; count < 16; count++) await join(p, (await teamIn(p)).id, user.id);
    const ofMetadata = (limit: number) =>
      db.batch([
        db
          .update(teams)
          .set({
            clientMetadata: sql`case when rowid in (select rowid from teams where project_id = ${p.id} limit ${limit})
            then ${clientMetadata} end`,
          })
          .where(eq(teams.projectId, p.id)),
      ]);
    const lists = () => Promise.all([p.server(key), user.client(key, { query: { user_id: "me" } })]);
    await ofMetadata(15);
    const found = await lists();
    // All teams are read for a proven caller only, and heavy metadata in a round trip more.
    expect(found.map(({ cost }) => cost.d1)).toEqual([3, 2]);
    for (const { body } of found) {
      expect(body.items).toHaveLength(16);
      expect(body.items.filter((team: { client_metadata: unknown }) => team.client_metadata)).toHaveLength(15);
    }
    await ofMetadata(16);
    for (const refused of await lists()) {
      expectPlainError(refused, 400, "These teams, with their metadata, are more than fit in one response.");
    }
  });

  it("uses indexes: the project's teams in their order, a user's teams by their memberships", async () => {
    expect(await planOf(selectTeams(db, { projectId: "p", limit: 10 }))).toBe(
      "SEARCH teams USING INDEX teams_in_order (project_id=?)",
    );
    expect(await planOf(selectTeamsOf(db, { projectId: "p", userId: "u", limit: 10 }))).toBe(
      [
        "SEARCH team_memberships USING COVERING INDEX team_memberships_of_user (project_id=? AND user_id=?)",
        "SEARCH teams USING INDEX sqlite_autoindex_teams_1 (project_id=? AND id=?)",
        "USE TEMP B-TREE FOR ORDER BY",
      ].join("\n"),
    );
    expect(await planOf(selectStanding(db, { projectId: "p", teamId: "t", userId: "u" }))).not.toMatch(/SCAN/);
  });
});

describe("teams of a restricted user", () => {
  const one = { params: { team_id: crypto.randomUUID() } };
  refusesRestricted("RESTRICTED_USER_NOT_ALLOWED", (client) =>
    client("POST /teams", { body: { display_name: "Crew" } }),
  );
  refusesRestricted("RESTRICTED_USER_NOT_ALLOWED", (client) => client("PATCH /teams/{team_id}", { ...one, body: {} }));
  refusesRestricted("RESTRICTED_USER_NOT_ALLOWED", (client) => client("DELETE /teams/{team_id}", one));
});
