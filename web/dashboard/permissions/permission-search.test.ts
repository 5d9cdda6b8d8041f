import { describe, it } from "vitest";
import { parsePermissionSearch } from "./permission-search";

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
