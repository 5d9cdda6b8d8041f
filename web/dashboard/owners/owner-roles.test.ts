import { describe, it } from "vitest";
import { isLastAdmin } from "./owner-roles";

const ada = { id: "ada", permissionIds: ["team_admin"] };
const grace = { id: "grace", permissionIds: ["team_member"] };
const karen = { id: "karen", permissionIds: ["team_admin", "team_member"] };

describe("isLastAdmin", () => {
  it("is so for an admin among members", ({ expect }) => {
    expect(isLastAdmin(ada, [ada, grace])).toBe(true);
  });

  it("is not so with another admin, for a member, and where no one is left", ({ expect }) => {
    expect(isLastAdmin(ada, [ada, grace, karen])).toBe(false);
    expect(isLastAdmin(grace, [ada, grace])).toBe(false);
    expect(isLastAdmin(ada, [ada])).toBe(false);
  });
});
