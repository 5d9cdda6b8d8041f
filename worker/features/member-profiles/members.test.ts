import { describe, expect, it } from "vitest";
import { freshAddress } from "../../testing/mailbox";
import { project, type TestProject } from "../../testing/project";
import { expectError } from "../../testing/refusals";
import { bareUser } from "../../testing/tokens";
import { clientTeams, join, teamIn, userOf } from "../teams/teams.fixtures";

const members = "GET /team-members";

const roles = {
  ...clientTeams,
  "rbac.permissions": {
    keeper: { scope: "team", containedPermissionIds: { $read_members: true, $remove_members: true, changer: true } },
    changer: { scope: "team", containedPermissionIds: { $update_team: true } },
    inviter: { scope: "team", containedPermissionIds: { $read_members: true, $invite_members: true } },
  },
};

/** A user with an address of their own. */
async function addressedUser(p: TestProject) {
  const user = await userOf(p);
  const email = freshAddress();
  await p.server("PATCH /users/{user_id}", { params: { user_id: user.id }, body: { primary_email: email } });
  return { ...user, email };
}

describe(members, () => {
  it("200 with names, addresses, direct grants and who manages the team as members joined, in two round trips", async () => {
    const p = await project(roles);
    const team = await teamIn(p);
    const [keeper, other] = [await addressedUser(p), await addressedUser(p)];
    await join(p, team.id, keeper.id, ["keeper", "deleted_since"]);
    await join(p, team.id, other.id, ["$invite_members", "inviter"]);
    const params = { team_id: team.id, user_id: "me" };
    await other.client("PATCH /team-member-profiles/{team_id}/{user_id}", {
      params,
      body: { display_name: "Captain" },
    });
    const response = await keeper.client(members, { query: { team_id: team.id } });
    expect([response.status, response.cost.d1]).toEqual([200, 2]);
    const unnamed = { display_name: null, profile_image_url: null };
    expect(response.body).toEqual({
      items: [
        {
          user_id: keeper.id,
          ...unnamed,
          permission_ids: ["keeper"],
          manages_team: true,
          primary_email: keeper.email,
        },
        {
          ...unnamed,
          user_id: other.id,
          display_name: "Captain",
          permission_ids: ["$invite_members", "inviter"],
          manages_team: false,
          primary_email: other.email,
        },
      ],
      is_paginated: false,
    });
    expect((await p.server(members, { query: { team_id: team.id } })).body).toEqual(response.body);
  });

  it("200 without the addresses of others for a member who cannot remove any", async () => {
    // Attack: collect the addresses of a team as one of its plain members, who may invite others by default.
    const p = await project(roles);
    const team = await teamIn(p);
    const [keeper, inviter] = [await addressedUser(p), await addressedUser(p)];
    await join(p, team.id, keeper.id, ["keeper"]);
    await join(p, team.id, inviter.id, ["inviter"]);
    const { status, body } = await inviter.client(members, { query: { team_id: team.id } });
    expect([status, body.items.map((item: { primary_email: string }) => item.primary_email)]).toEqual([
      200,
      [null, inviter.email],
    ]);
  });

  it("200 with the members and grants of this team alone", async () => {
    const p = await project(roles);
    const [team, another] = [await teamIn(p), await teamIn(p)];
    const [keeper, elsewhere] = [await userOf(p), await bareUser(p.id)];
    await join(p, team.id, keeper.id, ["keeper"]);
    await join(p, another.id, keeper.id, ["inviter"]);
    await join(p, another.id, elsewhere, ["inviter"]);
    const { body } = await keeper.client(members, { query: { team_id: team.id } });
    expect(body.items).toMatchObject([{ user_id: keeper.id, permission_ids: ["keeper"] }]);
    expect(body.items).toHaveLength(1);
  });

  it("401 TEAM_PERMISSION_REQUIRED without $read_members, 404 for another team and one of another project", async () => {
    const [p, other] = [await project(roles), await project(roles)];
    const [team, another, foreign] = [await teamIn(p), await teamIn(p), await teamIn(other)];
    const user = await userOf(p);
    await join(p, team.id, user.id);
    const ids = { team_id: team.id, user_id: user.id, permission_id: "$read_members" };
    const read = (team_id: string) => user.client(members, { query: { team_id } });
    expectError(await read(team.id), 401, "TEAM_PERMISSION_REQUIRED", ids);
    for (const { id } of [another, foreign]) expectError(await read(id), 404, "TEAM_MEMBERSHIP_NOT_FOUND");
    expectError(await p.server(members, { query: { team_id: foreign.id } }), 404, "TEAM_NOT_FOUND");
  });

  it("400 SCHEMA_ERROR without a team", async () => {
    expectError(await (await project()).server(members, {}), 400, "SCHEMA_ERROR");
  });
});
