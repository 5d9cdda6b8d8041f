import { eq } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import { teamMemberships } from "../../../db/memberships/schema";
import { internalApiKeys } from "../../../db/projects/internal-keys/schema";
import { projects } from "../../../db/projects/schema";
import { teams } from "../../../db/teams/schema";
import { newId } from "../../../platform/secrets";
import { owner } from "../../../testing/owner";
import { db, project, type TestProject, tierHeaders } from "../../../testing/project";
import { expectError, expectPlainError } from "../../../testing/refusals";
import { sendAndSettle, sendRequest } from "../../../testing/send-request";
import { accessToken, bareUser } from "../../../testing/tokens";

const inAnHour = () => Date.now() + 60 * 60 * 1000;
const keySet = (fields: object = {}) => ({
  description: "Website",
  expires_at_millis: inAnHour(),
  has_publishable_client_key: true,
  has_secret_server_key: true,
  has_super_secret_admin_key: true,
  ...fields,
});
const create = async (p: TestProject, fields: object = {}) =>
  (await p.admin("POST /internal/api-keys", { body: keySet(fields) })).body;

describe("POST /internal/api-keys", () => {
  it("200 with the full keys, which open their tiers at once; secret ones are stored as hashes only", async () => {
    const p = await project();
    const response = await p.admin("POST /internal/api-keys", { body: keySet() });
    expect(response.status).toBe(200);
    expect(response.body).toEqual({
      id: expect.any(String),
      description: "Website",
      created_at_millis: expect.any(Number),
      expires_at_millis: expect.any(Number),
      publishable_client_key: expect.stringMatching(/^pck_[0-9a-hjkmnp-tv-z]{45}$/),
      secret_server_key: expect.stringMatching(/^ssk_[0-9a-hjkmnp-tv-z]{45}$/),
      super_secret_admin_key: expect.stringMatching(/^sak_[0-9a-hjkmnp-tv-z]{45}$/),
    });
    const keys = {
      client: response.body.publishable_client_key,
      server: response.body.secret_server_key,
      admin: response.body.super_secret_admin_key,
    };
    for (const tier of ["client", "server", "admin"] as const) {
      expect(
        (await sendRequest("GET /projects/current", { headers: tierHeaders(p.id, tier, keys[tier]) })).status,
      ).toBe(200);
    }
    const [rows] = await db.batch([db.select().from(internalApiKeys).where(eq(internalApiKeys.projectId, p.id))]);
    for (const key of [keys.server, keys.admin]) expect(JSON.stringify(rows)).not.toContain(key);
  });

  // Evidence: session-impersonates-owner-may-read-keys
  it("403 for a session that impersonates an owner, which may read keys", async () => {
    // Attack: who may look at an owner's dashboard for an hour makes a key that opens the project for years.
    const p = await project();
    const ownerId = await bareUser("internal");
    const teamId = newId();
    await db.batch([
      db.insert(teams).values({ projectId: "internal", id: teamId, displayName: "Owners", createdAt: Date.now() }),
      db
        .insert(teamMemberships)
        .values({ projectId: "internal", teamId, userId: ownerId, userOrdinal: 1, createdAt: Date.now() }),
      db.update(projects).set({ ownerTeamId: teamId }).where(eq(projects.projectId, p.id)),
    ]);
    const headers = {
      ...tierHeaders(p.id, "admin", ""),
      "x-stack-admin-access-token": await accessToken("internal", ownerId, { claims: { is_impersonation: true } }),
    };
    const refused = await sendRequest("POST /internal/api-keys", { headers, body: keySet() });
    expectPlainError(refused, 403, "An impersonation session cannot create keys, which outlast it.");
    expect((await sendRequest("GET /internal/api-keys", { headers })).status).toBe(200);
  });

  it("200 with only the requested kinds", async () => {
    const p = await project();
    const body = await create(p, { has_secret_server_key: false, has_super_secret_admin_key: false });
    expect(Object.keys(body).filter((name) => name.endsWith("_key"))).toEqual(["publishable_client_key"]);
  });

  it("400 SCHEMA_ERROR for each missing field", async () => {
    const p = await project();
    const response = await p.admin("POST /internal/api-keys", { body: {} });
    expectError(response, 400, "SCHEMA_ERROR", {
      message: `Request validation failed on POST /api/v1/internal/api-keys:${[
        "description",
        "expires_at_millis",
        "has_publishable_client_key",
        "has_secret_server_key",
        "has_super_secret_admin_key",
      ]
        .map((field) => `\n  - body.${field} must be defined`)
        .join("")}`,
    });
  });
});

const notReplaceable =
  "Only keys of the same owner that can be used, are secret and were not replaced can be replaced.";
