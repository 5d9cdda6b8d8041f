import { describe, expect, it } from "vitest";
import { onWrite } from "../app/on-write";
import type { ServerUser } from "../server/users-and-teams";
import { refusal, serverOfEachTest } from "../testing/api-server";
import { FakeHost } from "../testing/fake-host";
import { serverUser } from "../testing/wire-samples";
import { GatehouseAdminApp } from "./admin-app";

const api = serverOfEachTest();

function adminApp() {
  const keys = { publishableClientKey: "pck_1", secretServerKey: "ssk_1", superSecretAdminKey: "sak_1" };
  const app = new GatehouseAdminApp({ ...keys, projectId: "p1", baseUrl: api.url, tokenStore: null }, new FakeHost());
  const changed: string[] = [];
  onWrite(app.connection, (resources) => void changed.push(resources.join(" ")));
  return { app, changed };
}

async function someUser() {
  api.on(`GET /users/${serverUser.id}`, { body: serverUser });
  const { app, changed } = adminApp();
  const user = await app.getUser(serverUser.id);
  if (user === null) throw new Error("There should be a user");
  return { user, changed };
}

const team = { id: "t/1" };
const held = { body: { items: [{ id: "admin", team_id: "t/1", user_id: serverUser.id }], is_paginated: false } };
const none = { body: { items: [], is_paginated: false } };

describe("what a user holds", () => {
  it.each<[string, (user: ServerUser) => Promise<unknown>, string]>([
    ["in a team, with what it contains", (user) => user.listPermissions(team), "/team-permissions?team_id=t%2F1&"],
    ["in the project", (user) => user.listPermissions(), "/project-permissions?"],
  ])("is listed %s", async (_, list, path) => {
    api.on(`GET ${path}user_id=${serverUser.id}&recursive=true`, held);
    expect(await list((await someUser()).user)).toEqual([{ id: "admin" }]);
  });

  it("is listed without what it contains, on request", async () => {
    const query = `user_id=${serverUser.id}&recursive=false`;
    api.on(`GET /team-permissions?team_id=t%2F1&${query}`, held);
    api.on(`GET /project-permissions?${query}`, none);
    const { user } = await someUser();
    expect(await user.listPermissions(team, { recursive: false })).toEqual([{ id: "admin" }]);
    expect(await user.listPermissions({ recursive: false })).toEqual([]);
  });

  it("is looked up by id, in a team or in the project", async () => {
    const query = `user_id=${serverUser.id}&permission_id=admin&recursive=true`;
    api.on(`GET /team-permissions?team_id=t%2F1&${query}`, held);
    api.on(`GET /project-permissions?${query}`, none);
    const { user } = await someUser();
    expect(await user.getPermission(team, "admin")).toEqual({ id: "admin" });
    expect(await user.hasPermission(team, "admin")).toBe(true);
    expect(await user.getPermission("admin")).toBeNull();
    expect(await user.hasPermission("admin")).toBe(false);
  });
});

describe("granting and revoking", () => {
  it.each<[string, (user: ServerUser) => Promise<void>, string]>([
    ["POST", (user) => user.grantPermission(team, "a:b"), `/team-permissions/t%2F1/${serverUser.id}/a%3Ab`],
    ["POST", (user) => user.grantPermission("a:b"), `/project-permissions/${serverUser.id}/a%3Ab`],
    ["DELETE", (user) => user.revokePermission(team, "a:b"), `/team-permissions/t%2F1/${serverUser.id}/a%3Ab`],
    ["DELETE", (user) => user.revokePermission("a:b"), `/project-permissions/${serverUser.id}/a%3Ab`],
  ])("%s with %s", async (method, change, path) => {
    api.on(`${method} ${path}`, { body: { success: true } });
    const { user, changed } = await someUser();
    await change(user);
    expect(api.bodyOf(`${method} ${path}`)).toEqual({});
    expect(changed).toEqual(["permissions"]);
  });

  it("reports what is wrong with the permission", async () => {
    const path = `POST /project-permissions/${serverUser.id}/none`;
    api.on(path, refusal("PERMISSION_NOT_FOUND", 404, "Not found", { permission_id: "none" }));
    const { user } = await someUser();
    await expect(user.grantPermission("none")).rejects.toMatchObject({ errorCode: "PERMISSION_NOT_FOUND" });
  });
});

describe.each(["Team", "Project"] as const)("definitions of permissions: %s", (scope) => {
  const path = `/${scope.toLowerCase()}-permission-definitions`;
  const wire = { id: "admin", description: "All", contained_permission_ids: ["editor"] };
  const definition = { id: "admin", description: "All", containedPermissionIds: ["editor"] };

  it("are listed and made", async () => {
    api.on(`GET ${path}`, { body: { items: [wire, { id: "editor", contained_permission_ids: [] }] } });
    api.on(`POST ${path}`, { status: 201, body: wire });
    const { app, changed } = adminApp();
    expect(await app[`list${scope}PermissionDefinitions`]()).toEqual([
      definition,
      { id: "editor", description: undefined, containedPermissionIds: [] },
    ]);
    expect(await app[`create${scope}PermissionDefinition`](definition)).toEqual(definition);
    expect(api.bodyOf(`POST ${path}`)).toEqual(wire);
    expect(changed).toEqual(["permission-definitions permissions project"]);
  });

  it("are changed in what is given alone, and deleted", async () => {
    api.on(`PATCH ${path}/a%3Ab`, { body: wire });
    api.on(`DELETE ${path}/a%3Ab`, { body: { success: true } });
    const { app, changed } = adminApp();
    await app[`update${scope}PermissionDefinition`]("a:b", { id: "admin", description: undefined });
    expect(api.bodyOf(`PATCH ${path}/a%3Ab`)).toEqual({ id: "admin" });
    await app[`delete${scope}PermissionDefinition`]("a:b");
    expect(api.requestsFor(`DELETE ${path}/a%3Ab`)).toHaveLength(1);
    expect(changed).toEqual(Array(2).fill("permission-definitions permissions project"));
  });
});
