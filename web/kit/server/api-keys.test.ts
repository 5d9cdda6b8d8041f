import { describe, expect, it } from "vitest";
import { onWrite } from "../app/on-write";
import { GatehouseServerApp } from "../apps/server-app";
import type * as wire from "../requests/wire";
import { refusal, serverOfEachTest } from "../testing/api-server";
import { FakeHost } from "../testing/fake-host";
import { serverUser } from "../testing/wire-samples";

const api = serverOfEachTest();

const keyOf = (
  fields: Partial<Omit<wire.UserApiKey, "value" | "type"> & { value: unknown; type: string; team_id: string }> = {},
) => ({
  id: "k1",
  description: "Robot",
  created_at_millis: 1_760_000_000_000,
  is_public: false,
  value: { last_four: "f41a" },
  type: "user",
  user_id: serverUser.id,
  ...fields,
});
const userQuery = `?user_id=${serverUser.id}`;

async function someUser() {
  api.on(`GET /users/${serverUser.id}`, { body: serverUser });
  const keys = { projectId: "p1", publishableClientKey: "pck_1", secretServerKey: "ssk_1" };
  const app = new GatehouseServerApp({ ...keys, baseUrl: api.url, tokenStore: null }, new FakeHost());
  const changed: string[] = [];
  onWrite(app.connection, (resources) => void changed.push(resources.join(" ")));
  const user = await app.getUser(serverUser.id);
  if (user === null) throw new Error("There should be a user");
  return { app, user, changed };
}

/** The one key that the server lists. */
async function listed(
  fields: Partial<Omit<wire.UserApiKey, "value" | "type"> & { value: unknown; type: string; team_id: string }> = {},
) {
  api.on(`GET /user-api-keys${userQuery}`, { body: { items: [keyOf(fields)], is_paginated: false } });
  const { user, changed } = await someUser();
  const [key] = await user.listApiKeys();
  if (!key) throw new Error("There should be a key");
  return { key, changed };
}

describe("the API keys of a user", () => {
  it("are made with their text", async () => {
    api.on("POST /user-api-keys", { body: keyOf({ value: "sk_1", expires_at_millis: 1_900_000_000_000 }) });
    const { user, changed } = await someUser();
    const key = await user.createApiKey({ description: "Robot", expiresAt: new Date(1_900_000_000_000) });
    expect(key).toMatchObject({ value: "sk_1", expiresAt: new Date(1_900_000_000_000), userId: serverUser.id });
    expect(api.bodyOf("POST /user-api-keys")).toEqual({
      description: "Robot",
      expires_at_millis: 1_900_000_000_000,
      user_id: serverUser.id,
    });
    expect(changed).toEqual(["api-keys"]);
  });

  it("are made without an expiry by null, which is sent", async () => {
    api.on("POST /user-api-keys", { body: keyOf({ value: "pk_1" }) });
    const { user } = await someUser();
    await user.createApiKey({ description: "Open", expiresAt: null, isPublic: true });
    expect(api.bodyOf("POST /user-api-keys")).toEqual({
      description: "Open",
      expires_at_millis: null,
      is_public: true,
      user_id: serverUser.id,
    });
  });

  it("are listed by their last four characters", async () => {
    const { key } = await listed();
    expect({ ...key }).toEqual({
      id: "k1",
      description: "Robot",
      createdAt: new Date(1_760_000_000_000),
      expiresAt: undefined,
      manuallyRevokedAt: null,
      isPublic: false,
      type: "user",
      userId: serverUser.id,
      teamId: undefined,
      value: { lastFour: "f41a" },
    });
    expect([key.isValid(), key.whyInvalid()]).toEqual([true, null]);
  });

  it.each<
    [string, Partial<Omit<wire.UserApiKey, "value" | "type"> & { value: unknown; type: string; team_id: string }>]
  >([
    ["expired", { expires_at_millis: 1 }],
    ["expired", { expires_at_millis: 1, manually_revoked_at_millis: 1 }],
    ["manually-revoked", { expires_at_millis: 9_000_000_000_000, manually_revoked_at_millis: 1 }],
  ])("are reported as %s: %j", async (reason, fields) => {
    const { key } = await listed(fields);
    expect([key.isValid(), key.whyInvalid()]).toEqual([false, reason]);
  });

  it("are changed and revoked, with their owner named", async () => {
    api.on(`PATCH /user-api-keys/k1${userQuery}`, { body: keyOf() });
    const { key, changed } = await listed();
    await key.update({ description: "Old" });
    await key.revoke();
    const bodies = api.requestsFor(`PATCH /user-api-keys/k1${userQuery}`).map(({ body }) => JSON.parse(body));
    expect(bodies).toEqual([{ description: "Old" }, { revoked: true }]);
    expect(changed).toEqual(["api-keys", "api-keys"]);
  });
});

describe("the owner of an API key", () => {
  it("is found by its text: a user, or a team", async () => {
    const team = {
      id: "t1",
      display_name: "Crew",
      profile_image_url: null,
      client_metadata: null,
      client_read_only_metadata: null,
      server_metadata: null,
      created_at_millis: 1,
    };
    api.on("POST /user-api-keys/check", { body: keyOf() });
    api.on("POST /team-api-keys/check", { body: keyOf({ type: "team", team_id: "t1" }) });
    api.on("GET /teams/t1", { body: team });
    const { app, changed } = await someUser();
    expect((await app.getUser({ apiKey: "sk_1" }))?.id).toBe(serverUser.id);
    expect((await app.getTeam({ apiKey: "sk_2" }))?.displayName).toBe("Crew");
    expect(api.bodyOf("POST /user-api-keys/check")).toEqual({ api_key: "sk_1" });
    expect(api.bodyOf("POST /team-api-keys/check")).toEqual({ api_key: "sk_2" });
    expect(changed).toEqual([]);
  });

  it.each([
    ["API_KEY_NOT_FOUND", 404, undefined],
    ["API_KEY_EXPIRED", 401, undefined],
    ["API_KEY_REVOKED", 401, undefined],
    ["WRONG_API_KEY_TYPE", 400, { expected_type: "user", actual_type: "team" }],
  ])("is null for %s", async (code, status, details) => {
    for (const type of ["user", "team"]) api.on(`POST /${type}-api-keys/check`, refusal(code, status, "No", details));
    const { app } = await someUser();
    expect(await app.getUser({ apiKey: "sk_1" })).toBeNull();
    expect(await app.getTeam({ apiKey: "sk_1" })).toBeNull();
  });
});
