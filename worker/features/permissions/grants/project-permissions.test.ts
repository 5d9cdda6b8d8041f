import { describe, expect, it } from "vitest";
import { selectProjectGrants } from "../../../db/permissions/queries";
import { newId } from "../../../platform/secrets";
import { planOf } from "../../../testing/measured-databases";
import { db, project } from "../../../testing/project";
import { expectError, expectPlainError } from "../../../testing/refusals";
import { bareUser } from "../../../testing/tokens";
import { definitions, grantInProject, storedGrants, userOf } from "../permissions.fixtures";

describe("GET /project-permissions", () => {
  const key = "GET /project-permissions";
  it("200 with what a client's own user holds, directly and recursively, in one round trip", async () => {
    const p = await project(definitions);
    const user = await userOf(p);
    // Neither a team permission nor an undefined one counts in the project.
    await grantInProject(p, user.id, "reader", "admin", "gone");
    const direct = await user.client(key, { query: { user_id: "me" } });
    expect(direct.body).toEqual({ items: [{ id: "reader", user_id: user.id }], is_paginated: false });
    const recursive = await user.client(key, { query: { user_id: user.id, recursive: "true" } });
    expect(recursive.body.items).toEqual([
      { id: "reader", user_id: user.id },
      { id: "visitor", user_id: user.id },
    ]);
    const one = { user_id: "me", recursive: "true", permission_id: "visitor" };
    expect((await user.client(key, { query: one })).body.items).toEqual([{ id: "visitor", user_id: user.id }]);
    for (const { cost } of [direct, recursive]) expect(cost.d1).toBe(1);
  });

  it("200 for a server: of a user or of all, in the order of users and ids, none of another project", async () => {
    const [p, other] = [await project(definitions), await project(definitions)];
    const [first, second] = [await bareUser(p.id), await bareUser(p.id)].sort() as [string, string];
    await grantInProject(p, second, "reader");
    await grantInProject(p, first, "visitor", "reader");
    const elsewhere = await bareUser(other.id);
    await grantInProject(other, elsewhere, "reader");
    expect((await p.server(key)).body.items).toEqual([
      { id: "reader", user_id: first },
      { id: "visitor", user_id: first },
      { id: "reader", user_id: second },
    ]);
    expect((await p.admin(key, { query: { user_id: second } })).body.items).toEqual([
      { id: "reader", user_id: second },
    ]);
    expect((await p.server(key, { query: { user_id: elsewhere } })).body.items).toEqual([]);
  });

  it("attack: a client lists what others or all users hold, 403; 400 CANNOT_GET_OWN_USER_WITHOUT_USER without a user", async () => {
    const p = await project(definitions);
    const [user, other] = [await userOf(p), await bareUser(p.id)];
    await grantInProject(p, other, "reader");
    const queries: Record<string, string>[] = [{ user_id: other }, { user_id: newId() }, {}];
    for (const query of queries) {
      expectPlainError(
        await user.client(key, { query }),
        403,
        'Client can only list permissions for their own user. user_id must be either "me" or the ID of the current user',
      );
      expectError(await p.client(key, { query }), 400, "CANNOT_GET_OWN_USER_WITHOUT_USER");
    }
  });

  it("400 SCHEMA_ERROR for a team, which this list does not filter by", async () => {
    const p = await project();
    const response = await p.server(key, { query: { team_id: newId() } });
    expectError(response, 400, "SCHEMA_ERROR");
    expect(response.body.error).toContain("  - query contains unknown properties: team_id");
  });

  it("uses the primary key, for one user and for all", async () => {
    for (const grants of [{}, { userId: newId() }]) {
      const plan = await planOf(selectProjectGrants(db, { projectId: newId(), ...grants }));
      expect(plan).toMatch(/^SEARCH project_permission_grants USING COVERING INDEX \S+ \(project_id=\?[^\n]*\)$/);
    }
  });

  it("400 plain beyond 10,000 grants, unless a user is named", async () => {
    const p = await project(definitions);
    const [user, other] = [await bareUser(p.id), await bareUser(p.id)];
    await grantInProject(p, other, ...Array.from({ length: 10_000 }, (_, index) => `p${index}`));
    expect((await p.server(key)).status).toBe(200);
    await grantInProject(p, user, "reader");
    expectPlainError(await p.server(key), 400, "More than 10000 permissions are granted here. Please give a user_id.");
    const response = await p.server(key, { query: { user_id: user } });
    expect(response.body.items).toEqual([{ id: "reader", user_id: user }]);
    expect(response.cost.rowsRead).toBeLessThan(10);
  });
});

