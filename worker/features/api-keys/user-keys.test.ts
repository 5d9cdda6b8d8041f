import { describe, expect, it } from "vitest";
import { selectKeyByHash, selectKeysOf, selectLeakedKey } from "../../db/api-keys/queries";
import { apiKeys } from "../../db/api-keys/schema";
import { idPattern, newId } from "../../platform/secrets";
import { planOf } from "../../testing/measured-databases";
import { db, project } from "../../testing/project";
import { expectError, expectPlainError } from "../../testing/refusals";
import { refusesRestricted } from "../../testing/suspensions";
import { bareUser } from "../../testing/tokens";
import { anonymousUserOf, teamOf, userOf } from "../permissions/permissions.fixtures";
import { changeStored, forgeries, keyProject, masked, strangeTexts, teamKey, userKey } from "./api-keys.fixtures";

const notEnabled = "User API keys are not enabled for this project.";
const ownOnly = "Client can only manage their own api keys";

describe("POST /user-api-keys", () => {
  const key = "POST /user-api-keys";
  const body = { description: "Robot", expires_at_millis: null, user_id: newId() };
  it("200 with the key's text this once; stored are its hash and its last four characters", async () => {
    const p = await keyProject();
    const user = await userOf(p);
    const before = Date.now();
    const response = await user.client(key, { body: { ...body, user_id: "me" } });
    expect(response.status).toBe(200);
    const { id, value, created_at_millis: createdAt } = response.body;
    expect(response.body).toEqual({
      id: expect.stringMatching(idPattern),
      description: "Robot",
      created_at_millis: expect.any(Number),
      is_public: false,
      value: expect.stringMatching(/^sk_[0-9a-hjkmnp-tv-z]{45}[0-9a-f]{32}user1574ck4u7h[0-9a-f]{8}$/),
      type: "user",
      user_id: user.id,
    });
    expect(value.slice(48, 80)).toBe(id.replaceAll("-", ""));
    expect(createdAt).toBeGreaterThanOrEqual(before);
    const read = await user.client("GET /user-api-keys/{api_key_id}", { params: { api_key_id: id } });
    expect(read.body).toEqual(masked(response.body));
    const [rows] = await db.batch([db.select().from(apiKeys)]);
    expect(JSON.stringify(rows)).toContain(id);
    expect(JSON.stringify(rows)).not.toContain(value);
    expect(JSON.stringify(rows)).not.toContain(value.slice(3, 48));
  });

  it("200 with a public key, an expiry in the past, and 0 for none", async () => {
    const p = await keyProject();
    const userId = await bareUser(p.id);
    const open = await userKey(p, userId, { is_public: true });
    expect([open.is_public, open.value]).toEqual([
      true,
      expect.stringMatching(/^pk_[0-9a-hjkmnp-tv-z]{45}[0-9a-f]{32}user3574ck4u7h[0-9a-f]{8}$/),
    ]);
    expect((await userKey(p, userId, { expires_at_millis: 1 })).expires_at_millis).toBe(1);
    expect(await userKey(p, userId, { expires_at_millis: 0 })).not.toHaveProperty("expires_at_millis");
  });

  it("attack: a client makes a key of another user, 403, whether or not they exist; 401 USER_AUTHENTICATION_REQUIRED without a user", async () => {
    const p = await keyProject();
    const [user, other] = [await userOf(p), await bareUser(p.id)];
    for (const user_id of [other, newId()]) {
      expectPlainError(await user.client(key, { body: { ...body, user_id } }), 403, ownOnly);
      expectError(await p.client(key, { body: { ...body, user_id } }), 401, "USER_AUTHENTICATION_REQUIRED");
    }
    expect((await p.server("GET /user-api-keys", { query: { user_id: other } })).body.items).toEqual([]);
  });

  it("200 for an anonymous user's own; attack: 403 for another user's", async () => {
    const p = await keyProject();
    const [anonymous, other] = [await anonymousUserOf(p), await bareUser(p.id)];
    const made = await anonymous.client(key, { body: { ...body, user_id: "me" } });
    expect([made.status, made.body.user_id]).toEqual([200, anonymous.id]);
    expectPlainError(await anonymous.client(key, { body: { ...body, user_id: other } }), 403, ownOnly);
  });

  it("404 USER_NOT_FOUND for a server: unknown, or of another project", async () => {
    const [p, other] = [await keyProject(), await keyProject()];
    for (const user_id of [newId(), await bareUser(other.id)]) {
      expectError(await p.server(key, { body: { ...body, user_id } }), 404, "USER_NOT_FOUND");
    }
  });

  it("400 plain where keys are switched off, before anything else; 400 SCHEMA_ERROR for each wrong field", async () => {
    const p = await keyProject({ "apiKeys.enabled": { user: false, team: true } });
    for (const caller of [p.client, p.server, p.admin]) {
      expectPlainError(await caller(key, { body }), 400, notEnabled);
    }
    const response = await p.server(key, { body: { is_public: null, user_id: "x", team_id: newId() } });
    expect(response.body.error.split("\n")).toEqual([
      "Request validation failed on POST /api/v1/user-api-keys:",
      "  - body.description must be defined",
      "  - body.expires_at_millis must be defined",
      "  - body.is_public cannot be null",
      "  - body.user_id must be a valid UUID",
      "  - body contains unknown properties: team_id",
    ]);
  });

  it("400 SCHEMA_ERROR for a description that no row can hold", async () => {
    const p = await keyProject();
    const response = await p.server(key, { body: { ...body, description: "x".repeat(100_001) } });
    expectError(response, 400, "SCHEMA_ERROR");
  });
});

