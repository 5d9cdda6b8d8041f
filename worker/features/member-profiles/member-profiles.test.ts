import { describe, expect, it } from "vitest";
import { selectProfiles, selectProjectProfiles } from "../../db/memberships/queries";
import { teamMemberships } from "../../db/memberships/schema";
import { newId } from "../../platform/secrets";
import { storeTeams } from "../../testing/many-teams";
import { planOf } from "../../testing/measured-databases";
import { db, project } from "../../testing/project";
import { expectError, expectPlainError } from "../../testing/refusals";
import { bareUser } from "../../testing/tokens";
import { clientTeams, join, onePixel, onePixelUrl, svg, teamIn, userOf } from "../teams/teams.fixtures";

const one = "GET /team-member-profiles/{team_id}/{user_id}";
const update = "PATCH /team-member-profiles/{team_id}/{user_id}";

/** The ids in a list, in its order. */
const userIds = (list: { items: { user_id: string }[] }) => list.items.map((item) => item.user_id);

describe("GET /team-member-profiles", () => {
  const key = "GET /team-member-profiles";
  it("200 for a server: a team's members as they joined, with their profiles and users, in two round trips", async () => {
    const p = await project(clientTeams);
    const [ada, bob] = [
      await bareUser(p.id, {
        displayName: "Ada",
        profileImageUrl: "https://images.example/ada.png",
        serverMetadata: 1,
      }),
      await bareUser(p.id),
    ];
    const team = await teamIn(p, { creator_user_id: bob });
    await join(p, team.id, ada);
    await teamIn(p, { creator_user_id: ada });
    await p.server(update, { params: { team_id: team.id, user_id: bob }, body: { display_name: "Captain" } });
    await p.server("PATCH /users/{user_id}", { params: { user_id: ada }, body: { selected_team_id: team.id } });
    const response = await p.server(key, { query: { team_id: team.id } });
    const read = async (user_id: string) => (await p.server("GET /users/{user_id}", { params: { user_id } })).body;
    expect([response.status, response.cost.d1]).toEqual([200, 2]);
    expect(response.body).toEqual({
      items: [
        { team_id: team.id, user_id: bob, display_name: "Captain", profile_image_url: null, user: await read(bob) },
        {
          team_id: team.id,
          user_id: ada,
          display_name: "Ada",
          profile_image_url: "https://images.example/ada.png",
          user: await read(ada),
        },
      ],
      is_paginated: false,
    });
    expect(response.body.items[1].user).toMatchObject({ server_metadata: 1, selected_team: team });
  });

  it("200 for a server: the profiles of one user in all teams, of one in one team, and of the whole project", async () => {
    const [p, other] = [await project(), await project()];
    const [ada, bob] = [await bareUser(p.id), await bareUser(p.id)];
    const [first, second] = [await teamIn(p), await teamIn(p)];
    const rows = [
      [first.id, ada],
      [second.id, bob],
      [second.id, ada],
    ] as const;
    for (const [index, [teamId, userId]] of rows.entries()) {
      await db.batch([
        db.insert(teamMemberships).values({ projectId: p.id, teamId, userId, userOrdinal: 1, createdAt: index }),
      ]);
    }
    await teamIn(other, { creator_user_id: await bareUser(other.id) });
    const list = async (query: Record<string, string>) =>
      (await p.server(key, { query })).body.items.map((item: Record<string, string>) => [item.team_id, item.user_id]);
    expect(await list({})).toEqual(rows);
    expect(await list({ user_id: ada })).toEqual([rows[0], rows[2]]);
    expect(await list({ team_id: second.id })).toEqual([rows[1], rows[2]]);
    expect(await list({ team_id: second.id, user_id: ada })).toEqual([rows[2]]);
    expect(await list({ team_id: first.id, user_id: bob })).toEqual([]);
  });

  it("200 for a member with $read_members: names and images, without the users", async () => {
    const p = await project(clientTeams);
    const user = await userOf(p);
    const ada = await bareUser(p.id, { displayName: "Ada", serverMetadata: "secret" });
    const team = await teamIn(p);
    await join(p, team.id, ada);
    await join(p, team.id, user.id, ["basic"]);
    const response = await user.client(key, { query: { team_id: team.id } });
    expect([response.status, response.cost.d1]).toEqual([200, 2]);
    expect(response.body.items).toEqual([
      { team_id: team.id, user_id: ada, display_name: "Ada", profile_image_url: null },
      { team_id: team.id, user_id: user.id, display_name: null, profile_image_url: null },
    ]);
    const single = await user.client(key, { query: { team_id: team.id, user_id: ada } });
    expect(userIds(single.body)).toEqual([ada]);
  });

  it("200 for a member's own, without any permission", async () => {
    const p = await project(clientTeams);
    const user = await userOf(p);
    const team = await teamIn(p);
    await join(p, team.id, user.id);
    await join(p, team.id, await bareUser(p.id));
    for (const user_id of ["me", user.id]) {
      const response = await user.client(key, { query: { team_id: team.id, user_id } });
      expect([response.status, userIds(response.body)]).toEqual([200, [user.id]]);
    }
  });

  it("400 CANNOT_GET_OWN_USER_WITHOUT_USER for a client without a user, before the missing team", async () => {
    const p = await project();
    const queries: Record<string, string>[] = [{}, { team_id: newId() }, { user_id: "me" }];
    for (const query of queries) {
      expectError(await p.client(key, { query }), 400, "CANNOT_GET_OWN_USER_WITHOUT_USER");
    }
  });

  it("attack: a client lists memberships beyond one team, 400 as text", async () => {
    const p = await project();
    const user = await userOf(p);
    for (const query of [undefined, { user_id: "me" }, { user_id: await bareUser(p.id) }]) {
      expectPlainError(await user.client(key, { query }), 400, "team_id is required for access type client");
    }
  });

  it("attack: a client lists the members of a team of others, 404 TEAM_MEMBERSHIP_NOT_FOUND", async () => {
    const [p, other] = [await project(clientTeams), await project(clientTeams)];
    const user = await userOf(p);
    const [theirs, elsewhere] = [await teamIn(p), await teamIn(other)];
    await join(p, theirs.id, await bareUser(p.id));
    for (const team_id of [theirs.id, elsewhere.id, newId()]) {
      const queries: Record<string, string>[] = [{ team_id }, { team_id, user_id: "me" }];
      for (const query of queries) {
        expectError(await user.client(key, { query }), 404, "TEAM_MEMBERSHIP_NOT_FOUND", { team_id, user_id: user.id });
      }
    }
  });

  it("attack: a member without $read_members lists the others, 401 TEAM_PERMISSION_REQUIRED", async () => {
    const p = await project(clientTeams);
    const user = await userOf(p);
    const [team, open] = [await teamIn(p), await teamIn(p)];
    await join(p, team.id, user.id, ["$update_team"]);
    await join(p, open.id, user.id, ["$read_members"]);
    const queries: Record<string, string>[] = [{ team_id: team.id }, { team_id: team.id, user_id: newId() }];
    for (const query of queries) {
      expectError(await user.client(key, { query }), 401, "TEAM_PERMISSION_REQUIRED", {
        team_id: team.id,
        user_id: user.id,
        permission_id: "$read_members",
      });
    }
  });

  it("404 TEAM_NOT_FOUND and USER_NOT_FOUND for a server, for an unknown team and user", async () => {
    const [p, other] = [await project(), await project()];
    const [team, elsewhere] = [await teamIn(p), await teamIn(other)];
    for (const team_id of [newId(), elsewhere.id]) {
      const query = { team_id, user_id: newId() };
      expectError(await p.server(key, { query }), 404, "TEAM_NOT_FOUND", { team_id });
    }
    for (const user_id of [newId(), await bareUser(other.id)]) {
      expectError(await p.server(key, { query: { user_id } }), 404, "USER_NOT_FOUND");
      expectError(await p.server(key, { query: { team_id: team.id, user_id } }), 404, "USER_NOT_FOUND");
    }
  });

  it("400 as text for more than 10,000 memberships of the project", async () => {
    const p = await project();
    await storeTeams(p, [
      { userId: await bareUser(p.id), every: 1 },
      { userId: await bareUser(p.id), every: 10 },
    ]);
    const text = "There are more than 10000 team memberships. Please give a team_id or a user_id.";
    expectPlainError(await p.server(key), 400, text);
  });

  // Attack: many accounts with half a megabyte of metadata each become members of one team. The list of its members then takes all
  // the memory of the isolate, and the requests of others end with it.
  it("400 as text for a server where the members' metadata are too heavy; a client's lists read none of them", async () => {
    const p = await project(clientTeams);
    const user = await userOf(p);
    const team = await teamIn(p);
    const heavy = { serverMetadata: "m".repeat(500_000) };
    const members = await Promise.all(Array.from({ length: 17 }, () => bareUser(p.id, heavy)));
    for (const member of members) await join(p, team.id, member);
    await join(p, team.id, user.id, ["$read_members"]);
    const query = { team_id: team.id };
    const text = "These members, with the metadata of their users, are more than fit in one response.";
    expectPlainError(await p.server(key, { query }), 400, text);
    const listed = await user.client(key, { query });
    expect([userIds(listed.body), listed.cost.d1]).toEqual([[...members, user.id], 2]);
    const light = { limit: 100, omitsMetadata: true };
    const [rows] = await db.batch([selectProfiles(db, { projectId: p.id, teamId: team.id }, light)]);
    expect(new Set(rows.map((row) => row.user.serverMetadata))).toEqual(new Set([null]));
    const few = { user_id: members[0] ?? "" };
    const [own] = (await p.server(key, { query: few })).body.items;
    expect(own.user.server_metadata).toBe(heavy.serverMetadata);
  });

  it("400 SCHEMA_ERROR for malformed ids and unknown query parameters", async () => {
    const p = await project();
    const query = { team_id: "x", user_id: "y", limit: "1" };
    expectError(await p.server(key, { query }), 400, "SCHEMA_ERROR", {
      message: [
        "Request validation failed on GET /api/v1/team-member-profiles:",
        "  - query.team_id must be a valid UUID",
        "  - query.user_id must be a valid UUID",
        "  - query contains unknown properties: limit",
      ].join("\n"),
    });
  });

  it("uses an index and no sort in each of its forms", async () => {
    const plan = (filter: object) => planOf(selectProfiles(db, { projectId: "p", ...filter }));
    const joined = [
      "SEARCH users USING INDEX sqlite_autoindex_users_1 (project_id=? AND id=?)",
      "SEARCH teams USING INDEX sqlite_autoindex_teams_1 (project_id=? AND id=?) LEFT-JOIN",
    ];
    const walks = (index: string) => [`SEARCH team_memberships USING INDEX ${index}`, ...joined].join("\n");
    expect(await plan({ teamId: "t" })).toBe(walks("team_memberships_by_sign_up (project_id=? AND team_id=?)"));
    expect(await plan({ userId: "u" })).toBe(walks("team_memberships_of_user (project_id=? AND user_id=?)"));
    const ofProject = await planOf(selectProjectProfiles(db, "p", { limit: 10 }).profiles);
    expect(ofProject).toMatch(/^SEARCH team_memberships USING INDEX \w+ \(project_id=\?\)/);
    expect(ofProject).not.toMatch(/SCAN team|SCAN users|TEMP B-TREE/);
    expect(await plan({ teamId: "t", userId: "u" })).toContain("(project_id=? AND team_id=? AND user_id=?)");
  });
});

