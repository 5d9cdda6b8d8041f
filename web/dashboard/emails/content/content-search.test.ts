import { describe, it } from "vitest";
import { parseContentListSearch, parseContentSearch } from "./content-search";

describe("the search of pages about mails", () => {
  it("keeps what is open, and nothing else that an address may have", ({ expect }) => {
    expect(parseContentListSearch({ create: true, other: 1 })).toEqual({ create: true });
    expect(parseContentListSearch({ create: "no" })).toEqual({});
    expect(parseContentSearch({ dialog: "rename", width: "phone" })).toEqual({ dialog: "rename", width: "phone" });
    expect(parseContentSearch({ dialog: "<script>", width: 5 })).toEqual({});
  });
});