describe("GET /user-api-keys", () => {
  const key = "GET /user-api-keys";
  it("200 with a user's own, newest first, without their texts, in one round trip", async () => {
    const p = await keyProject();
    const [user, other] = [await userOf(p), await bareUser(p.id)];
    await userKey(p, other);
    const made = [];
    for (const description of ["first", "second", "third"]) made.push(await userKey(p, user.id, { description }));
    const now = Date.now();
    for (const [age, { id }] of made.entries()) await changeStored(id, { createdAt: now + age });
    const response = await user.client(key, { query: { user_id: "me" } });
    expect(response.body.is_paginated).toBe(false);
    expect(response.body.items.map(({ description }: { description: string }) => description)).toEqual([
      "third",
      "second",
      "first",
    ]);
    for (const { value } of made) expect(JSON.stringify(response.body)).not.toContain(value);
    expect(response.cost.d1).toBe(1);
    expect((await p.server(key, { query: { user_id: newId() } })).body.items).toEqual([]);
  });

  it("400 plain where keys are off, 400 SCHEMA_ERROR without a user at every tier, 401 USER_AUTHENTICATION_REQUIRED, 403", async () => {
    const [p, off] = [await keyProject(), await project()];
    const [user, other] = [await userOf(p), await bareUser(p.id)];
    expectPlainError(await off.server(key), 400, notEnabled);
    for (const caller of [user.client, p.client, p.server, p.admin]) {
      expectError(await caller(key), 400, "SCHEMA_ERROR", { message: "user_id is required for user API keys" });
    }
    expectError(await p.client(key, { query: { user_id: other } }), 401, "USER_AUTHENTICATION_REQUIRED");
    // Attack: reading which keys another user has.
    expectPlainError(await user.client(key, { query: { user_id: other } }), 403, ownOnly);
  });

  it("and every other look-up is served by an index, without a sort", async () => {
    const projectId = newId();
    for (const type of ["user", "team"] as const) {
      const plan = await planOf(selectKeysOf(db, { projectId, type, ownerId: newId() }));
      const [search, ...membership] = plan.split("\n");
      expect(search).toBe(`SEARCH api_keys USING INDEX api_keys_of_${type} (project_id=? AND ${type}_id=?)`);
      expect(membership).toHaveLength(type === "team" ? 2 : 0);
      expect(plan).not.toMatch(/SCAN |TEMP B-TREE/);
    }
    const byHash = "SEARCH api_keys USING INDEX api_keys_by_hash (hash=?)";
    expect((await planOf(selectLeakedKey(db, { hash: "h" }))).split("\n")).toEqual([
      byHash,
      "SEARCH projects EXISTS USING INDEX sqlite_autoindex_projects_1 (project_id=?)",
    ]);
    expect((await planOf(selectKeyByHash(db, { projectId, hash: "h" }))).split("\n")).toEqual([
      byHash,
      "SEARCH users USING INDEX sqlite_autoindex_users_1 (project_id=? AND id=?) LEFT-JOIN",
    ]);
  });
});

