import { describe, expect, it } from "vitest";
import { project } from "../../../testing/project";
import { expectError } from "../../../testing/refusals";
import { bareUser } from "../../../testing/tokens";
import { definitions, grantInProject, grantInTeam, storedGrants, teamOf } from "../permissions.fixtures";
import { listed, rbacOf, refusesOthers } from "./definitions.fixtures";

describe("PATCH /team-permission-definitions/{permission_id}", () => {
  const key = "PATCH /team-permission-definitions/{permission_id}";
  refusesOthers(key, "reader", { body: { description: "Mine" } });

  it("200: each field changes alone, the others stay; an empty description is stored as none", async () => {
    const p = await project(definitions);
    let expected: object = {
      id: "editor",
      description: "May edit",
      contained_permission_ids: ["$update_team", "admin"],
    };
    for (const [body, changes] of [
      [{}, {}],
      [{ description: "Edits" }, { description: "Edits" }],
      [{ contained_permission_ids: ["basic"] }, { contained_permission_ids: ["basic"] }],
      [{ id: "editor" }, {}],
      [{ description: "" }, { description: undefined }],
      [{ contained_permission_ids: [] }, { contained_permission_ids: [] }],
    ]) {
      expected = { ...expected, ...changes };
      const response = await p.admin(key, { params: { permission_id: "editor" }, body });
      expect([response.status, response.body]).toEqual([200, JSON.parse(JSON.stringify(expected))]);
      expect(await listed(p, "team")).toContainEqual(response.body);
    }
    expect((await rbacOf(p)).defaultPermissions).toEqual(definitions["rbac.defaultPermissions"]);
  });

  it("200 with a new id: containment, default sets and direct grants follow, in every team, and nothing else", async () => {
    const p = await project({
      ...definitions,
      "rbac.defaultPermissions": { teamCreator: { admin: true }, teamMember: { basic: true, admin: true }, signUp: {} },
    });
    const [user, other] = [await bareUser(p.id), await bareUser(p.id)];
    await grantInTeam(p, await teamOf(p, [user]), user, "admin", "basic");
    // Left over under the new id: it neither conflicts nor counts.
    const second = await teamOf(p, [user, other]);
    await grantInTeam(p, second, user, "admin", "owner");
    await grantInTeam(p, second, other, "owner");
    const response = await p.admin(key, { params: { permission_id: "admin" }, body: { id: "owner" } });
    expect(response.body).toEqual({ id: "owner", contained_permission_ids: ["$delete_team", "editor"] });
    expect(response.cost.d1).toBe(2);
    expect(await listed(p, "team")).toEqual([
      { id: "basic", contained_permission_ids: ["$read_members"] },
      { id: "editor", description: "May edit", contained_permission_ids: ["$update_team", "owner"] },
      { id: "owner", contained_permission_ids: ["$delete_team", "editor"] },
    ]);
    expect((await rbacOf(p)).defaultPermissions).toEqual({
      teamCreator: { owner: true },
      teamMember: { basic: true, owner: true },
      signUp: {},
    });
    expect(await storedGrants(p, user)).toEqual({ team: ["basic", "owner", "owner"], project: [] });
    expect(await storedGrants(p, other)).toEqual({ team: [], project: [] });
    const joined = await p.server("POST /teams", { body: { display_name: "Crew", creator_user_id: other } });
    expect(joined.status).toBe(201);
    expect(await storedGrants(p, other)).toEqual({ team: ["owner"], project: [] });
  });

  it("200 containing itself by its old id, before and after a new one: cycles are legal, and expansion ends", async () => {
    const p = await project(definitions);
    const userId = await bareUser(p.id);
    await grantInTeam(p, await teamOf(p, [userId]), userId, "basic");
    const body = { id: "root", contained_permission_ids: ["basic", "admin"] };
    const response = await p.admin(key, { params: { permission_id: "basic" }, body });
    expect(response.body).toEqual({ id: "root", contained_permission_ids: ["admin", "root"] });
    const held = await p.server("GET /team-permissions", { query: { user_id: userId, recursive: "true" } });
    expect(held.body.items.map(({ id }: { id: string }) => id)).toEqual([
      "$delete_team",
      "$update_team",
      "admin",
      "editor",
      "root",
    ]);
  });

  it("400 PERMISSION_ID_ALREADY_EXISTS, 400 CONTAINED_PERMISSION_NOT_FOUND, and nothing changes", async () => {
    const p = await project(definitions);
    const userId = await bareUser(p.id);
    await grantInTeam(p, await teamOf(p, [userId]), userId, "admin", "basic");
    const change = (body: object) => p.admin(key, { params: { permission_id: "admin" }, body });
    for (const id of ["basic", "reader"]) {
      const body = { id, contained_permission_ids: ["gone"] };
      expectError(await change(body), 400, "PERMISSION_ID_ALREADY_EXISTS", { permission_id: id });
    }
    for (const id of ["gone", "reader"]) {
      const body = { id: "owner", contained_permission_ids: [id] };
      expectError(await change(body), 400, "CONTAINED_PERMISSION_NOT_FOUND", { permission_id: id });
    }
    expectError(await change({ id: "$update_team" }), 400, "SCHEMA_ERROR");
    expect(await rbacOf(p)).toEqual(await rbacOf(await project(definitions)));
    expect(await storedGrants(p, userId)).toEqual({ team: ["admin", "basic"], project: [] });
  });

  it("200 for one of 6 concurrent renames of one permission, whose id the grants get, 404 for the others", async () => {
    const p = await project(definitions);
    const userId = await bareUser(p.id);
    await grantInTeam(p, await teamOf(p, [userId]), userId, "admin");
    const ids = Array.from({ length: 6 }, (_, index) => `owner${index}`);
    const responses = await Promise.all(
      ids.map((id) => p.admin(key, { params: { permission_id: "admin" }, body: { id } })),
    );
    expect(responses.map(({ status }) => status).sort()).toEqual([200, 404, 404, 404, 404, 404]);
    const winner = responses.find(({ status }) => status === 200)?.body.id;
    expect(await storedGrants(p, userId)).toEqual({ team: [winner], project: [] });
    expect((await rbacOf(p)).defaultPermissions.teamCreator).toEqual({ [winner]: true });
  });

  it("200 during a concurrent change of other settings: neither is lost", async () => {
    const p = await project(definitions);
    const [renamed, set] = await Promise.all([
      p.admin(key, { params: { permission_id: "admin" }, body: { id: "owner" } }),
      p.admin("PATCH /internal/config/override", { body: { config_override_string: '{"auth.otp.allowSignIn":true}' } }),
    ]);
    expect([renamed.status, set.status]).toEqual([200, 200]);
    const config = JSON.parse((await p.admin("GET /internal/config")).body.config_string);
    expect(config.auth.otp.allowSignIn).toBe(true);
    expect(Object.keys(config.rbac.permissions)).toContain("owner");
  });
});

