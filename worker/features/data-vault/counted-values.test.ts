import { env } from "cloudflare:workers";
import { afterEach, describe, expect, it, vi } from "vitest";
import { setQuota, storageOf } from "../../db/storage/storage.fixtures";
import { stepOf } from "../../testing/jobs";
import { project, type TestProject } from "../../testing/project";
import { expectPlainError } from "../../testing/refusals";
import { purgeStores, settleValues } from "./jobs";

const set = "POST /data-vault/stores/{store_id}/set";
const remove = "POST /data-vault/stores/{store_id}/delete";
const params = { store_id: "secrets" };
const stores = { "dataVault.stores.secrets": {} };
const large = "A".repeat(500_000);

const setting = (p: TestProject, encrypted_value: string, hashed_key = "key", settings = {}) =>
  p.server(set, { params, body: { hashed_key, encrypted_value }, settings });
const removing = (p: TestProject, hashed_key = "key", settings = {}) =>
  p.server(remove, { params, body: { hashed_key }, settings });

/** Returns what the values of a project take in KV, and what they are counted as. */
async function compared({ id }: TestProject) {
  const { keys } = await env.VAULT.list({ prefix: `${id}/` });
  const values = await Promise.all(keys.map(({ name }) => env.VAULT.get(name, "arrayBuffer")));
  const stored = values.reduce((sum, value) => sum + (value?.byteLength ?? 0), 0);
  const { vaultBytes, settingBytes } = await storageOf(id);
  const ofRow = 400 + 2 * 36 + "secrets".length + 64;
  expect(settingBytes).toBeGreaterThanOrEqual(vaultBytes);
  return { stored, counted: vaultBytes - keys.length * ofRow };
}

/** Lets ten minutes pass, and KV be looked at. */
async function settle() {
  vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + 11 * 60_000 });
  while ((await stepOf(settleValues)).outcome === "more");
}

/** KV whose writes wait until they are let go. */
function slowVault() {
  const waiting: { name: string; go: () => void }[] = [];
  const vault = new Proxy(env.VAULT, {
    get: (target, name) => {
      const method = Reflect.get(target, name).bind(target);
      if (name !== "put" && name !== "delete") return method;
      return async (...args: unknown[]) => {
        await new Promise<void>((go) => waiting.push({ name, go }));
        return method(...args);
      };
    },
  });
  const next = async () => {
    await expect.poll(() => waiting.length).toBeGreaterThan(0);
    waiting.shift()?.go();
  };
  return { settings: { VAULT: vault } as never, next };
}

afterEach(() => {
  vi.useRealTimers();
});

describe("values of the data vault, of what a project stores", () => {
  // Evidence: vault-values-count-as-stored
  it("413 once its values have used up the project's storage; others go on, and so do reads and deletions", async () => {
    // Attack: a new owner's server key writes a megabyte at a time into KV, of which nothing was counted.
    const [p, other] = [await project(stores), await project(stores)];
    await setQuota(p.id, { maxBytes: 2_000_000 });
    const responses = [];
    for (let number = 0; number < 5; number += 1) responses.push(await setting(p, large, `key ${number}`));
    expect(responses.map(({ status }) => status)).toEqual([200, 200, 200, 413, 413]);
    const refusal =
      "No more can be stored here for now. The owners of the project see under Usage why, and what makes room.";
    expectPlainError(responses[3] as (typeof responses)[0], 413, refusal);
    const { stored, counted } = await compared(p);
    expect(stored).toBeGreaterThan(1_500_000);
    expect(counted).toBe(stored);
    expect((await setting(p, "A", "key 0")).status).toBe(200);
    expectPlainError(await setting(p, `${large}${large}`, "key 0"), 413, refusal);
    expect((await setting(other, large)).status).toBe(200);
    expect((await removing(p, "key 1")).status).toBe(200);
    await settle();
    expect((await setting(p, large, "key 4")).status).toBe(200);
    expect(await compared(p)).toEqual({ stored: expect.any(Number), counted: (await compared(p)).stored });
  });

  it("count as much as KV has, ten minutes after they became smaller or were deleted", async () => {
    const p = await project(stores);
    await setting(p, large);
    const { body } = await p.admin("GET /internal/usage");
    expect(body.storage.bytes_by_kind.data_vault).toBeGreaterThan(500_000);
    await setting(p, "small");
    await settle();
    const small = await compared(p);
    expect(small.stored).toBeLessThan(100);
    expect(small.counted).toBe(small.stored);
    await removing(p);
    await settle();
    expect((await storageOf(p.id)).vaultBytes).toBe(0);
    expect((await stepOf(settleValues)).outcome).toBe("done");
  });

  // Evidence: vault-races-count-as-stored
  it("count at least as much as KV has, whatever is written and deleted at once", async () => {
    // Attack: a large value is written while the same key is deleted, or set to a small one, so that the count ends with that.
    const p = await project(stores);
    await setting(p, "first");
    for (const meanwhile of [() => removing(p), () => setting(p, "small")]) {
      const slow = slowVault();
      const written = setting(p, large, "key", slow.settings);
      await expect.poll(async () => (await compared(p)).counted).toBeGreaterThan(500_000);
      await meanwhile();
      await slow.next();
      expect((await written).status).toBe(200);
      const { stored, counted } = await compared(p);
      expect(stored).toBeGreaterThan(500_000);
      expect(counted).toBe(stored);
      await settle();
      expect(await compared(p)).toEqual({ stored, counted: stored });
    }
  });

  it("are not counted as what KV has refused", async () => {
    const p = await project(stores);
    await setting(p, "first");
    const refused = () => Promise.reject(new Error("KV PUT failed: 429 Too Many Requests"));
    const VAULT = new Proxy(env.VAULT, {
      get: (target, name) => (name === "put" ? refused : Reflect.get(target, name).bind(target)),
    });
    expect((await setting(p, large, "key", { VAULT } as never)).status).toBe(429);
    await settle();
    const { stored, counted } = await compared(p);
    expect([stored < 100, counted]).toEqual([true, stored]);
  });

  it("are counted until their store's are deleted from KV", async () => {
    const p = await project(stores);
    for (const key of ["a", "b"]) await setting(p, large, key);
    const patch = { config_override_string: JSON.stringify({ "dataVault.stores.secrets": null }) };
    await p.admin("PATCH /internal/config/override", { body: patch });
    expect((await storageOf(p.id)).vaultBytes).toBeGreaterThan(1_000_000);
    while ((await stepOf(purgeStores)).outcome === "more");
    expect(await compared(p)).toEqual({ stored: 0, counted: 0 });
    expect((await storageOf(p.id)).vaultBytes).toBe(0);
  });
});