describe("GET /user-api-keys/{api_key_id}", () => {
  const key = "GET /user-api-keys/{api_key_id}";
  it("200 for its user and for servers, with the owner named or not, in one round trip", async () => {
    const p = await keyProject();
    const user = await userOf(p);
    const created = await userKey(p, user.id, { expires_at_millis: 2_000_000_000_000 });
    const params = { api_key_id: created.id };
    for (const response of [
      await user.client(key, { params }),
      await user.client(key, { params, query: { user_id: "me" } }),
      await p.server(key, { params }),
      await p.admin(key, { params, query: { user_id: newId() } }),
    ]) {
      expect([response.status, response.body, response.cost.d1]).toEqual([200, masked(created), 1]);
    }
  });

  it("404 API_KEY_NOT_FOUND: unknown, of a team, of another project; 403 of another user; 401 without a user; 400 when off", async () => {
    const [p, other] = [await keyProject(), await keyProject()];
    const user = await userOf(p);
    const [elsewhere, ofTeam] = [await userKey(other, await bareUser(other.id)), await teamKey(p, await teamOf(p, []))];
    for (const api_key_id of [newId(), elsewhere.id, ofTeam.id]) {
      for (const caller of [p.server, user.client, p.client]) {
        expectError(await caller(key, { params: { api_key_id } }), 404, "API_KEY_NOT_FOUND");
      }
    }
    const theirs = { params: { api_key_id: (await userKey(p, await bareUser(p.id))).id } };
    // Attack: an id of another user's key, however obtained.
    expectPlainError(await user.client(key, theirs), 403, ownOnly);
    expectError(await p.client(key, theirs), 401, "USER_AUTHENTICATION_REQUIRED");
    expectPlainError(await (await project()).server(key, theirs), 400, notEnabled);
  });
});

describe("PATCH /user-api-keys/{api_key_id}", () => {
  const key = "PATCH /user-api-keys/{api_key_id}";
  it("200: its description changes, and it is revoked once, for good", async () => {
    const p = await keyProject();
    const user = await userOf(p);
    const created = await userKey(p, user.id);
    const params = { api_key_id: created.id };
    const change = (body: object) => user.client(key, { params, query: { user_id: user.id }, body });
    expect((await change({})).body).toEqual(masked(created));
    expect((await change({ description: "" })).body).toEqual({ ...masked(created), description: "" });
    const before = Date.now();
    const revoked = await change({ revoked: true });
    const at = revoked.body.manually_revoked_at_millis;
    expect(at).toBeGreaterThanOrEqual(before);
    await changeStored(created.id, { manuallyRevokedAt: 1 });
    expect((await change({ revoked: true, description: "Again" })).body).toEqual({
      ...masked(created),
      description: "Again",
      manually_revoked_at_millis: 1,
    });
    const check = await p.server("POST /user-api-keys/check", { body: { api_key: created.value } });
    expectError(check, 401, "API_KEY_REVOKED");
  });

  it("400 PUBLIC_API_KEY_CANNOT_BE_REVOKED at every tier, and nothing else of the change is made", async () => {
    const p = await keyProject();
    const user = await userOf(p);
    const open = await userKey(p, user.id, { is_public: true });
    const params = { api_key_id: open.id };
    for (const caller of [user.client, p.server, p.admin]) {
      const response = await caller(key, { params, body: { revoked: true, description: "Gone" } });
      expectError(response, 400, "PUBLIC_API_KEY_CANNOT_BE_REVOKED");
    }
    expect((await p.server("GET /user-api-keys/{api_key_id}", { params })).body).toEqual(masked(open));
    expect((await user.client(key, { params, body: { description: "Open" } })).body.description).toBe("Open");
  });

  it("attack: another user's key is changed, 403 or 404 API_KEY_NOT_FOUND, and stays; 401, 400 when off", async () => {
    const [p, other] = [await keyProject(), await keyProject()];
    const user = await userOf(p);
    const [theirs, elsewhere] = [
      await userKey(p, await bareUser(p.id)),
      await userKey(other, await bareUser(other.id)),
    ];
    const revoke = (api_key_id: string) => ({
      params: { api_key_id },
      query: { user_id: user.id },
      body: { revoked: true },
    });
    expectPlainError(await user.client(key, revoke(theirs.id)), 403, ownOnly);
    for (const caller of [user.client, p.server]) {
      for (const id of [elsewhere.id, newId()]) expectError(await caller(key, revoke(id)), 404, "API_KEY_NOT_FOUND");
    }
    expectError(await p.client(key, revoke(theirs.id)), 401, "USER_AUTHENTICATION_REQUIRED");
    expectPlainError(await (await project()).server(key, revoke(theirs.id)), 400, notEnabled);
    for (const [where, { value }] of [
      [p, theirs],
      [other, elsewhere],
    ] as const) {
      expect((await where.server("POST /user-api-keys/check", { body: { api_key: value } })).status).toBe(200);
    }
  });

  it("400 SCHEMA_ERROR for taking a revocation back, and for what cannot change", async () => {
    const p = await keyProject();
    const body = { revoked: false, expires_at_millis: 1, is_public: true, user_id: newId() };
    const response = await p.server(key, { params: { api_key_id: newId() }, body });
    expect(response.body.error.split("\n").slice(1)).toEqual([
      "  - body.revoked field must be true",
      "  - body contains unknown properties: expires_at_millis, is_public, user_id",
    ]);
  });
});

