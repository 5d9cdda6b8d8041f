import { describe, it } from "vitest";
import { parseTeamListSearch, parseTeamPageSearch } from "../team-search";

describe("the address of a team's page", () => {
  it("names the open part, and the list that leads back", ({ expect }) => {
    expect(parseTeamPageSearch({ part: "keys", q: "crew" })).toEqual({ part: "keys", q: "crew" });
  });

  it("opens the permissions or the profile of a member, among the members only", ({ expect }) => {
    expect(parseTeamPageSearch({ permissionsOf: "ada", profileOf: "ada" })).toEqual({ permissionsOf: "ada" });
    expect(parseTeamPageSearch({ part: "members", profileOf: "ada" })).toEqual({ profileOf: "ada" });
    expect(parseTeamPageSearch({ part: "items", profileOf: "ada" })).toEqual({ part: "items" });
  });

  it("opens the deletion in every part, and the addition of members among them only", ({ expect }) => {
    expect(parseTeamPageSearch({ part: "items", action: "delete" })).toEqual({ part: "items", action: "delete" });
    expect(parseTeamPageSearch({ action: "add-members", profileOf: "ada" })).toEqual({ action: "add-members" });
    expect(parseTeamPageSearch({ part: "items", action: "add-members" })).toEqual({ part: "items" });
  });

  it("leaves out what it does not know", ({ expect }) => {
    const unknown = { part: "constructor", permissionsOf: 7, profileOf: "", action: "toString", q: "" };
    expect(parseTeamPageSearch(unknown)).toEqual({});
  });
});

describe("the address of the list of teams", () => {
  it("searches for digits as well, and opens the creation of a team", ({ expect }) => {
    expect(parseTeamListSearch({ q: 42, create: true })).toEqual({ q: "42", create: true });
    expect(parseTeamListSearch({ q: ["a"], create: "true" })).toEqual({});
  });
});
