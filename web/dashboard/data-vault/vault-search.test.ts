import { describe, it } from "vitest";
import { parseVaultSearch } from "./vault-search";

describe("the search of the data vault's address", () => {
  it("names the dialog that is open", ({ expect }) => {
    expect(parseVaultSearch({ create: true })).toEqual({ create: true });
    expect(parseVaultSearch({ store: "secrets", open: "rename" })).toEqual({ store: "secrets", open: "rename" });
  });

  it("opens nothing for values that name no dialog", ({ expect }) => {
    expect(parseVaultSearch({ create: "yes" })).toEqual({});
    expect(parseVaultSearch({ store: "secrets" })).toEqual({});
    expect(parseVaultSearch({ store: "", open: "value" })).toEqual({});
    expect(parseVaultSearch({ store: "secrets", open: "constructor" })).toEqual({});
  });
});
