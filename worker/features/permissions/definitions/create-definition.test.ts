import { describe, expect, it } from "vitest";
import { project } from "../../../testing/project";
import { expectError } from "../../../testing/refusals";
import { bareUser } from "../../../testing/tokens";
import { definitions, grantInProject, grantInTeam, storedGrants, teamOf } from "../permissions.fixtures";
import { listed, rbacOf } from "./definitions.fixtures";

/** What creation does in both scopes. `contained` may be contained, `foreign` is of the other scope. */
function creates(scope: "team" | "project", { contained, foreign }: { contained: string; foreign: string }) {
  const key = `POST /${scope}-permission-definitions` as const;
  it("201 with the definition, which is listed and stored in the configuration", async () => {
    const p = await project(definitions);
    const body = { id: "a:b_1", description: "New", contained_permission_ids: [contained, contained] };
    const response = await p.admin(key, { body });
    expect([response.status, response.body]).toEqual([201, { ...body, contained_permission_ids: [contained] }]);
    expect(response.cost.d1).toBe(2);
    expect(await listed(p, scope)).toContainEqual(response.body);
    expect((await rbacOf(p)).permissions["a:b_1"]).toEqual({
      description: "New",
      scope,
      containedPermissionIds: { [contained]: true },
    });
  });

  it("201 with an id only; an empty description is stored as none", async () => {
    const p = await project();
    for (const [index, fields] of [{}, { description: "" }].entries()) {
      const { body } = await p.admin(key, { body: { id: `new${index}`, ...fields } });
      expect(body).toEqual({ id: `new${index}`, contained_permission_ids: [] });
    }
  });

  it("400 PERMISSION_ID_ALREADY_EXISTS in either scope, before 400 CONTAINED_PERMISSION_NOT_FOUND", async () => {
    const p = await project(definitions);
    for (const id of [contained, foreign]) {
      const response = await p.admin(key, { body: { id, contained_permission_ids: ["gone"] } });
      expectError(response, 400, "PERMISSION_ID_ALREADY_EXISTS", { permission_id: id });
    }
    for (const id of ["gone", foreign, "new"]) {
      const response = await p.admin(key, { body: { id: "new", contained_permission_ids: [contained, id] } });
      expectError(response, 400, "CONTAINED_PERMISSION_NOT_FOUND", { permission_id: id });
    }
    expect(await rbacOf(p)).toEqual(await rbacOf(await project(definitions)));
  });

  it("400 SCHEMA_ERROR for malformed, system and reserved ids", async () => {
    const p = await project();
    const response = await p.admin(key, {
      body: { id: "$update_team", contained_permission_ids: ["$none", "A"], x: 1 },
    });
    expectError(response, 400, "SCHEMA_ERROR", {
      message: [
        `Request validation failed on POST /api/v1/${scope}-permission-definitions:`,
        '  - Only lowercase letters, numbers, ":", "_" are allowed',
        "  - Invalid system permission",
        '  - Only lowercase letters, numbers, ":", "_" and optional "$" at the beginning are allowed',
        "  - body contains unknown properties: x",
      ].join("\n"),
    });
    // Attack: define a permission with an id that is a property of object prototypes.
    for (const id of ["__proto__", "constructor", "prototype"]) {
      const refused = await p.admin(key, { body: { id } });
      expectError(refused, 400, "SCHEMA_ERROR");
      expect(refused.body.error).toContain("  - body.id is reserved");
    }
  });

  it("201 for each of 8 concurrent requests: none is lost", async () => {
    const p = await project(definitions);
    const ids = Array.from({ length: 8 }, (_, index) => `new${index}`);
    const responses = await Promise.all(ids.map((id) => p.admin(key, { body: { id } })));
    expect(new Set(responses.map(({ status }) => status))).toEqual(new Set([201]));
    const stored = Object.keys((await rbacOf(p)).permissions);
    expect(stored).toEqual(expect.arrayContaining([...ids, "admin", "reader"]));
  });

  it("201 for one of 8 concurrent requests with the same id, 400 for the others", async () => {
    const p = await project();
    const responses = await Promise.all(Array.from({ length: 8 }, () => p.admin(key, { body: { id: "new" } })));
    expect(responses.map(({ status }) => status).sort()).toEqual([201, ...Array(7).fill(400)]);
  });

  // Attack: keep a grant of a deleted definition until its id is defined again.
  it("201, and no user holds the new permission, whatever was granted under its id before", async () => {
    const p = await project(definitions);
    const userId = await bareUser(p.id);
    await grantInTeam(p, await teamOf(p, [userId]), userId, "gone", "admin");
    await grantInProject(p, userId, "gone", "reader");
    expect((await p.admin(key, { body: { id: "gone" } })).status).toBe(201);
    expect(await storedGrants(p, userId)).toEqual({ team: ["admin"], project: ["reader"] });
  });
}

describe("POST /team-permission-definitions", () => {
  creates("team", { contained: "editor", foreign: "reader" });

  it("201 with the system's permissions inside", async () => {
    const p = await project();
    const body = { id: "new", contained_permission_ids: ["$update_team", "$delete_team"] };
    const response = await p.admin("POST /team-permission-definitions", { body });
    expect(response.body.contained_permission_ids).toEqual(["$delete_team", "$update_team"]);
  });
});

describe("POST /project-permission-definitions", () => {
  creates("project", { contained: "visitor", foreign: "editor" });

  it("400 CONTAINED_PERMISSION_NOT_FOUND for the system's, which are of teams", async () => {
    const p = await project();
    const body = { id: "new", contained_permission_ids: ["$update_team"] };
    expectError(
      await p.admin("POST /project-permission-definitions", { body }),
      400,
      "CONTAINED_PERMISSION_NOT_FOUND",
      {
        permission_id: "$update_team",
      },
    );
  });
});
