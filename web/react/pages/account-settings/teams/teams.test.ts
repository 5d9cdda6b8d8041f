import { describe, it } from "vitest";
import { english } from "../../../../ui/translation/translate";
import { roleOf } from "./team-members-card";
import { isOnlyManager } from "./team-section";

const [ada, bob, eve] = [
  { id: "ada", managesTeam: true },
  { id: "bob", managesTeam: true },
  { id: "eve", managesTeam: false },
];

describe("isOnlyManager", () => {
  it.for([
    ["one who manages the team beside members who do not", ada, [eve, ada], true],
    ["one who is alone in it", ada, [ada], true],
    ["one of two who manage it", ada, [ada, bob, eve], false],
    ["a member who does not manage it", eve, [ada, eve], false],
    ["a member of a team that nobody manages", eve, [eve], false],
  ] as const)("of %s", ([_, user, members, isOnly], { expect }) => {
    expect(isOnlyManager(user, members)).toBe(isOnly);
  });
});

describe("roleOf", () => {
  it.for([
    [["team_admin"], "Admin"],
    [["team_member"], "Member"],
    [["billing_manager", "team_member"], "Billing manager, Member"],
    [["$invite_members", "team_member"], "Member, invites members"],
    [["$read_members", "$remove_members"], "Sees the members, removes members"],
    [["sales:lead"], "Sales lead"],
    [["__"], "__"],
    [[], "No role"],
  ] as const)("%j is %s", ([permissionIds, role], { expect }) => {
    expect(roleOf(permissionIds, english)).toBe(role);
  });
});
