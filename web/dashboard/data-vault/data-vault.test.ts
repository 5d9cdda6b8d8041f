import { describe, it } from "vitest";
import { english } from "../translation/english";
import { checkStoreId } from "./data-vault-page";
import { parseVaultSearch } from "./vault-search";

describe("the id of a store", () => {
  it.for(["secrets", "_a", "A-1", "a".repeat(63), " tokens "])("can be %s", (id, { expect }) => {
    expect(checkStoreId(id, ["taken"], english)).toBe(true);
  });

  it.for([
    ["  ", "Enter an ID."],
    ["1a", "Start the ID with a letter or an underscore."],
    ["a.b", "An ID has only the letters a to z, digits, hyphens and underscores."],
    ["a".repeat(64), "Use 63 characters at most."],
    ["taken", "There is a store with this ID already."],
  ] as const)("cannot be %s: %s", ([id, why], { expect }) => {
    expect(checkStoreId(id, ["taken"], english)).toBe(why);
  });
});

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