describe(one, () => {
  it("200 for a member: their own without permissions, another's with $read_members, in one round trip", async () => {
    const p = await project(clientTeams);
    const user = await userOf(p);
    const ada = await bareUser(p.id, { displayName: "Ada" });
    const [closed, open] = [await teamIn(p), await teamIn(p)];
    await join(p, closed.id, user.id);
    await join(p, open.id, user.id, ["admin", "$read_members"]);
    await join(p, open.id, ada);
    const own = await user.client(one, { params: { team_id: closed.id, user_id: "me" } });
    expect([own.status, own.cost.d1]).toEqual([200, 1]);
    expect(own.body).toEqual({ team_id: closed.id, user_id: user.id, display_name: null, profile_image_url: null });
    const others = await user.client(one, { params: { team_id: open.id, user_id: ada } });
    expect([others.status, others.body.display_name, others.cost.d1]).toEqual([200, "Ada", 1]);
  });

  it("200 for a server, with the user as GET /users/{user_id} shows them", async () => {
    const p = await project();
    const ada = await bareUser(p.id, { displayName: "Ada" });
    const team = await teamIn(p, { creator_user_id: ada });
    const response = await p.server(one, { params: { team_id: team.id, user_id: ada } });
    const user = await p.server("GET /users/{user_id}", { params: { user_id: ada } });
    expect([response.status, response.cost.d1]).toEqual([200, 1]);
    expect(response.body).toEqual({
      team_id: team.id,
      user_id: ada,
      display_name: "Ada",
      profile_image_url: null,
      user: user.body,
    });
  });

  it("400 CANNOT_GET_OWN_USER_WITHOUT_USER for a client without a user", async () => {
    const p = await project();
    const response = await p.client(one, { params: { team_id: newId(), user_id: newId() } });
    expectError(response, 400, "CANNOT_GET_OWN_USER_WITHOUT_USER");
  });

  it("attack: a client reads a member of a team of others, 404 TEAM_MEMBERSHIP_NOT_FOUND about the caller", async () => {
    const [p, other] = [await project(clientTeams), await project(clientTeams)];
    const [user, theirs, foreign] = [await userOf(p), await bareUser(p.id), await bareUser(other.id)];
    const [team, elsewhere] = [
      await teamIn(p, { creator_user_id: theirs }),
      await teamIn(other, { creator_user_id: foreign }),
    ];
    for (const [team_id, user_id] of [
      [team.id, theirs],
      [elsewhere.id, foreign],
    ] as const) {
      const response = await user.client(one, { params: { team_id, user_id } });
      expectError(response, 404, "TEAM_MEMBERSHIP_NOT_FOUND", { team_id, user_id: user.id });
    }
  });

  it("attack: a member without $read_members reads another, 401 TEAM_PERMISSION_REQUIRED, also for an unknown one", async () => {
    const p = await project(clientTeams);
    const [user, other] = [await userOf(p), await bareUser(p.id)];
    const team = await teamIn(p);
    await join(p, team.id, user.id, ["$remove_members"]);
    await join(p, team.id, other);
    for (const user_id of [other, newId()]) {
      expectError(await user.client(one, { params: { team_id: team.id, user_id } }), 401, "TEAM_PERMISSION_REQUIRED", {
        team_id: team.id,
        user_id: user.id,
        permission_id: "$read_members",
      });
    }
  });

  it("404 USER_NOT_FOUND for an unknown user, TEAM_MEMBERSHIP_NOT_FOUND for a user who is no member and for an unknown team", async () => {
    const [p, other] = [await project(), await project()];
    const [team, userId] = [await teamIn(p), await bareUser(p.id)];
    for (const user_id of [newId(), await bareUser(other.id)]) {
      expectError(await p.server(one, { params: { team_id: team.id, user_id } }), 404, "USER_NOT_FOUND");
    }
    for (const team_id of [team.id, newId(), (await teamIn(other)).id]) {
      const response = await p.server(one, { params: { team_id, user_id: userId } });
      expectError(response, 404, "TEAM_MEMBERSHIP_NOT_FOUND", { team_id, user_id: userId });
    }
  });
});

