import { describe, expect, it } from "vitest";
import { KnownProjects } from "./routes";

describe("KnownProjects", () => {
  // Attack: tokens of a project that its owner has deleted stay valid for as long as its keys are served.
  it("forgets a project after a minute, however often it is asked for", () => {
    const known = new KnownProjects();
    expect(known.has("a", 1000)).toBe(false);
    known.note("a", 1000);
    expect([1000, 30_000, 60_999, 61_000].map((now) => known.has("a", now))).toEqual([true, true, true, false]);
  });

  it("keeps the latest of many projects only", () => {
    const known = new KnownProjects(2);
    for (const id of ["a", "b", "a", "c"]) known.note(id, 1000);
    expect(["a", "b", "c"].map((id) => known.has(id, 1000))).toEqual([true, false, true]);
  });
});
