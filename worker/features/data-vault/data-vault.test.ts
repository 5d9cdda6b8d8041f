import { env } from "cloudflare:workers";
import { afterEach, describe, expect, it, vi } from "vitest";
import type { EndpointKey } from "../../protocol/endpoint";
import { stepOf } from "../../testing/jobs";
import { project, type TestProject } from "../../testing/project";
import { expectError, expectPlainError } from "../../testing/refusals";
import { twoRotations, under } from "../../testing/rotation";
import { purgeStores, resealStoreKeys } from "./jobs";

const get = "POST /data-vault/stores/{store_id}/get";
const set = "POST /data-vault/stores/{store_id}/set";
const remove = "POST /data-vault/stores/{store_id}/delete";
const list = "GET /data-vault/stores";
const configure = "PATCH /internal/config/override";

const params = { store_id: "secrets" };
const hashed_key = "mIl6Zh5gKSndkLIOOZ5bNbedij15RRuefNlBnH6rEGY=";
const stores = { "dataVault.stores.secrets": { displayName: "Secrets" }, "dataVault.stores.tokens": {} };

const setting = (p: TestProject, encrypted_value: string, hashed = hashed_key, store_id = "secrets") =>
  p.server(set, { params: { store_id }, body: { hashed_key: hashed, encrypted_value } });
const getting = (p: TestProject, hashed = hashed_key, store_id = "secrets") =>
  p.server(get, { params: { store_id }, body: { hashed_key: hashed } });
const namesOf = async ({ id }: TestProject) =>
  (await env.VAULT.list({ prefix: `${id}/` })).keys.map(({ name }) => name);

/** Ends what is left to purge at present. */
async function purgeAll() {
  while ((await stepOf(purgeStores)).outcome === "more");
}

/** A store that is removed from a project's configuration. */
const removing = (p: TestProject, store: string) =>
  p.admin(configure, { body: { config_override_string: JSON.stringify({ [`dataVault.stores.${store}`]: null }) } });
const adding = (p: TestProject, store: string) =>
  p.admin(configure, { body: { config_override_string: JSON.stringify({ [`dataVault.stores.${store}`]: {} }) } });

function expectMissing(response: Awaited<ReturnType<typeof getting>>, hashed = hashed_key, store_id = "secrets") {
  const details = { store_id, hashed_key: hashed };
  expectError(response, 400, "DATA_VAULT_STORE_HASHED_KEY_DOES_NOT_EXIST", details);
}

afterEach(() => {
  vi.useRealTimers();
});

/** Tests what the requests for one value have in common; `body` is a request's. */
function commonRefusals(key: EndpointKey, body: Record<string, string>) {
  it("400 DATA_VAULT_STORE_DOES_NOT_EXIST for a store that the project does not have", async () => {
    const p = await project(stores);
    // Attack: names that every object has, of which one might pass for a store.
    for (const store_id of ["other", "constructor", "__proto__", "a/b", "secrets/", " "]) {
      const response = await p.server(key, { params: { store_id }, body });
      expectError(response, 400, "DATA_VAULT_STORE_DOES_NOT_EXIST", { store_id });
    }
    expect(await namesOf(p)).toEqual([]);
  });

  it("400 SCHEMA_ERROR without a hashed key, or with an empty or an endless one", async () => {
    const p = await project(stores);
    for (const hashed of [undefined, null, "", {}, "a".repeat(1001)]) {
      expectError(await p.server(key, { params, body: { ...body, hashed_key: hashed } }), 400, "SCHEMA_ERROR");
    }
  });
}

describe(get, () => commonRefusals(get, { hashed_key }));
describe(set, () => commonRefusals(set, { hashed_key, encrypted_value: "AQA=" }));
describe(remove, () => commonRefusals(remove, { hashed_key }));

