import { describe, expect, it } from "vitest";
import { newId } from "../../platform/secrets";
import { type TestProject, tierHeaders } from "../../testing/project";
import { expectError, expectPlainError } from "../../testing/refusals";
import { sendAndSettle } from "../../testing/send-request";
import { countSent } from "../../testing/statements-by-project";
import { userOf } from "../permissions/permissions.fixtures";
import { changeStored, keyProject, teamKey, teamWith, userKey } from "./api-keys.fixtures";

const notReplaceable =
  "Only keys of the same owner that can be used, are secret and were not replaced can be replaced.";
const hour = 60 * 60 * 1000;

/** A key, those of its owner, and how its owner and a server create another one in its place. */
async function keyOf(type: "user" | "team", override = {}) {
  const p = await keyProject(override);
  const user = await userOf(p);
  const teamId = await teamWith(p, user.id, "$manage_api_keys");
  const owner: Record<string, string> = type === "user" ? { user_id: user.id } : { team_id: teamId };
  const created = await (type === "user" ? userKey(p, user.id) : teamKey(p, teamId));
  const creation = (id: string, worksUntil: number) => ({
    body: {
      ...owner,
      description: "Robot",
      expires_at_millis: null,
      replaces: { id, works_until_millis: worksUntil },
    },
  });
  const endpoint = `POST /${type}-api-keys` as const;
  return {
    p,
    user,
    created,
    replace: (id: string, worksUntil: number) => user.client(endpoint, creation(id, worksUntil)),
    check: (value: string) => p.server(`POST /${type}-api-keys/check`, { body: { api_key: value } }),
    list: async () => (await p.server(`GET /${type}-api-keys`, { query: owner })).body.items,
  };
}

const eventsOf = async (p: TestProject, id: string) =>
  (await p.admin("GET /internal/audit-events", { query: { target_id: id } })).body.items;

