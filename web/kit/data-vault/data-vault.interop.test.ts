import { describe, it } from "vitest";
import { newProject, startProject } from "../../../scripts/testing/official-client";
import { GatehouseServerApp } from "../index";

const suite = startProject();

const secret = "a secret of the backend";

/** A store of a new project, as the official client and as our kit open it. */
async function newStore() {
  const project = await newProject(suite.gatehouse);
  await project.owned.updateConfig({ "dataVault.stores.secrets": { displayName: "Secrets" } });
  const options = { baseUrl: suite.gatehouse.apiUrl, projectId: project.projectId, tokenStore: "memory" } as const;
  const app = new GatehouseServerApp({ ...options, ...project.keys });
  return {
    project,
    app,
    official: await project.serverApp().getDataVaultStore("secrets"),
    ours: await app.getDataVaultStore("secrets"),
  };
}

describe("a data vault store", () => {
  it("200: the official client reads and replaces what it has set", async ({ expect }) => {
    const { official } = await newStore();
    expect(official.id).toBe("secrets");
    expect(await official.getValue("key", { secret })).toBeNull();
    await official.setValue("key", "first", { secret });
    await official.setValue("other", "", { secret });
    expect(await official.getValue("key", { secret })).toBe("first");
    expect(await official.getValue("other", { secret })).toBe("");
    expect(await official.getValue("key", { secret: "another" })).toBeNull();
  });

  it("200: values of the official client are read by the kit, and the other way round", async ({ expect }) => {
    const { official, ours } = await newStore();
    for (const [key, value] of [
      ["a", "by the official client"],
      ["", "under an empty key"],
      ["ключ", "👋 \u0000 é"],
    ] as const) {
      await official.setValue(key, value, { secret });
      expect(await ours.getValue(key, { secret })).toBe(value);
      await ours.setValue(`${key}-ours`, value, { secret });
      expect(await official.getValue(`${key}-ours`, { secret })).toBe(value);
    }
    await ours.deleteValue("a", { secret });
    expect(await official.getValue("a", { secret })).toBeNull();
    expect(await ours.getValue("a", { secret })).toBeNull();
  });

  it("400 DATA_VAULT_STORE_DOES_NOT_EXIST: both throw it for a store that is not configured", async ({ expect }) => {
    const { project, app } = await newStore();
    for (const store of [await project.serverApp().getDataVaultStore("none"), await app.getDataVaultStore("none")]) {
      const error = { errorCode: "DATA_VAULT_STORE_DOES_NOT_EXIST" };
      await expect(store.getValue("key", { secret })).rejects.toMatchObject(error);
      await expect(store.setValue("key", "value", { secret })).rejects.toMatchObject(error);
    }
  });

  it("throws for a secret that is no text, before anything is sent", async ({ expect }) => {
    const { ours } = await newStore();
    const options = { secret: undefined } as never;
    const error = "secret must be a string, got undefined";
    await expect(ours.getValue("key", options)).rejects.toThrow(error);
    await expect(ours.setValue("key", "value", options)).rejects.toThrow(error);
    await expect(ours.deleteValue("key", options)).rejects.toThrow(error);
  });

  it("throws for a key or a value that is no text, before anything is sent", async ({ expect }) => {
    const { ours } = await newStore();
    const other = { a: 1 } as never;
    await expect(ours.getValue(other, { secret })).rejects.toThrow("key must be a string, got object");
    await expect(ours.setValue(other, "value", { secret })).rejects.toThrow("key must be a string, got object");
    await expect(ours.setValue("key", other, { secret })).rejects.toThrow("value must be a string, got object");
    await expect(ours.deleteValue(other, { secret })).rejects.toThrow("key must be a string, got object");
    expect(await ours.getValue("key", { secret })).toBeNull();
  });
});