describe("the values of a store", () => {
  it("200: returns exactly what was set, the last of it, in one round trip to the database, and sets it in two", async () => {
    const p = await project(stores);
    expectMissing(await getting(p));
    const first = await setting(p, "before");
    expect([first.status, first.body, first.cost.d1]).toEqual([200, { success: true }, 3]);
    for (const value of ["", "AQAAAQIDBAUGBwgJ", "\u0000 \ufeff 👋 \n", "\ufeff"]) {
      const stored = await setting(p, value);
      expect([stored.status, stored.cost.d1]).toEqual([200, 2]);
      const { status, body, cost } = await getting(p);
      expect([status, body, cost.d1]).toEqual([200, { encrypted_value: value }, 1]);
    }
  });

  it("200: keeps keys of any characters apart", async () => {
    const p = await project(stores);
    const keys = ["a", "A", "a ", "a/b", "../a", "%2e", "ключ", "é", "e\u0301", "\u0000", "a".repeat(1000)];
    for (const key of keys) await setting(p, `value of ${key}`, key);
    for (const key of keys) expect((await getting(p, key)).body).toEqual({ encrypted_value: `value of ${key}` });
    expect((await namesOf(p)).length).toBe(keys.length);
  });

  it("200: takes 1 MiB as encrypted, up to two million characters, and 400 SCHEMA_ERROR for a longer one", async () => {
    const p = await project(stores);
    const largest = "A".repeat(2_000_000);
    expect((await setting(p, largest)).status).toBe(200);
    expect((await getting(p)).body.encrypted_value === largest).toBe(true);
    const response = await setting(p, `${largest}A`);
    expectError(response, 400, "SCHEMA_ERROR");
    expect(response.body.error).toContain("body.encrypted_value must be at most 2000000 characters");
  });

  it("200: deletes a value, also one that is not there", async () => {
    const p = await project(stores);
    const removal = () => p.server(remove, { params, body: { hashed_key } });
    expect((await removal()).body).toEqual({ success: true });
    await setting(p, "x");
    await setting(p, "y", "other");
    expect((await removal()).body).toEqual({ success: true });
    expectMissing(await getting(p));
    expect((await removal()).body).toEqual({ success: true });
    expect((await getting(p, "other")).body).toEqual({ encrypted_value: "y" });
  });

  it("200 to all of many first writes at once: none of them gives the store a key of its own", async () => {
    const p = await project(stores);
    const keys = Array.from({ length: 12 }, (_, index) => `key-${index}`);
    await Promise.all(keys.map((key) => setting(p, key, key)));
    for (const key of keys) expect((await getting(p, key)).body).toEqual({ encrypted_value: key });
  });

  // Evidence: those-project-store
  // Attack: one project's key reads, changes or deletes what another one stored, under the same store and key.
  it("are those of one project and one store", async () => {
    const [mine, other] = [await project(stores), await project(stores)];
    await setting(mine, "mine");
    await setting(mine, "of tokens", hashed_key, "tokens");
    expectMissing(await getting(other));
    await setting(other, "theirs");
    await other.server(remove, { params: { store_id: "tokens" }, body: { hashed_key } });
    expect((await getting(mine)).body).toEqual({ encrypted_value: "mine" });
    expect((await getting(mine, hashed_key, "tokens")).body).toEqual({ encrypted_value: "of tokens" });
  });

  // Evidence: lie-encrypted-kv-under-names-without
  // Attack: a copy of KV is read, and what clients encrypted is tried for weak secrets.
  it("lie encrypted in KV, under names without the hashed key", async () => {
    const p = await project(stores);
    await setting(p, "needle-in-a-haystack");
    const [name = ""] = await namesOf(p);
    expect(name).toMatch(new RegExp(`^${p.id}/secrets/[0-9a-f-]{36}/[0-9a-f]{64}$`));
    const stored = new TextDecoder().decode((await env.VAULT.get(name, "arrayBuffer")) ?? undefined);
    expect(stored).not.toContain("needle");
  });

  // Evidence: value-moved-changed-kv
  // Attack: with access to KV, a value is put in the place of another key's, another store's or another project's.
  it("409 for a value that was moved or changed in KV", async () => {
    const [mine, other] = [await project(stores), await project(stores)];
    await setting(mine, "a", "first");
    const [first = ""] = await namesOf(mine);
    await setting(mine, "b", "second");
    const [second = ""] = (await namesOf(mine)).filter((name) => name !== first);
    await setting(mine, "c", "first", "tokens");
    const [third = ""] = (await namesOf(mine)).filter((name) => name.includes("/tokens/"));
    await setting(other, "d", "first");
    const [fourth = ""] = await namesOf(other);
    const original = (await env.VAULT.get(first, "arrayBuffer")) ?? new ArrayBuffer();
    for (const name of [second, third, fourth]) await env.VAULT.put(name, original);
    const text = "This value of the data vault cannot be opened, because it was changed where it is stored.";
    expectPlainError(await getting(mine, "second"), 409, text);
    expectPlainError(await getting(mine, "first", "tokens"), 409, text);
    expectPlainError(await getting(other, "first"), 409, text);
    const changed = new Uint8Array(original).map((byte, index) => (index === 20 ? byte ^ 1 : byte));
    for (const bytes of [new Uint8Array(), changed, new Uint8Array(11)]) {
      await env.VAULT.put(first, bytes);
      expectPlainError(await getting(mine, "first"), 409, text);
    }
    await setting(mine, "again", "first");
    expect((await getting(mine, "first")).body).toEqual({ encrypted_value: "again" });
  });

  it("429 with Retry-After when KV refuses a second write to a key within a second", async () => {
    const p = await project(stores);
    await setting(p, "x");
    const refused = () => Promise.reject(new Error("KV PUT failed: 429 Too Many Requests"));
    const vault = new Proxy(env.VAULT, {
      get: (target, name) =>
        ["put", "delete"].includes(String(name)) ? refused : Reflect.get(target, name).bind(target),
    });
    const settings = { VAULT: vault } as never;
    for (const [key, body] of [
      [set, { hashed_key, encrypted_value: "y" }],
      [remove, { hashed_key }],
    ] as const) {
      const response = await p.server(key, { params, body, settings });
      expectPlainError(response, 429, "Too Many Requests");
      expect(response.headers.get("retry-after")).toBe("1");
    }
    expect((await getting(p)).body).toEqual({ encrypted_value: "x" });
  });
});

