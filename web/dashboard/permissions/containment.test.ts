import { describe, it } from "vitest";
import { allContained, circleOf, containmentTrees, ownFirst } from "./containment";

const define = (contents: Record<string, string[]>) =>
  Object.entries(contents).map(([id, containedPermissionIds]) => ({ id, containedPermissionIds }));

const roles = define({
  $invite: [],
  $read: [],
  admin: ["editor", "$invite"],
  editor: ["reader"],
  reader: ["$read"],
});

const circle = define({ a: ["b"], b: ["c"], c: ["a"], self: ["self"] });

describe("what contains what", () => {
  it("has the project's own permissions by their ids before the system's", ({ expect }) => {
    expect(ownFirst(define({ $b: [], z: [], $a: [], m: [] })).map(({ id }) => id)).toEqual(["m", "z", "$b", "$a"]);
  });

  it("is followed through every permission once", ({ expect }) => {
    expect(allContained(roles, "admin")).toEqual(["editor", "$invite", "reader", "$read"]);
    expect(allContained(circle, "a")).toEqual(["b", "c"]);
    expect(allContained(circle, "self")).toEqual([]);
    expect(allContained(define({ a: ["deleted"] }), "a")).toEqual([]);
  });

  it("names the others of a circle", ({ expect }) => {
    expect(circleOf(circle, "b")).toEqual(["c", "a"]);
    expect(circleOf(roles, "admin")).toEqual([]);
  });

  it("is a tree for each permission that no other contains", ({ expect }) => {
    const leaf = (id: string) => ({ id, contains: [], isCircular: false });
    const reader = { id: "reader", contains: [leaf("$read")], isCircular: false };
    const editor = { id: "editor", contains: [reader], isCircular: false };
    expect(containmentTrees(roles)).toEqual([{ id: "admin", contains: [editor, leaf("$invite")], isCircular: false }]);
  });

  it("ends where a circle closes, and shows a circle that nothing contains", ({ expect }) => {
    const [own, first] = containmentTrees(circle);
    expect(own).toEqual({ id: "self", contains: [{ id: "self", contains: [], isCircular: true }], isCircular: false });
    expect(first?.contains[0]?.contains[0]?.contains).toEqual([{ id: "a", contains: [], isCircular: true }]);
  });
});
