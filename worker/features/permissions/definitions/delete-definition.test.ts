import { sql } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import { clearGrants } from "../../../db/permissions/changes";
import { newId } from "../../../platform/secrets";
import { db, project } from "../../../testing/project";
import { planOf } from "../../../testing/query-plan";
import { expectError } from "../../../testing/refusals";
import { bareUser } from "../../../testing/tokens";
import { definitions, grantInProject, grantInTeam, storedGrants, teamOf } from "../permissions.fixtures";
import { listed, rbacOf, refusesOthers } from "./definitions.fixtures";

describe("DELETE /team-permission-definitions/{permission_id}", () => {
  const key = "DELETE /team-permission-definitions/{permission_id}";
  refusesOthers(key, "reader");

  it("200: removed from containment, default sets and all users; later creators join without it", async () => {
    const p = await project(definitions);
    const [user, other] = [await bareUser(p.id), await bareUser(p.id)];
    await grantInTeam(p, await teamOf(p, [user]), user, "admin", "editor");
    const response = await p.admin(key, { params: { permission_id: "admin" } });
    expect([response.status, response.body, response.cost.d1]).toEqual([200, { success: true }, 2]);
    expect(await listed(p, "team")).toEqual([
      { id: "basic", contained_permission_ids: ["$read_members"] },
      { id: "editor", description: "May edit", contained_permission_ids: ["$update_team"] },
    ]);
    expect(await storedGrants(p, user)).toEqual({ team: ["editor"], project: [] });
    expect((await rbacOf(p)).defaultPermissions.teamCreator).toEqual({});
    expect((await rbacOf(p)).permissions.editor.containedPermissionIds).toEqual({ $update_team: true });
    const joined = await p.server("POST /teams", { body: { display_name: "Crew", creator_user_id: other } });
    expect(joined.status).toBe(201);
    expect(await storedGrants(p, other)).toEqual({ team: [], project: [] });
    expectError(await p.admin(key, { params: { permission_id: "admin" } }), 404, "PERMISSION_NOT_FOUND");
  });

  it("200 with any body, which is ignored", async () => {
    const p = await project(definitions);
    expect((await p.admin(key, { params: { permission_id: "basic" }, body: {} })).status).toBe(200);
  });

  it("finds the grants by an index", async () => {
    const permission = { projectId: newId(), id: "admin", unchanged: sql`true` };
    const { clearedInTeams, clearedInProject } = clearGrants(db, permission);
    for (const statement of [clearedInTeams, clearedInProject]) {
      expect(await planOf(statement)).toMatch(/^SEARCH \S+ USING (COVERING )?INDEX \S+_grants_of_permission/);
    }
  });
});

describe("DELETE /project-permission-definitions/{permission_id}", () => {
  const key = "DELETE /project-permission-definitions/{permission_id}";
  refusesOthers(key, "editor");

  it("200: removed from containment, the default set and all users; later users sign up without it", async () => {
    const p = await project(definitions);
    const userId = await bareUser(p.id);
    await grantInProject(p, userId, "reader", "visitor");
    for (const permission_id of ["visitor", "reader"]) {
      expect((await p.admin(key, { params: { permission_id } })).status).toBe(200);
    }
    expect(await listed(p, "project")).toEqual([]);
    expect(await storedGrants(p, userId)).toEqual({ team: [], project: [] });
    // A default without a definition stays, without effect.
    expect((await rbacOf(p)).defaultPermissions.signUp).toEqual({ gone: true });
    const created = await p.server("POST /users", { body: {} });
    expect(created.status).toBe(201);
    expect(await storedGrants(p, created.body.id)).toEqual({ team: [], project: [] });
  });
});
