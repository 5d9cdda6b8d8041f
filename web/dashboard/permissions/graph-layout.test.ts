import { describe, it } from "vitest";
import { layOut } from "./graph-layout";

const define = (contents: Record<string, string[]>) =>
  Object.entries(contents).map(([id, containedPermissionIds]) => ({ id, containedPermissionIds }));

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