describe(update, () => {
  // Attack: a member shows the others an image of their own host, which then sees who views it, and when.
  it("400 for a client that links to an image elsewhere; servers may", async () => {
    const p = await project(clientTeams);
    const user = await userOf(p);
    const team = await teamIn(p);
    await join(p, team.id, user.id);
    const body = { profile_image_url: "https://tracker.example/pixel.png" };
    const refused = await user.client(update, { params: { team_id: team.id, user_id: "me" }, body });
    expectPlainError(refused, 400, "Invalid profile image URL");
    const params = { team_id: team.id, user_id: user.id };
    expect((await p.server(update, { params, body })).body).toMatchObject(body);
  });

  it("200 for a member: a name and an image for this team alone; null shows the user's own image again", async () => {
    const p = await project(clientTeams);
    const user = await userOf(p);
    const own = { display_name: "Ada", profile_image_url: "https://images.example/ada.png" };
    await p.server("PATCH /users/{user_id}", { params: { user_id: user.id }, body: own });
    const [team, other] = [await teamIn(p), await teamIn(p)];
    for (const { id } of [team, other]) await join(p, id, user.id);
    const params = { team_id: team.id, user_id: "me" };
    const ids = { team_id: team.id, user_id: user.id };
    const named = await user.client(update, { params, body: { display_name: "Captain" } });
    expect([named.status, named.body, named.cost.d1]).toEqual([200, { ...ids, ...own, display_name: "Captain" }, 2]);
    const drawn = await user.client(update, { params, body: { profile_image_url: onePixel } });
    expect(drawn.body).toEqual({ ...ids, display_name: "Captain", profile_image_url: onePixelUrl });
    const cleared = await user.client(update, { params, body: { display_name: "", profile_image_url: null } });
    expect(cleared.body).toEqual({ ...ids, ...own, display_name: "" });
    expect((await user.client(one, { params })).body).toEqual(cleared.body);
    const elsewhere = await user.client(one, { params: { team_id: other.id, user_id: "me" } });
    expect(elsewhere.body).toMatchObject(own);
    expect((await user.client("GET /users/me")).body).toMatchObject(own);
  });

  it("200 with the profile as it is for an empty body, which writes nothing", async () => {
    const p = await project();
    const user = await userOf(p);
    const team = await teamIn(p, { creator_user_id: user.id });
    const response = await user.client(update, { params: { team_id: team.id, user_id: "me" }, body: {} });
    expect([response.status, response.body.display_name, response.cost.rowsWritten]).toEqual([200, null, 0]);
  });

  it("200 for a server: any member's, with the user in the response, and an image on another host", async () => {
    const p = await project();
    const user_id = await bareUser(p.id, { displayName: "Ada" });
    const team = await teamIn(p, { creator_user_id: user_id });
    const body = { profile_image_url: "https://images.example/captain.png" };
    const response = await p.server(update, { params: { team_id: team.id, user_id }, body });
    expect(response.status).toBe(200);
    expect(response.body).toMatchObject({
      ...body,
      display_name: "Ada",
      user: { id: user_id, profile_image_url: null },
    });
  });

  it("400 CANNOT_GET_OWN_USER_WITHOUT_USER for a client without a user", async () => {
    const p = await project();
    const response = await p.client(update, { params: { team_id: newId(), user_id: newId() }, body: {} });
    expectError(response, 400, "CANNOT_GET_OWN_USER_WITHOUT_USER");
  });

  it("attack: a client names another user, whatever its permissions, 403 as text", async () => {
    const p = await project(clientTeams);
    const [user, other] = [await userOf(p), await bareUser(p.id)];
    const team = await teamIn(p);
    await join(p, team.id, user.id, ["admin", "$read_members", "$remove_members"]);
    await join(p, team.id, other);
    for (const user_id of [other, newId()]) {
      const input = { params: { team_id: team.id, user_id }, body: { display_name: "Fool" } };
      expectPlainError(await user.client(update, input), 403, "Cannot update another user's profile");
    }
    const profile = await p.server(one, { params: { team_id: team.id, user_id: other } });
    expect(profile.body.display_name).toBe(null);
  });

  it("404 USER_NOT_FOUND for an unknown user, TEAM_MEMBERSHIP_NOT_FOUND for a user who is no member", async () => {
    const [p, other] = [await project(), await project()];
    const [user, elsewhere] = [await userOf(p), await teamIn(other)];
    const team = await teamIn(p);
    const send = (request: typeof p.server, team_id: string, user_id: string) =>
      request(update, { params: { team_id, user_id }, body: { display_name: "Captain" } });
    expectError(await send(p.server, team.id, newId()), 404, "USER_NOT_FOUND");
    for (const team_id of [team.id, elsewhere.id, newId()]) {
      for (const request of [p.server, user.client]) {
        const details = { team_id, user_id: user.id };
        expectError(await send(request, team_id, user.id), 404, "TEAM_MEMBERSHIP_NOT_FOUND", details);
      }
    }
  });

  it("400 as text for what is not an image", async () => {
    const p = await project();
    const user = await userOf(p);
    const team = await teamIn(p, { creator_user_id: user.id });
    const send = (profile_image_url: string) =>
      user.client(update, { params: { team_id: team.id, user_id: "me" }, body: { profile_image_url } });
    expectPlainError(await send(svg), 400, "Invalid profile image URL");
    expectPlainError(await send("javascript:alert(1)"), 400, "Invalid profile image URL");
    expectPlainError(await send("data:image/png;base64,AAAA"), 400, "Invalid image format or corrupted image data");
  });

  it("400 SCHEMA_ERROR for null in place of a name, a name that is too long, and unknown fields", async () => {
    const p = await project();
    const user = await userOf(p);
    const params = { team_id: newId(), user_id: user.id };
    expectError(await user.client(update, { params, body: { display_name: null, user: {} } }), 400, "SCHEMA_ERROR", {
      message: [
        `Request validation failed on PATCH /api/v1/team-member-profiles/${params.team_id}/${user.id}:`,
        "  - body.display_name cannot be null",
        "  - body contains unknown properties: user",
      ].join("\n"),
    });
    const long = await user.client(update, { params, body: { display_name: "x".repeat(100_001) } });
    expectError(long, 400, "SCHEMA_ERROR");
    expect(long.body.error).toContain("\n  - body.display_name must be at most 100000 characters");
  });
});
