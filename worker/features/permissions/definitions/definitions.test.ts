import { sql } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import { clearGrants } from "../../../db/permissions/changes";
import type { Project } from "../../../db/projects/project";
import { newId } from "../../../platform/secrets";
import type { EndpointKey } from "../../../protocol/endpoint";
import { planOf } from "../../../testing/measured-databases";
import { db, project, type TestProject } from "../../../testing/project";
import { expectError } from "../../../testing/refusals";
import { bareUser } from "../../../testing/tokens";
import { definitions, grantInProject, grantInTeam, storedGrants, teamOf } from "../permissions.fixtures";
import { permissionsLeadingTo } from "./index";

/** Tests what creation does in both scopes. `contained` may be contained, `foreign` is of the other scope. */
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
    // Attack: a permission that looks like the system's is granted in its place, or the other way round.
    const lookalike = await p.admin(key, { body: { id: "update_team" } });
    expectError(lookalike, 400, "SCHEMA_ERROR");
    expect(lookalike.body.error).toContain("  - System permissions must start with a dollar sign");
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

describe("pages of definitions", () => {
  it("200 GET /team-permission-definitions: each begins where the one before ended, those that match a search too", async () => {
    const p = await project();
    const read = async (query: Record<string, string>) =>
      (await p.admin("GET /team-permission-definitions", { query })).body;
    const all = await read({});
    expect([all.is_paginated, all.pagination]).toEqual([false, undefined]);
    const [first] = all.items;
    const one = await read({ limit: "1" });
    expect([one.items, one.is_paginated]).toEqual([[first], true]);
    const rest = await read({ limit: "100", cursor: one.pagination.next_cursor });
    expect([...one.items, ...rest.items, rest.pagination.next_cursor]).toEqual([...all.items, null]);
    const members = all.items.filter(({ id }: { id: string }) => id.includes("members"));
    expect((await read({ query: "MEMBERS", limit: "2" })).items).toEqual(members.slice(0, 2));
  });
});

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

const systemDefinitions = [
  { id: "$delete_team", description: "Delete the team", contained_permission_ids: [] },
  { id: "$invite_members", description: "Invite other users to the team", contained_permission_ids: [] },
  { id: "$manage_api_keys", description: "Create and manage API keys for the team", contained_permission_ids: [] },
  { id: "$read_members", description: "Read and list the other members of the team", contained_permission_ids: [] },
  { id: "$remove_members", description: "Remove other members from the team", contained_permission_ids: [] },
  { id: "$update_team", description: "Update the team information", contained_permission_ids: [] },
];

const teamDefinitions = [
  { id: "admin", contained_permission_ids: ["$delete_team", "editor"] },
  { id: "basic", contained_permission_ids: ["$read_members"] },
  { id: "editor", description: "May edit", contained_permission_ids: ["$update_team", "admin"] },
];

const projectDefinitions = [
  { id: "reader", contained_permission_ids: ["visitor"] },
  { id: "visitor", description: "May look", contained_permission_ids: [] },
];

describe("GET /team-permission-definitions", () => {
  const key = "GET /team-permission-definitions";
  it("200 with the system's and the project's own, sorted, without undefined contained ones; one round trip", async () => {
    const p = await project(definitions);
    const response = await p.admin(key);
    expect(response.body).toEqual({ items: [...systemDefinitions, ...teamDefinitions], is_paginated: false });
    expect(response.cost.d1).toBe(1);
  });

  it("400 SCHEMA_ERROR for any other query", async () => {
    const p = await project();
    expectError(await p.admin(key, { query: { scope: "team" } }), 400, "SCHEMA_ERROR");
  });
});

describe("GET /project-permission-definitions", () => {
  const key = "GET /project-permission-definitions";
  it("200 with the project's own only", async () => {
    const p = await project(definitions);
    expect((await p.admin(key)).body).toEqual({ items: projectDefinitions, is_paginated: false });
    expect((await (await project()).admin(key)).body.items).toEqual([]);
  });
});

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

describe("permissionsLeadingTo", () => {
  // Attack: an owner defines permissions that contain each other, and any member lists who may change the team. Each permission
  // is expanded by itself, so that the isolate is busy for the product of their number and of what they contain.
  it("looks at each definition a few times, however they contain each other", () => {
    const ids = Array.from({ length: 200 }, (_, index) => `p${index}`);
    const containedPermissionIds = Object.fromEntries([...ids, "$update_team"].map((id) => [id, true]));
    const defined = Object.fromEntries(ids.map((id) => [id, { scope: "team", containedPermissionIds }]));
    let looks = 0;
    const permissions = new Proxy(defined, {
      get: (target, id: string) => {
        looks += 1;
        return target[id];
      },
    });
    const p = { config: { rbac: { permissions } } } as unknown as Project;
    expect(permissionsLeadingTo(p, "$update_team", "team").sort()).toEqual(["$update_team", ...ids].sort());
    expect(looks).toBeLessThanOrEqual(3 * ids.length);
  });
});

/** The definitions of a scope that are not the system's. */
const listed = async (p: TestProject, scope: "team" | "project") =>
  (await p.admin(`GET /${scope}-permission-definitions`)).body.items.filter(({ id }: { id: string }) => id[0] !== "$");

/** The permission settings as an owner reads them. */
const rbacOf = async (p: TestProject) => JSON.parse((await p.admin("GET /internal/config")).body.config_string).rbac;

/** Tests what changing and deleting a definition refuse in both scopes. */
function refusesOthers(key: EndpointKey, foreign: string, input: { body?: object } = {}) {
  it("404 PERMISSION_NOT_FOUND for an unknown one, the system's, the other scope's and another project's", async () => {
    const [p, other] = [
      await project(definitions),
      await project({ "rbac.permissions": { theirs: { scope: "team" } } }),
    ];
    for (const permission_id of ["gone", "theirs", "$update_team", foreign, "constructor"]) {
      const response = await p.admin(key, { params: { permission_id }, ...input });
      expectError(response, 404, "PERMISSION_NOT_FOUND", { permission_id });
    }
    expect(await rbacOf(p)).toEqual(await rbacOf(await project(definitions)));
    expect(Object.keys((await rbacOf(other)).permissions)).toEqual(["theirs"]);
  });
}
