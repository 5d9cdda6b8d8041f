import { expect, it } from "vitest";
import type { EndpointKey } from "../../../protocol/endpoint";
import { project, type TestProject } from "../../../testing/project";
import { expectError } from "../../../testing/refusals";
import { definitions } from "../permissions.fixtures";

/** The definitions of a scope that are not the system's. */
export const listed = async (p: TestProject, scope: "team" | "project") =>
  (await p.admin(`GET /${scope}-permission-definitions`)).body.items.filter(({ id }: { id: string }) => id[0] !== "$");

/** The permission settings as an owner reads them. */
export const rbacOf = async (p: TestProject) =>
  JSON.parse((await p.admin("GET /internal/config")).body.config_string).rbac;

/** Tests what changing and deleting a definition refuse in both scopes. */
export function refusesOthers(key: EndpointKey, foreign: string, input: { body?: object } = {}) {
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