describe("PATCH /project-permission-definitions/{permission_id}", () => {
  const key = "PATCH /project-permission-definitions/{permission_id}";
  refusesOthers(key, "editor", { body: { description: "Mine" } });

  it("200 with a new id: containment, the default set and direct grants follow", async () => {
    const p = await project(definitions);
    const userId = await bareUser(p.id);
    await grantInProject(p, userId, "reader", "visitor");
    for (const [permission_id, id] of [
      ["visitor", "guest"],
      ["reader", "subscriber"],
    ] as const) {
      expect((await p.admin(key, { params: { permission_id }, body: { id } })).status).toBe(200);
    }
    expect(await listed(p, "project")).toEqual([
      { id: "guest", description: "May look", contained_permission_ids: [] },
      { id: "subscriber", contained_permission_ids: ["guest"] },
    ]);
    expect((await rbacOf(p)).defaultPermissions.signUp).toEqual({ subscriber: true, gone: true });
    expect(await storedGrants(p, userId)).toEqual({ team: [], project: ["guest", "subscriber"] });
  });

  it("400 PERMISSION_ID_ALREADY_EXISTS, 400 CONTAINED_PERMISSION_NOT_FOUND", async () => {
    const p = await project(definitions);
    const change = (body: object) => p.admin(key, { params: { permission_id: "reader" }, body });
    expectError(await change({ id: "admin" }), 400, "PERMISSION_ID_ALREADY_EXISTS", { permission_id: "admin" });
    const contained = { contained_permission_ids: ["$update_team"] };
    expectError(await change(contained), 400, "CONTAINED_PERMISSION_NOT_FOUND", { permission_id: "$update_team" });
  });
});