describe(list, () => {
  it("200: lists the stores by id, with how many values each has, in two round trips", async () => {
    const p = await project(stores);
    await setting(p, "a", "first");
    await setting(p, "b", "second");
    const { status, body, cost } = await p.admin(list);
    expect([status, cost.d1]).toEqual([200, 2]);
    expect(body).toEqual({
      items: [
        { id: "secrets", display_name: "Secrets", entries: 2, has_more_entries: false },
        { id: "tokens", display_name: "Unnamed Vault", entries: 0, has_more_entries: false },
      ],
      is_paginated: true,
      pagination: { next_cursor: null },
    });
    expect((await (await project()).admin(list)).body.items).toEqual([]);
  });

  it("200: lists many stores page by page, also past one that was removed, and counts at most 1,000 values", async () => {
    const ids = Array.from({ length: 52 }, (_, index) => `store_${String(index).padStart(2, "0")}`);
    const p = await project(Object.fromEntries(ids.map((id) => [`dataVault.stores.${id}`, {}])));
    await setting(p, "x", hashed_key, "store_00");
    const [name = ""] = await namesOf(p);
    await Promise.all(Array.from({ length: 1000 }, (_, index) => env.VAULT.put(`${name}-${index}`, "")));
    const first = (await p.admin(list)).body;
    expect(first.items[0]).toMatchObject({ entries: 1000, has_more_entries: true });
    expect(first.pagination).toEqual({ next_cursor: "store_50" });
    const config_override_string = JSON.stringify({ "dataVault.stores.store_50": null });
    await p.admin("PATCH /internal/config/override", { body: { config_override_string } });
    const second = (await p.admin(list, { query: { cursor: "store_50" } })).body;
    expect(second.pagination).toEqual({ next_cursor: null });
    const rest = ids.filter((id) => id !== "store_50");
    expect([...first.items, ...second.items].map(({ id }) => id)).toEqual(rest);
  });
});