describe("POST /user-api-keys/check", () => {
  const key = "POST /user-api-keys/check";
  it("200 with the key and whose it is, in one round trip", async () => {
    const p = await keyProject();
    const userId = await bareUser(p.id);
    for (const fields of [{}, { is_public: true }, { expires_at_millis: Date.now() + 60_000 }]) {
      const created = await userKey(p, userId, fields);
      const response = await p.server(key, { body: { api_key: created.value } });
      expect([response.status, response.body]).toEqual([200, masked(created)]);
      expect([response.cost.d1, response.cost.rowsWritten]).toEqual([1, 0]);
    }
  });

  it("attack: guessed and forged texts, and keys of another project, 404 API_KEY_NOT_FOUND", async () => {
    const [p, other] = [await keyProject(), await keyProject()];
    const created = await userKey(p, await bareUser(p.id));
    const elsewhere = await userKey(other, await bareUser(other.id));
    for (const api_key of [...strangeTexts, ...forgeries(created.value), elsewhere.value, created.id]) {
      expectError(await p.server(key, { body: { api_key } }), 404, "API_KEY_NOT_FOUND");
    }
  });

  it("400 WRONG_API_KEY_TYPE, then 401 API_KEY_EXPIRED, then 401 API_KEY_REVOKED; 400 plain when off", async () => {
    const p = await keyProject();
    const [userId, teamId] = [await bareUser(p.id), await teamOf(p, [])];
    const check = async (made: { value: string }, code: string, status: number, details?: object) =>
      expectError(await p.server(key, { body: { api_key: made.value } }), status, code, details);
    const ofTeam = await teamKey(p, teamId, { expires_at_millis: 1 });
    await check(ofTeam, "WRONG_API_KEY_TYPE", 400, { expected_type: "user", actual_type: "team" });
    const [expired, revoked] = [
      await userKey(p, userId, { expires_at_millis: Date.now() - 1 }),
      await userKey(p, userId),
    ];
    await check(expired, "API_KEY_EXPIRED", 401);
    for (const { id } of [expired, revoked]) await changeStored(id, { manuallyRevokedAt: 1 });
    await check(expired, "API_KEY_EXPIRED", 401);
    await check(revoked, "API_KEY_REVOKED", 401);
    const off = await keyProject({ "apiKeys.enabled": { user: false, team: true } });
    expectPlainError(await off.server(key, { body: { api_key: revoked.value } }), 400, notEnabled);
  });

  // Attack: a robot of a user who is gone goes on in their name.
  it("404 API_KEY_NOT_FOUND once its user is deleted", async () => {
    const p = await keyProject();
    const user = await userOf(p);
    const created = await userKey(p, user.id);
    expect((await user.client("DELETE /users/me")).status).toBe(200);
    expectError(await p.server(key, { body: { api_key: created.value } }), 404, "API_KEY_NOT_FOUND");
    const params = { api_key_id: created.id };
    expectError(await p.server("GET /user-api-keys/{api_key_id}", { params }), 404, "API_KEY_NOT_FOUND");
  });
});

describe("a key of a restricted user", () => {
  refusesRestricted("RESTRICTED_USER_NOT_ALLOWED", (client) =>
    client("POST /user-api-keys", {
      body: { user_id: "me", description: "CI", expires_at_millis: null, is_public: false },
    }),
  );
});
