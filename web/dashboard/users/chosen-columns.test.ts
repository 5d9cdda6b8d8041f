import { describe, it } from "vitest";
import { parseColumns } from "./chosen-columns";

describe("the stored columns", () => {
  it("are those that exist, in their order, and none where none was chosen", ({ expect }) => {
    expect(parseColumns("id,email,shoe-size")).toEqual(["email", "id"]);
    expect(parseColumns("")).toEqual([]);
  });

  it("are a few before any was chosen", ({ expect }) => {
    expect(parseColumns(null)).toContain("email");
    expect(parseColumns(null)).not.toContain("id");
  });
});
