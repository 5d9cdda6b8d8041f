import { describe, expect, it } from "vitest";
import { measuredDatabases } from "../../../testing/measured-databases";
import { project, type TestProject } from "../../../testing/project";
import { expectError, expectPlainError } from "../../../testing/refusals";
import { d1 } from "../../../testing/shards";
import { maxRenamedGrants } from "./contract";

/** Grants a permission of the project to so many new users, without a request for each. */
async function grantToMany({ id }: TestProject, permissionId: string, count: number): Promise<void> {
  const numbers = `with recursive numbers (n) as (select 1 union all select n + 1 from numbers where n < ?2)`;
  const user = "?3 || '-' || n";
  const statements = [
    `insert into users (project_id, id, ordinal, signed_up_at, last_active_at, last_active_day, search_name)
     ${numbers} select ?1, ${user}, (select coalesce(max(ordinal), 0) from users) + n, 1, 1, 1, '' from numbers`,
    `insert into project_permission_grants (project_id, user_id, permission_id) ${numbers} select ?1, ${user}, ?3 from numbers`,
  ];
  for (const statement of statements) await d1.prepare(statement).bind(id, count, permissionId).run();
}

const holdersOf = (p: TestProject, permissionId: string) =>
  d1
    .prepare("select count(*) as n from project_permission_grants where project_id = ? and permission_id = ?")
    .bind(p.id, permissionId)
    .first<number>("n");

const define = (p: TestProject, id: string, settings = {}) =>
  p.admin("POST /project-permission-definitions", { body: { id }, settings });
const one = "/project-permission-definitions/{permission_id}";

describe("a permission that was granted very often", () => {
  // Evidence: grants-are-cleared-in-batches
  it("is deleted, and defined anew without a holder, in batches of a bounded number of grants", async () => {
    // Attack: a permission is granted two million times and deleted, so that the database of all tenants is held by one batch.
    const p = await project();
    await define(p, "often");
    await grantToMany(p, "often", 1_200);
    const { settings, maxTaken } = measuredDatabases(p.id, "project_permission_grants");
    const params = { permission_id: "often" };
    expect((await p.admin(`DELETE ${one}`, { params, settings })).status).toBe(200);
    expect(await holdersOf(p, "often")).toBe(0);
    expectError(await p.admin(`DELETE ${one}`, { params }), 404, "PERMISSION_NOT_FOUND", params);
    // Left from before, as a configuration that is written as a whole leaves them.
    await grantToMany(p, "left", 1_200);
    expect((await define(p, "left", settings)).status).toBe(201);
    expect(await holdersOf(p, "left")).toBe(0);
    expect(maxTaken()).toBe(500);
  });

  // Evidence: grants-end-after-some-batches
  it("409 after a bounded number of batches, by which it is left defined; the next request goes on", async () => {
    // Attack: a permission is granted two million times and deleted, again and again while it is granted anew, by requests without an end.
    const p = await project();
    await define(p, "often");
    await grantToMany(p, "often", 25_600);
    const params = { permission_id: "often" };
    const text = "There is more to delete than one request deletes. Please send it again.";
    expectPlainError(await p.admin(`DELETE ${one}`, { params }), 409, text);
    expect(await holdersOf(p, "often")).toBe(600);
    const { body } = await p.admin("GET /project-permission-definitions");
    expect(body.items).toContainEqual({ id: "often", contained_permission_ids: [] });
    expect((await p.admin(`DELETE ${one}`, { params })).status).toBe(200);
    expect(await holdersOf(p, "often")).toBe(0);
  });

  // Evidence: renamed-permissions-have-few-holders
  it("400 for a new id where more hold it than one batch renames, 200 up to there", async () => {
    // Attack: a permission is renamed to and fro, which writes all of its grants each time.
    const p = await project();
    await define(p, "often");
    await grantToMany(p, "often", maxRenamedGrants + 1);
    const params = { permission_id: "often" };
    const rename = () => p.admin(`PATCH ${one}`, { params, body: { id: "other" } });
    const refused = await rename();
    expect([refused.status, refused.body]).toEqual([
      400,
      "A permission that was granted more than 10000 times keeps its id",
    ]);
    expect(await holdersOf(p, "often")).toBe(maxRenamedGrants + 1);
    await d1
      .prepare("delete from project_permission_grants where project_id = ? and user_id like '%-1'")
      .bind(p.id)
      .run();
    await grantToMany(p, "other", 700);
    expect((await rename()).status).toBe(200);
    expect([await holdersOf(p, "often"), await holdersOf(p, "other")]).toEqual([0, maxRenamedGrants]);
  });
});
