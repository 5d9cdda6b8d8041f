import { QueryObserver } from "@tanstack/react-query";
import { afterEach, describe, it, vi } from "vitest";
import type { DataVaultStore } from "../../kit";
import { realHost } from "../../kit/host/host";
import { queryClientOf } from "../queries/query-client";
import { show } from "../testing/show";
import type { ReactDataVaultStore } from "./data-vault-store";
import { GatehouseServerApp } from "./server-hooks";

afterEach(() => {
  vi.unstubAllGlobals();
});

const secret = "a secret of the backend";

/** A server app whose vault returns what was set before `freeze`, as KV does for a minute. */
function newApp() {
  let values = new Map<string, string>();
  let shown = values;
  const log: string[] = [];
  const fetch: typeof globalThis.fetch = async (input, init) => {
    const path = new URL(String(input)).pathname.replace("/api/v1/data-vault/stores/", "");
    const { hashed_key, encrypted_value } = JSON.parse(String(init?.body));
    log.push(path);
    if (path.endsWith("/set")) values.set(hashed_key, encrypted_value);
    if (path.endsWith("/delete")) values.delete(hashed_key);
    if (!path.endsWith("/get")) return Response.json({ success: true });
    const value = shown.get(hashed_key);
    if (value !== undefined) return Response.json({ encrypted_value: value });
    const code = "DATA_VAULT_STORE_HASHED_KEY_DOES_NOT_EXIST";
    return Response.json({ code, error: code }, { status: 400, headers: { "x-stack-known-error": code } });
  };
  const options = { baseUrl: "https://api.example.com", projectId: "p1", tokenStore: null };
  const keys = { publishableClientKey: "pck_test", secretServerKey: "ssk_test" };
  const freeze = () => {
    shown = values;
    values = new Map(values);
  };
  return { app: new GatehouseServerApp({ ...options, ...keys }, { ...realHost, fetch }), log, freeze };
}

const viewOf = (store: DataVaultStore, of: string) => (store as ReactDataVaultStore).viewOf("token", { secret: of });

describe("useDataVaultStore", () => {
  it("shows the value of a key by its secret, and null without one", async ({ expect }) => {
    const { app, log } = newApp();
    await (await app.getDataVaultStore("secrets")).setValue("token", "t-1", { secret });
    log.length = 0;
    function Values() {
      const store = app.useDataVaultStore("secrets");
      const values = [
        store.useValue("token", { secret }),
        store.useValue("token", { secret: "another" }),
        store.useValue("other", { secret }),
      ];
      const { data, isPending } = store.useValue("third", { secret, suspense: false });
      return JSON.stringify([store.id, ...values, data ?? isPending]).replaceAll('"', "'");
    }
    expect((await show(app, <Values />)).replaceAll("&#x27;", "'")).toContain("['secrets','t-1',null,null,true]");
    expect(new Set(log)).toEqual(new Set(["secrets/get"]));
  });

  it("throws for a secret that is no text, and sends nothing", async ({ expect }) => {
    const { app, log } = newApp();
    const Value = () => app.useDataVaultStore("secrets").useValue("token", { secret: undefined } as never);
    await expect(show(app, <Value />)).rejects.toThrow("secret must be a string, got undefined");
    expect(log).toEqual([]);
  });

  it("keeps no secret in the keys of its cache", async ({ expect }) => {
    // Attack: tools for developers and error trackers send the keys of a cache, or a page is rendered with them in it.
    const { app } = newApp();
    const store = await app.getDataVaultStore("secrets");
    const [first, same, other] = [secret, secret, "another"].map((each) => viewOf(store, each).queryKey);
    expect(JSON.stringify([first, other])).not.toMatch(/backend|another/);
    expect(same).toEqual(first);
    expect(other).not.toEqual(first);
  });
});

describe("a value that components show", () => {
  it("is what this page has set or deleted, while the API still returns what was there before", async ({ expect }) => {
    // A browser, where an app keeps its cache.
    vi.stubGlobal("window", new EventTarget());
    const { app, freeze } = newApp();
    const store = await app.getDataVaultStore("secrets");
    await store.setValue("token", "t-1", { secret });
    const observer = new QueryObserver(queryClientOf(app), viewOf(store, secret));
    const stop = observer.subscribe(() => undefined);
    const value = () => observer.getCurrentResult().data;
    expect(await store.getValue("token", { secret })).toBe("t-1");
    expect(value()).toBe("t-1");
    freeze();
    await store.setValue("token", "t-2", { secret });
    expect(value()).toBe("t-2");
    await store.deleteValue("token", { secret });
    expect(value()).toBeNull();
    stop();
  });
});
