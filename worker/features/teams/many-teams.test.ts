import { beforeAll, describe, expect, it } from "vitest";
import { storeTeams, teamId } from "../../testing/many-teams";
import { project, type TestProject } from "../../testing/project";
import { expectPlainError } from "../../testing/refusals";
import { bareUser } from "../../testing/tokens";
import { join, userOf } from "./teams.fixtures";

describe("a user in 1,000 of 10,000 teams", () => {
  let p: TestProject;
  let user: Awaited<ReturnType<typeof userOf>>;
  let bystander: string;

  beforeAll(async () => {
    p = await project();
    user = await userOf(p);
    bystander = await bareUser(p.id);
    await storeTeams(p, [
      { userId: user.id, every: 10 },
      { userId: bystander, every: 1 },
    ]);
  });

  it("200: their teams, oldest first, in one round trip that reads no others", async () => {
    for (const response of [
      await user.client("GET /teams", { query: { user_id: "me" } }),
      await p.server("GET /teams", { query: { user_id: user.id } }),
    ]) {
      expect([response.body.items.length, response.cost.d1]).toEqual([1_000, 1]);
      expect(response.body.items[999].id).toBe(teamId(9_990));
      expect(response.cost.rowsRead).toBeLessThan(3_100);
    }
  });

  it("200: their profiles, with the user in each, in two round trips that read no others", async () => {
    const response = await p.server("GET /team-member-profiles", { query: { user_id: user.id } });
    expect([response.body.items.length, response.cost.d1]).toEqual([1_000, 2]);
    expect(response.body.items[999]).toMatchObject({ team_id: teamId(9_990), user: { id: user.id } });
    expect(response.cost.rowsRead).toBeLessThan(4_100);
  });

  it("200: one of their teams, its members and its invitations, at the same cost as with one team", async () => {
    await join(p, teamId(1), user.id, ["$read_members", "$invite_members"]);
    const team_id = teamId(1);
    const members = await user.client("GET /team-member-profiles", { query: { team_id } });
    expect([members.body.items.length, members.cost.d1]).toEqual([2, 2]);
    const invitations = await user.client("GET /team-invitations", { query: { team_id } });
    expect([invitations.body.items.length, invitations.cost.d1]).toEqual([0, 1]);
    const team = await user.client("GET /teams/{team_id}", { params: { team_id } });
    expect([team.status, team.cost.d1]).toEqual([200, 1]);
    for (const { cost } of [members, invitations, team]) expect(cost.rowsRead).toBeLessThan(40);
  });

  it("200: leaving one of them, and deleting it, touches no others", async () => {
    const params = { team_id: teamId(10), user_id: "me" };
    const left = await user.client("DELETE /team-memberships/{team_id}/{user_id}", { params });
    expect([left.status, left.cost.d1]).toEqual([200, 2]);
    const deleted = await p.server("DELETE /teams/{team_id}", { params: { team_id: teamId(10) } });
    expect([deleted.status, deleted.cost.d1]).toEqual([200, 2]);
    for (const { cost } of [left, deleted]) expect(cost.rowsRead).toBeLessThan(60);
  });

  it("200: all of them for a server, in the order of their creation", async () => {
    const response = await p.server("GET /teams");
    expect(response.body.items.length).toBe(9_999);
    expect(response.body.items[9_998].id).toBe(teamId(9_999));
    expect(response.cost.rowsRead).toBeLessThan(10_100);
  });

  it("400 for a server beyond 10,000 teams, reading one more than these; the teams of a user are listed all the same", async () => {
    for (let count = 0; count < 3; count++) await p.server("POST /teams", { body: { display_name: "One more" } });
    const refused = await p.server("GET /teams");
    expectPlainError(refused, 400, "The project has more than 10000 teams. Please give a user_id.");
    expect(refused.cost.rowsRead).toBeLessThan(10_020);
    expect((await p.server("GET /teams", { query: { user_id: user.id } })).status).toBe(200);
  });
});