describe("POST /project-permissions/{user_id}/{permission_id}", () => {
  const key = "POST /project-permissions/{user_id}/{permission_id}";
  it("201 with the grant, also when repeated and for 20 concurrent requests", async () => {
    const p = await project(definitions);
    const userId = await bareUser(p.id);
    const params = { user_id: userId, permission_id: "reader" };
    const responses = await Promise.all(Array.from({ length: 20 }, () => p.server(key, { params, body: {} })));
    for (const response of responses) {
      expect([response.status, response.body]).toEqual([201, { id: "reader", user_id: userId }]);
      expect(response.cost.d1).toBe(2);
    }
    expect(await storedGrants(p, userId)).toEqual({ team: [], project: ["reader"] });
  });

  it("404 USER_NOT_FOUND first, 404 PERMISSION_NOT_FOUND also for the system's, 404 WRONG_PERMISSION_SCOPE", async () => {
    const [p, other] = [await project(definitions), await project(definitions)];
    const [userId, elsewhere] = [await bareUser(p.id), await bareUser(other.id)];
    const grant = (user_id: string, permission_id: string) =>
      p.server(key, { params: { user_id, permission_id }, body: {} });
    for (const user_id of [newId(), elsewhere]) expectError(await grant(user_id, "gone"), 404, "USER_NOT_FOUND");
    for (const id of ["gone", "$update_team", "constructor"]) {
      expectError(await grant(userId, id), 404, "PERMISSION_NOT_FOUND", { permission_id: id });
    }
    expectError(await grant(userId, "admin"), 404, "WRONG_PERMISSION_SCOPE", {
      permission_id: "admin",
      expected_scope: "project",
      actual_scope: "team",
    });
    expect(await storedGrants(p, userId)).toEqual({ team: [], project: [] });
  });

  it("attack: a client grants its own user a permission, 401 INSUFFICIENT_ACCESS_TYPE", async () => {
    const p = await project(definitions);
    const user = await userOf(p);
    const params = { user_id: "me", permission_id: "reader" };
    expectError(await user.client(key, { params, body: {} }), 401, "INSUFFICIENT_ACCESS_TYPE");
    expect(await storedGrants(p, user.id)).toEqual({ team: [], project: [] });
  });
});

describe("DELETE /project-permissions/{user_id}/{permission_id}", () => {
  const key = "DELETE /project-permissions/{user_id}/{permission_id}";
  it("200 deletes the grant; then, and for a permission that is only contained, 404 PERMISSION_NOT_FOUND", async () => {
    const p = await project(definitions);
    const userId = await bareUser(p.id);
    await grantInProject(p, userId, "reader");
    const revoke = (permission_id: string) => p.server(key, { params: { user_id: userId, permission_id } });
    expectError(await revoke("visitor"), 404, "PERMISSION_NOT_FOUND", { permission_id: "visitor" });
    const response = await revoke("reader");
    expect([response.status, response.body, response.cost.d1]).toEqual([200, { success: true }, 2]);
    expect(await storedGrants(p, userId)).toEqual({ team: [], project: [] });
    expectError(await revoke("reader"), 404, "PERMISSION_NOT_FOUND", { permission_id: "reader" });
  });

  it("404 USER_NOT_FOUND; attack: nothing of another project is revoked", async () => {
    const [p, other] = [await project(definitions), await project(definitions)];
    const elsewhere = await bareUser(other.id);
    await grantInProject(other, elsewhere, "reader");
    for (const user_id of [elsewhere, newId()]) {
      expectError(await p.server(key, { params: { user_id, permission_id: "reader" } }), 404, "USER_NOT_FOUND");
    }
    expect(await storedGrants(other, elsewhere)).toEqual({ team: [], project: ["reader"] });
  });
});