describe("a store that is removed", () => {
  // Evidence: takes-values-they-gone-once-also
  it("takes its values with it: they are gone at once, also for a store that is made under its id", async () => {
    const p = await project(stores);
    await setting(p, "old");
    await setting(p, "kept", hashed_key, "tokens");
    expect((await removing(p, "secrets")).status).toBe(200);
    expectError(await getting(p), 400, "DATA_VAULT_STORE_DOES_NOT_EXIST");
    await adding(p, "secrets");
    expectMissing(await getting(p));
    await setting(p, "new");
    await purgeAll();
    expect((await getting(p)).body).toEqual({ encrypted_value: "new" });
    expect((await getting(p, hashed_key, "tokens")).body).toEqual({ encrypted_value: "kept" });
    expect((await p.admin(list)).body.items[0].entries).toBe(1);
  });

  it("keeps its values while its other settings change, or all stores are written anew", async () => {
    const p = await project(stores);
    await setting(p, "kept");
    for (const config of [
      { "dataVault.stores.secrets.displayName": "Renamed" },
      { "dataVault.stores": { secrets: {} } },
    ]) {
      await p.admin(configure, { body: { config_override_string: JSON.stringify(config) } });
      expect((await getting(p)).body).toEqual({ encrypted_value: "kept" });
    }
    await p.admin(configure, { body: { config_override_string: JSON.stringify({ dataVault: { stores: {} } }) } });
    await adding(p, "secrets");
    expectMissing(await getting(p));
  });

  it("is deleted from KV in bounded steps, and again once KV lists what came late", async () => {
    const p = await project(stores);
    await setting(p, "x");
    const [name = ""] = await namesOf(p);
    await Promise.all(Array.from({ length: 150 }, (_, index) => env.VAULT.put(`${name}-${index}`, "")));
    await purgeAll();
    await removing(p, "secrets");
    expect(await stepOf(purgeStores)).toMatchObject({ outcome: "more" });
    expect(await namesOf(p)).toHaveLength(51);
    await stepOf(purgeStores);
    expect(await namesOf(p)).toEqual([]);
    // A request that began before the store was removed.
    await env.VAULT.put(`${name}-late`, "");
    expect(await stepOf(purgeStores)).toMatchObject({ outcome: "done" });
    vi.useFakeTimers({ now: Date.now() + 11 * 60 * 1000, toFake: ["Date"] });
    await purgeAll();
    expect(await namesOf(p)).toEqual([]);
    vi.setSystemTime(Date.now() + 11 * 60 * 1000);
    await purgeAll();
    vi.setSystemTime(Date.now() + 11 * 60 * 1000);
    expect(await stepOf(purgeStores)).toMatchObject({ outcome: "done", cost: { d1: 1, rowsRead: 1 } });
  });

  it("goes with its project", async () => {
    const p = await project(stores);
    await setting(p, "x");
    await setting(p, "y", hashed_key, "tokens");
    expect((await p.admin("DELETE /internal/projects/current")).status).toBe(200);
    expectError(await getting(p), 400, "CURRENT_PROJECT_NOT_FOUND");
    await purgeAll();
    expect(await namesOf(p)).toEqual([]);
  });
});

describe("a rotation of the root secret", () => {
  it("leaves values readable, first by the previous secret, then by the sweep, without touching them", async () => {
    const { first, second, third } = twoRotations();
    const p = await project(stores);
    await setting(under(first, p), "kept");
    const names = await namesOf(p);
    expect((await getting(under(second, p))).body).toEqual({ encrypted_value: "kept" });
    await stepOf(resealStoreKeys, second);
    expect((await getting(under(third, p))).body).toEqual({ encrypted_value: "kept" });
    expect(await namesOf(p)).toEqual(names);
  });

  it("409 once the secret is gone under which the store's key is sealed, for reading and for setting", async () => {
    const { first, third } = twoRotations();
    const p = await project(stores);
    await setting(under(first, p), "lost");
    const text =
      "The key of this data vault store cannot be opened, because the root secret that it is sealed under is gone.";
    expectPlainError(await getting(under(third, p)), 409, text);
    expectPlainError(await setting(under(third, p), "new"), 409, text);
    expect((await getting(under(first, p))).body).toEqual({ encrypted_value: "lost" });
  });
});
