import { describe, it } from "vitest";
import { changedSets, defaultSets } from "./default-sets";

const config = { rbac: { defaultPermissions: { teamCreator: { b: true, a: true }, teamMember: {}, signUp: {} } } };

describe("the permissions that are granted by default", () => {
  it("are read from the configuration by their occasion", ({ expect }) => {
    expect(defaultSets(config)).toEqual({ teamCreator: ["a", "b"], teamMember: [], signUp: [] });
    expect(defaultSets({})).toEqual({ teamCreator: [], teamMember: [], signUp: [] });
  });

  it("are changed set by set, and only where they differ", ({ expect }) => {
    const saved = defaultSets(config);
    expect(changedSets(saved, { ...saved, teamCreator: ["b", "a"] })).toEqual({});
    expect(changedSets(saved, { ...saved, teamCreator: ["a"], signUp: ["c"] })).toEqual({
      "rbac.defaultPermissions.teamCreator": { a: true },
      "rbac.defaultPermissions.signUp": { c: true },
    });
  });
});
