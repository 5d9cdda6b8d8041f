import { describe, it } from "vitest";
import { changesIn, valueText } from "./changes";

describe("the changes of an event", () => {
  it("are told apart from its other details", ({ expect }) => {
    const changes = [
      { key: "displayName", before: "Theirs", after: "Mine" },
      { key: "emails.server.password", secret: "changed" },
    ];
    expect(changesIn({ changes, reason: "asked" })).toEqual({ changes, others: { reason: "asked" } });
    expect(changesIn({ fields: ["a"] })).toEqual({ changes: [], others: { fields: ["a"] } });
  });

  it("stay details where they have another shape", ({ expect }) => {
    for (const changes of ["none", [1], [{ before: 1 }]]) {
      expect(changesIn({ changes })).toEqual({ changes: [], others: { changes } });
    }
  });

  it("have their values as text", ({ expect }) => {
    expect(["a", 1, false, null, undefined].map(valueText)).toEqual(["a", "1", "false", "", ""]);
    expect(valueText({ a: 1 })).toBe('{\n  "a": 1\n}');
  });
});