const opens = async (p: TestProject, key: string) =>
  (await sendRequest("GET /projects/current", { headers: tierHeaders(p.id, "server", key) })).status === 200;
const read = async (p: TestProject, id: string) =>
  (await p.admin("GET /internal/api-keys/{api_key_id}", { params: { api_key_id: id } })).body;

describe("POST /internal/api-keys in place of another set", () => {
  const replace = (p: TestProject, id: string, worksUntil: number, fields: object = {}) =>
    p.admin("POST /internal/api-keys", {
      body: keySet({ replaces: { id, works_until_millis: worksUntil }, ...fields }),
    });
  const eventsOf = async (p: TestProject, id: string) =>
    (await p.admin("GET /internal/audit-events", { query: { target_id: id } })).body.items;

  it("200: both sets open their tiers until the time that is given, and both are on record", async () => {
    const p = await project();
    const old = await create(p);
    const until = Date.now() + 60_000;
    const { status, body: next, cost } = await replace(p, old.id, until);
    expect([status, cost.d1]).toEqual([200, 2]);
    expect([await opens(p, old.secret_server_key), await opens(p, next.secret_server_key)]).toEqual([true, true]);
    expect(await read(p, old.id)).toMatchObject({ expires_at_millis: until, replaced_by_id: next.id });
    expect(await eventsOf(p, old.id)).toMatchObject([
      { type: "internal_key.revoked", details: { replaced_by: next.id, works_until_millis: until } },
      { type: "internal_key.created" },
    ]);
    expect(await eventsOf(p, next.id)).toMatchObject([
      { type: "internal_key.created", details: { replaces: old.id, secret: true } },
    ]);
    const expired = db.update(internalApiKeys).set({ expiresAt: 1 }).where(eq(internalApiKeys.id, old.id));
    await db.batch([expired]);
    expect([await opens(p, old.secret_server_key), await opens(p, next.secret_server_key)]).toEqual([false, true]);
  });

  it("200: a time that is not ahead revokes the old set in the same write; one beyond its expiry leaves that", async () => {
    const p = await project();
    const [leaked, old] = [await create(p), await create(p)];
    const { body: next } = await replace(p, leaked.id, 0);
    expect([await opens(p, leaked.secret_server_key), await opens(p, next.secret_server_key)]).toEqual([false, true]);
    expect((await read(p, leaked.id)).manually_revoked_at_millis).toBe(next.created_at_millis);
    await replace(p, old.id, old.expires_at_millis + 1);
    expect((await read(p, old.id)).expires_at_millis).toBe(old.expires_at_millis);
  });

  it("409 for a set that was replaced, is revoked or has expired, 404 API_KEY_NOT_FOUND for another project's; nothing is stored", async () => {
    const [p, other] = [await project(), await project()];
    const [old, revoked] = [await create(p), await create(p)];
    const expired = await create(p, { expires_at_millis: 1 });
    const until = Date.now() + 60_000;
    const responses = await Promise.all(Array.from({ length: 10 }, () => replace(p, old.id, until)));
    expect(responses.map(({ status }) => status).sort()).toEqual([200, ...Array(9).fill(409)]);
    await p.admin("PATCH /internal/api-keys/{api_key_id}", {
      params: { api_key_id: revoked.id },
      body: { revoked: true },
    });
    const count = async () => (await p.admin("GET /internal/api-keys")).body.items.length;
    const before = await count();
    for (const { id } of [revoked, expired]) expectPlainError(await replace(p, id, until), 409, notReplaceable);
    // Attack: ending the keys of another project, whose id one knows.
    for (const id of [(await create(other)).id, newId()]) {
      expectError(await replace(p, id, 0), 404, "API_KEY_NOT_FOUND");
    }
    expect(await count()).toBe(before);
  });
});

