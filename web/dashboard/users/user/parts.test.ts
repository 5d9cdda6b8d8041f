import { describe, it } from "vitest";
import { parseUserPageSearch } from "./parts";

describe("the search of a user's page", () => {
  it("keeps that of the list, the part, its team and the open dialog", ({ expect }) => {
    const search = { q: "ada", order: "oldest", part: "permissions", team: "t1", action: "restrict" };
    expect(parseUserPageSearch(search)).toEqual(search);
  });

  it("opens the dialogs in which something is added to the user", ({ expect }) => {
    expect(parseUserPageSearch({ action: "add-address" })).toEqual({ action: "add-address" });
    expect(parseUserPageSearch({ part: "teams", action: "add-to-team" })).toEqual({
      part: "teams",
      action: "add-to-team",
    });
  });

  it("leaves out the first part, which is shown anyway, and a team that no part reads", ({ expect }) => {
    expect(parseUserPageSearch({ part: "profile", team: "t1" })).toEqual({});
  });

  for (const part of ["unknown", "toString", 1, null]) {
    it(`leaves out ${String(part)}`, ({ expect }) => {
      expect(parseUserPageSearch({ part, action: part })).toEqual({});
    });
  }
});
