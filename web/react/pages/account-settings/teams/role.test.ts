import { describe, it } from "vitest";
import { english } from "../../../../ui/translation/translate";
import { roleOf } from "./role";

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