describe.each(["user", "team"] as const)("a key of a %s that is rolled", (type) => {
  it("works until the time that is given, and its successor at once; both are on record", async () => {
    const { p, user, created, replace, check, list } = await keyOf(type);
    const until = Date.now() + hour;
    const { status, body: next } = await replace(created.id, until);
    expect(status).toBe(200);
    expect((await check(created.value)).body).toMatchObject({ expires_at_millis: until, replaced_by_id: next.id });
    expect((await check(next.value)).status).toBe(200);
    expect((await list()).map(({ id }: { id: string }) => id)).toEqual([next.id, created.id]);
    expect(await eventsOf(p, created.id)).toMatchObject([
      { type: "api_key.revoked", details: { replaced_by: next.id, works_until_millis: until } },
      { type: "api_key.created" },
    ]);
    expect(await eventsOf(p, next.id)).toMatchObject([
      { type: "api_key.created", actor: { type: "user", id: user.id }, details: { replaces: created.id } },
    ]);
    await changeStored(created.id, { expiresAt: 1 });
    expectError(await check(created.value), 401, "API_KEY_EXPIRED");
  });

  it("is revoked at once where the time is not ahead, and leaves its place to its successor at the cap", async () => {
    const { created, replace, check } = await keyOf(type, { "limits.apiKeysPerUser": 1, "limits.apiKeysPerTeam": 1 });
    // Attack: rolling with a grace period is no way to have more keys than the cap.
    expect((await replace(created.id, Date.now() + hour)).status).toBe(400);
    expect((await check(created.value)).body).not.toHaveProperty("replaced_by_id");
    const { body: next } = await replace(created.id, 0);
    expectError(await check(created.value), 401, "API_KEY_REVOKED");
    expect((await check(next.value)).status).toBe(200);
  });

  it("has one successor, of ten requests at once", async () => {
    const { created, replace, list } = await keyOf(type);
    const until = Date.now() + hour;
    const responses = await Promise.all(Array.from({ length: 10 }, () => replace(created.id, until)));
    expect(responses.map(({ status }) => status).sort()).toEqual([200, ...Array(9).fill(409)]);
    expectPlainError(await replace(created.id, until), 409, notReplaceable);
    expect(await list()).toHaveLength(2);
  });

  it("is none that is unknown, another's, of another kind, public, revoked or expired; nothing is created then", async () => {
    const { p, user, created, replace, list } = await keyOf(type);
    const other = await keyOf(type);
    const theirs = type === "user" ? await teamKey(p, await teamWith(p, user.id)) : await userKey(p, user.id);
    // Attack: ending the key of somebody else, whose id one knows.
    for (const id of [newId(), other.created.id, theirs.id]) {
      expectPlainError(await replace(id, 0), 409, notReplaceable);
    }
    for (const set of [
      { isPublic: true },
      { isPublic: false, expiresAt: 1 },
      { expiresAt: null, manuallyRevokedAt: 1 },
    ]) {
      await changeStored(created.id, set);
      expectPlainError(await replace(created.id, Date.now() + hour), 409, notReplaceable);
    }
    expect(await list()).toHaveLength(1);
  });

  it("that is checked says when it last was, and for which visitor, as written once an hour after the response", async () => {
    const { p, created, list } = await keyOf(type);
    const use = async (visitor?: string) => {
      const { status, cost } = await sendAndSettle(`POST /${type}-api-keys/check`, {
        headers: { ...tierHeaders(p.id, "server", p.keys.server), "x-gatehouse-client-ip": visitor },
        body: { api_key: created.value },
      });
      expect([status, cost.d1, cost.rowsWritten]).toEqual([200, 1, 0]);
      const [{ value }] = await list();
      return value;
    };
    const first = await use("2001:db8:1:2:3:4:5:6");
    expect(first).toEqual({
      last_four: created.value.slice(-4),
      last_used_at_millis: expect.any(Number),
      last_used_network: "2001:db8:1:2::/64",
    });
    expect(await use("203.0.113.7")).toEqual(first);
    await changeStored(created.id, { lastUsedAt: Date.now() - hour - 1 });
    // A server's own network says nothing about who uses the key.
    const later = await use();
    expect(later.last_used_at_millis).toBeGreaterThanOrEqual(first.last_used_at_millis);
    expect(later).not.toHaveProperty("last_used_network");
  });

  it.each(["user", "team"] as const)("is noted once by ten requests at the same time, %s", async (type) => {
    // Attack: a leaked key is checked by thousands of requests at once, each of which writes.
    const { p, created } = await keyOf(type);
    const check = () =>
      sendAndSettle(`POST /${type}-api-keys/check`, {
        headers: tierHeaders(p.id, "server", p.keys.server),
        body: { api_key: created.value },
      });
    const responses = await Promise.all(Array.from({ length: 10 }, check));
    expect(responses.map(({ status }) => status)).toEqual(Array(10).fill(200));
    expect(countSent(/^update "api_keys" set "last_used_at"/)).toBe(1);
  });
});

describe("a key that a member has created for their team", () => {
  it("names them to servers, and says once they have left", async () => {
    const p = await keyProject();
    const maker = await userOf(p);
    const teamId = await teamWith(p, maker.id, "$manage_api_keys");
    const body = { description: "Site", expires_at_millis: null, team_id: teamId, is_public: true };
    const created = await maker.client("POST /team-api-keys", { body });
    expect(created.body).not.toHaveProperty("created_by_user_id");
    const list = async (caller: TestProject["server"]) =>
      (await caller("GET /team-api-keys", { query: { team_id: teamId } })).body.items[0];
    const named = { created_by_user_id: maker.id };
    expect(await list(p.server)).toMatchObject({ ...named, creator_has_left: false });
    // Who may manage keys may not list members.
    expect(await list(maker.client)).not.toHaveProperty("created_by_user_id");
    const params = { team_id: teamId, user_id: maker.id };
    await p.server("DELETE /team-memberships/{team_id}/{user_id}", { params });
    expect(await list(p.server)).toMatchObject({ ...named, creator_has_left: true });
    await teamKey(p, teamId);
    expect(await list(p.server)).not.toHaveProperty("creator_has_left");
  });
});