describe("what is told of a key set", () => {
  it("is who created it: an owner by their id, or the set whose admin key was used", async () => {
    const someone = await owner();
    const made = await someone.client("POST /internal/projects", {
      body: { display_name: "Shop", owner_team_id: someone.teamId },
    });
    const headers = { ...tierHeaders(made.body.id, "admin", ""), "x-stack-admin-access-token": someone.token };
    const { body } = await sendRequest("POST /internal/api-keys", { headers, body: keySet() });
    const { body: listed } = await sendRequest("GET /internal/api-keys", { headers });
    expect(listed.items[0]).toMatchObject({ id: body.id, created_by_owner_id: someone.userId });
    const byKey = tierHeaders(made.body.id, "admin", body.super_secret_admin_key);
    await sendRequest("POST /internal/api-keys", { headers: byKey, body: keySet() });
    const { body: both } = await sendRequest("GET /internal/api-keys", { headers });
    expect(both.items[0]).toMatchObject({ created_by_key_id: body.id });
  });

  it("is when each key was last used, from which network and with what, as written once an hour after the response", async () => {
    const p = await project();
    const made = await create(p);
    const use = async (tier: "client" | "server", key: string, from: Record<string, string>) => {
      const headers = { ...tierHeaders(p.id, tier, key), ...from };
      const { status, cost } = await sendAndSettle("GET /projects/current", { headers });
      expect([status, cost.d1, cost.rowsWritten]).toEqual([200, 1, 0]);
      return read(p, made.id);
    };
    const first = await use("server", made.secret_server_key, {
      "cf-connecting-ip": "2001:db8:1:2:3:4:5:6",
      "x-stack-client-version": "js @stackframe/js@2.8.41",
      "user-agent": "node",
    });
    expect(first.secret_server_key).toEqual({
      last_four: made.secret_server_key.slice(-4),
      last_used_at_millis: expect.any(Number),
      last_used_network: "2001:db8:1:2::/64",
      last_used_client: "js @stackframe/js@2.8.41",
    });
    expect(first.publishable_client_key).not.toHaveProperty("last_used_at_millis");
    const again = await use("server", made.secret_server_key, { "cf-connecting-ip": "203.0.113.7" });
    expect(again.secret_server_key).toEqual(first.secret_server_key);
    const visited = await use("client", made.publishable_client_key, {
      "cf-connecting-ip": "203.0.113.7",
      "user-agent": `Mozilla ${"x".repeat(500)}`,
    });
    // A visitor of a website is none of its owner's networks.
    expect(visited.publishable_client_key).toMatchObject({
      last_used_at_millis: expect.any(Number),
      last_used_client: `Mozilla ${"x".repeat(192)}`,
    });
    expect(visited.publishable_client_key).not.toHaveProperty("last_used_network");
    const anHourAgo = { server: { at: Date.now() - 60 * 60 * 1000 - 1 } };
    await db.batch([db.update(internalApiKeys).set({ lastUses: anHourAgo }).where(eq(internalApiKeys.id, made.id))]);
    const later = await use("server", made.secret_server_key, { "user-agent": "curl/8" });
    expect(later.secret_server_key).toMatchObject({ last_used_client: "curl/8" });
  });
});

describe("GET /internal/api-keys", () => {
  it("200 newest first, with the publishable key and secret ones masked, of this project only, in one round trip", async () => {
    const [p, other] = [await project(), await project()];
    const older = await create(p, { description: "Older", has_super_secret_admin_key: false });
    await create(other, { description: "Theirs" });
    const response = await p.admin("GET /internal/api-keys");
    expect(response.cost.d1).toBe(1);
    expect(response.body.is_paginated).toBe(false);
    const listed = response.body.items.find((item: { id: string }) => item.id === older.id);
    expect(listed).toEqual({
      id: older.id,
      description: "Older",
      created_at_millis: older.created_at_millis,
      expires_at_millis: older.expires_at_millis,
      created_by_key_id: expect.any(String),
      publishable_client_key: {
        last_four: older.publishable_client_key.slice(-4),
        key: older.publishable_client_key,
      },
      secret_server_key: { last_four: older.secret_server_key.slice(-4) },
    });
    const times = response.body.items.map((item: { created_at_millis: number }) => item.created_at_millis);
    expect(times).toEqual([...times].sort((a, b) => b - a));
    expect(JSON.stringify(response.body)).not.toContain("Theirs");
  });

  it("200 with the last four characters of a publishable key that was stored as a hash only", async () => {
    const p = await project();
    const { items } = (await p.admin("GET /internal/api-keys")).body;
    const { key, ...shown } = items[0].publishable_client_key;
    expect([key, shown]).toEqual([undefined, expect.objectContaining({ last_four: p.keys.client.slice(-4) })]);
  });
});

describe("GET /internal/api-keys/{api_key_id}", () => {
  it("200 with the publishable key alone in full; 404 API_KEY_NOT_FOUND for another project's id; 400 SCHEMA_ERROR for no UUID; 405 for DELETE", async () => {
    const [p, other] = [await project(), await project()];
    const { id, publishable_client_key, secret_server_key } = await create(p);
    const read = (who: TestProject, api_key_id: string) =>
      who.admin("GET /internal/api-keys/{api_key_id}", { params: { api_key_id } });
    const { body } = await read(p, id);
    expect(body.publishable_client_key.key).toBe(publishable_client_key);
    expect(body.secret_server_key).toEqual({ last_four: secret_server_key.slice(-4) });
    expectError(await read(other, id), 404, "API_KEY_NOT_FOUND");
    expectError(await read(p, newId()), 404, "API_KEY_NOT_FOUND");
    expectError(await read(p, "x"), 400, "SCHEMA_ERROR");
    expect((await p.admin("DELETE /internal/api-keys/{api_key_id}", { params: { api_key_id: id } })).status).toBe(405);
  });
});

