import { describe, expect, it } from "vitest";
import { project } from "../../testing/project";
import { d1 } from "../../testing/shards";

const ids = Array.from({ length: 150 }, (_, at) => `permission_${at}`);
const set = Object.fromEntries(ids.map((id) => [id, true]));

describe("default permissions beyond a hundred, which were stored before there was a limit", () => {
  it("are left out: who joins gets the first hundred", async () => {
    const p = await project();
    const definition = (scope: string) => ({ scope, containedPermissionIds: {} });
    const config = {
      "rbac.permissions": Object.fromEntries([
        ...ids.map((id) => [id, definition("team")]),
        ...ids.map((id) => [`own_${id}`, definition("project")]),
      ]),
      "rbac.defaultPermissions": {
        teamCreator: {},
        teamMember: set,
        signUp: Object.fromEntries(ids.map((id) => [`own_${id}`, true])),
      },
    };
    await d1
      .prepare("update projects set config_override = ? where project_id = ?")
      .bind(JSON.stringify(config), p.id)
      .run();
    const { body: user } = await p.server("POST /users", { body: {} });
    const { body: team } = await p.server("POST /teams", { body: { display_name: "Team" } });
    const params = { team_id: team.id, user_id: user.id };
    await p.server("POST /team-memberships/{team_id}/{user_id}", { params, body: {} });
    const count = (table: string) =>
      d1.prepare(`select count(*) as n from ${table} where project_id = ?`).bind(p.id).first<number>("n");
    expect([await count("team_permission_grants"), await count("project_permission_grants")]).toEqual([100, 100]);
  });
});
