import { describe, it } from "vitest";
import { startProject } from "../scripts/testing/official-client";
import { atOnce, config, outcomes, override, REQUESTS } from "../scripts/testing/races";

const suite = startProject();

describe("requests at the same time", () => {
  it("200: 30 changes of 30 settings are all stored", async ({ expect }) => {
    const stores = Array.from({ length: 30 }, (_, index) => `store${index}`);
    const responses = await atOnce(stores.length, (index) =>
      override(suite, { [`dataVault.stores.${stores[index]}.displayName`]: "Secrets" }),
    );
    expect(outcomes(responses)).toEqual({ "200": stores.length });
    expect(Object.keys((await config(suite)).dataVault.stores).sort()).toEqual(stores.sort());
  });

  it("200: of 20 changes of one setting, the last one is stored", async ({ expect }) => {
    const responses = await atOnce(REQUESTS, (index) =>
      override(suite, { "payments.items.seats.displayName": `Item ${index}` }),
    );
    expect(outcomes(responses)).toEqual({ "200": REQUESTS });
    expect((await config(suite)).payments.items.seats?.displayName).toMatch(/^Item \d+$/);
  });
});