describe("PATCH /internal/api-keys/{api_key_id}", () => {
  const patch = (p: TestProject, api_key_id: string, body: object) =>
    p.admin("PATCH /internal/api-keys/{api_key_id}", { params: { api_key_id }, body });

  it("200: a revoked key opens nothing from then on, and the time of the first revocation stays", async () => {
    const p = await project();
    const { id, secret_server_key: key } = await create(p);
    const first = await patch(p, id, { revoked: true });
    expect(first.body.manually_revoked_at_millis).toBeLessThanOrEqual(Date.now());
    const response = await sendRequest("GET /projects/current", { headers: tierHeaders(p.id, "server", key) });
    expectError(response, 401, "INVALID_SECRET_SERVER_KEY", { project_id: p.id });
    const second = await patch(p, id, { revoked: true, description: "Leaked" });
    expect(second.body).toMatchObject({
      description: "Leaked",
      manually_revoked_at_millis: first.body.manually_revoked_at_millis,
    });
  });

  it("400 SCHEMA_ERROR: a revocation is not taken back", async () => {
    const p = await project();
    const { id } = await create(p);
    expectError(await patch(p, id, { revoked: false }), 400, "SCHEMA_ERROR", {
      message: `Request validation failed on PATCH /api/v1/internal/api-keys/${id}:\n  - body.revoked field must be true`,
    });
  });

  it("404 API_KEY_NOT_FOUND for another project's key, which stays as it is", async () => {
    const [p, other] = [await project(), await project()];
    const { id, secret_server_key: key } = await create(p);
    expectError(await patch(other, id, { revoked: true }), 404, "API_KEY_NOT_FOUND");
    expect((await sendRequest("GET /projects/current", { headers: tierHeaders(p.id, "server", key) })).status).toBe(
      200,
    );
  });

  it("401 INVALID_PUBLISHABLE_CLIENT_KEY for a key of an expired set", async () => {
    const p = await project();
    const { publishable_client_key: key } = await create(p, { expires_at_millis: Date.now() - 1 });
    const response = await sendRequest("GET /projects/current", { headers: tierHeaders(p.id, "client", key) });
    expectError(response, 401, "INVALID_PUBLISHABLE_CLIENT_KEY", { project_id: p.id });
  });
});

const removal = "DELETE /integrations/neon/api-keys/{api_key_id}";

describe(removal, () => {
  it("200: keys are created, listed, read, described, revoked and deleted", async () => {
    const p = await project();
    const body = {
      description: "Neon",
      expires_at_millis: Date.now() + 60_000,
      has_publishable_client_key: true,
      has_secret_server_key: true,
      has_super_secret_admin_key: false,
    };
    const made = await p.admin("POST /integrations/neon/api-keys", { body });
    expect([made.status, Object.keys(made.body).filter((name) => name.endsWith("_key"))]).toEqual([
      200,
      ["publishable_client_key", "secret_server_key"],
    ]);
    const params = { api_key_id: made.body.id };
    expect((await p.admin("GET /integrations/neon/api-keys")).body).toEqual(
      (await p.admin("GET /internal/api-keys")).body,
    );
    const revoked = await p.admin("PATCH /integrations/neon/api-keys/{api_key_id}", {
      params,
      body: { description: "Old", revoked: true },
    });
    expect(revoked.body).toMatchObject({ description: "Old", manually_revoked_at_millis: expect.any(Number) });
    expect((await p.admin("GET /integrations/neon/api-keys/{api_key_id}", { params })).body).toEqual(revoked.body);
    expect((await p.admin(removal, { params })).body).toEqual({ success: true });
    expectError(await p.admin(removal, { params }), 404, "API_KEY_NOT_FOUND");
    expectError(await p.admin("GET /internal/api-keys/{api_key_id}", { params }), 404, "API_KEY_NOT_FOUND");
  });

  it("404 API_KEY_NOT_FOUND for the keys of another project, which go on", async () => {
    // Attack: the admin of one project deletes the keys of another.
    const [p, other] = [await project(), await project()];
    const [{ id }] = (await other.admin("GET /internal/api-keys")).body.items;
    const response = await p.admin(removal, { params: { api_key_id: id } });
    expectError(response, 404, "API_KEY_NOT_FOUND");
    expect((await other.admin("GET /internal/api-keys")).status).toBe(200);
  });
});
