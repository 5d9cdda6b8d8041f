import { describe, it } from "vitest";
import { isLastAdmin, isOnlyAdmin, roleCode } from "./owner-roles";

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

describe("isOnlyAdmin", () => {
  it("is so for the one admin, also one who is alone, and for no one where there are two", ({ expect }) => {
    expect(isOnlyAdmin(ada, [ada, grace])).toBe(true);
    expect(isOnlyAdmin(ada, [ada])).toBe(true);
    expect(isOnlyAdmin(grace, [ada, grace])).toBe(false);
    expect(isOnlyAdmin(ada, [ada, grace, karen])).toBe(false);
  });
});

describe("roleCode", () => {
  it("is a request of the owner's own, whose token stays where it is", ({ expect }) => {
    const code = roleCode("https://api.example.com", { teamId: "t", userId: "u", role: "admin" });
    expect(code).toContain('await fetch("https://api.example.com/api/v1/internal/owner-teams/t/members/u", {');
    expect(code).toContain('"X-Stack-Access-Token": process.env.OWNER_ACCESS_TOKEN,');
    expect(code).toContain('body: "{\\"role\\":\\"admin\\"}"');
  });
});
