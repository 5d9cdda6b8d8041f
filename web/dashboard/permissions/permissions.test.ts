import { describe, it } from "vitest";
import { allContained, circleOf, containmentTrees, ownFirst } from "./definitions";
import { layOut } from "./graph-card";
import { parsePermissionSearch } from "./permission-search";
import { changedSets, defaultSets } from "./permissions-page";

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

describe("the graph of permissions", () => {
  it("has each permission to the right of all that contain it", ({ expect }) => {
    const { nodes, edges, width } = layOut(define({ $read: [], admin: ["reader", "$read"], reader: ["$read"] }));
    const x = (id: string) => nodes.find((node) => node.id === id)?.x ?? Number.NaN;
    expect(x("admin")).toBeLessThan(x("reader"));
    expect(x("reader")).toBeLessThan(x("$read"));
    expect(edges.map(({ from, to }) => `${from} ${to}`)).toEqual(["admin reader", "admin $read", "reader $read"]);
    expect(width).toBe(x("$read") + 196);
  });

  it("has the permissions of a circle beside each other, and draws each line of it", ({ expect }) => {
    const { nodes, edges } = layOut(define({ a: ["b", "a"], b: ["a"] }));
    expect(nodes.map(({ x }) => x)).toEqual([0, 0]);
    expect(edges).toHaveLength(2);
  });

  it("puts no two permissions in one place, and is empty without any", ({ expect }) => {
    const { nodes } = layOut(define({ a: ["c", "d"], b: ["c"], c: [], d: [], e: [] }));
    expect(new Set(nodes.map(({ x, y }) => `${x} ${y}`)).size).toBe(5);
    expect(layOut([])).toMatchObject({ nodes: [], edges: [], width: 0, height: 0 });
  });
});

describe("the address of the permissions", () => {
  it("names the scope and what is open", ({ expect }) => {
    expect(parsePermissionSearch({ scope: "project", edit: "reader" })).toEqual({ scope: "project", edit: "reader" });
    expect(parsePermissionSearch({ create: true })).toEqual({ create: true });
  });

  it("opens a permission whose id looks like a number", ({ expect }) => {
    expect(parsePermissionSearch({ edit: 7 })).toEqual({ edit: "7" });
  });

  it("leaves out what it does not know, and a new permission beside an open one", ({ expect }) => {
    expect(parsePermissionSearch({ scope: "team", edit: "", create: "yes", x: 1 })).toEqual({});
    expect(parsePermissionSearch({ edit: "reader", create: true })).toEqual({ edit: "reader" });
  });
});
