import { describe, expect, it } from "vitest";
import { owner } from "../../testing/owner";
import { internalProject } from "../../testing/project";
import { expectError, expectPlainError } from "../../testing/refusals";
import { d1 } from "../../testing/shards";

type Owner = Awaited<ReturnType<typeof owner>>;

/** An image is stored after the look-up and before the insertion, which gives the other request time. */
const onePixel =
  "data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==";

const leaving = "DELETE /team-memberships/{team_id}/{user_id}";
const internal = internalProject();
const refusal = (names: string) => `Projects would be left without an owner. Transfer or delete them first: ${names}`;

async function projectsOf({ client, teamId }: Owner, names: readonly string[]): Promise<string[]> {
  const ids: string[] = [];
  for (const display_name of names) {
    const { body } = await client("POST /internal/projects", { body: { display_name, owner_team_id: teamId } });
    ids.push(body.id);
  }
  return ids;
}

async function joins({ userId: user_id }: Owner, { teamId: team_id }: Owner) {
  const params = { team_id, user_id };
  await internal.server("POST /team-memberships/{team_id}/{user_id}", { params, body: {} });
}

const namesOf = async ({ client }: Owner) =>
  (await client("GET /internal/projects")).body.items.map((each: { display_name: string }) => each.display_name);

/** Every way to leave a team without members, or to remove it. */
const removals = {
  "DELETE /teams/{team_id}": (me: Owner) =>
    internal.server("DELETE /teams/{team_id}", { params: { team_id: me.teamId } }),
  "DELETE /teams/{team_id} by its admin": (me: Owner) =>
    me.client("DELETE /teams/{team_id}", { params: { team_id: me.teamId } }),
  [`${leaving} of the own user`]: (me: Owner) => me.client(leaving, { params: { team_id: me.teamId, user_id: "me" } }),
  [`${leaving} by a server`]: (me: Owner) =>
    internal.server(leaving, { params: { team_id: me.teamId, user_id: me.userId } }),
  "DELETE /users/me": (me: Owner) => me.client("DELETE /users/me"),
  "DELETE /users/{user_id}": (me: Owner) =>
    internal.server("DELETE /users/{user_id}", { params: { user_id: me.userId } }),
};

describe.each(Object.entries(removals))("%s of an owner", (_, remove) => {
  it("400 as text names the projects that would be without an owner, and changes nothing", async () => {
    const me = await owner();
    await projectsOf(me, ["Acme", "Shoes"]);
    expectPlainError(await remove(me), 400, refusal("Acme, Shoes"));
    expect(await namesOf(me)).toEqual(["Acme", "Shoes"]);
  });

  it("200 once the projects are deleted", async () => {
    const me = await owner();
    const [id = ""] = await projectsOf(me, ["Acme"]);
    await d1.prepare("delete from projects where project_id = ?").bind(id).run();
    expect((await remove(me)).status).toBe(200);
  });

  it("200 once the projects are transferred to another team", async () => {
    const [me, other] = [await owner(), await owner()];
    await joins(me, other);
    const [project_id = ""] = await projectsOf(me, ["Acme"]);
    await me.client("POST /internal/projects/transfer", { body: { project_id, new_team_id: other.teamId } });
    expect((await remove(me)).status).toBe(200);
    expect(await namesOf(other)).toEqual(["Acme"]);
  });
});

describe("a team that owns projects", () => {
  it("400 as text names five projects at most, each cut to 60 characters", async () => {
    const me = await owner();
    await projectsOf(me, ["x".repeat(1_000), "b", "c", "d", "e", "f"]);
    const names = `${"x".repeat(60)}…, b, c, d, e and others`;
    expectPlainError(await me.client("DELETE /users/me"), 400, refusal(names));
  });

  it("200 for a member who is not the last: leaves, or deletes the account", async () => {
    const [me, leaver, deleter] = [await owner(), await owner(), await owner()];
    for (const other of [leaver, deleter]) await joins(other, me);
    await projectsOf(me, ["Acme"]);
    expect((await leaver.client(leaving, { params: { team_id: me.teamId, user_id: "me" } })).status).toBe(200);
    expect((await deleter.client("DELETE /users/me")).status).toBe(200);
    expect(await namesOf(me)).toEqual(["Acme"]);
  });

  it("400 as text for its deletion, also while it has several members", async () => {
    const [me, other] = [await owner(), await owner()];
    await joins(other, me);
    await projectsOf(me, ["Acme"]);
    expectPlainError(await removals["DELETE /teams/{team_id}"](me), 400, refusal("Acme"));
  });

  it("two last members leave at once: one of them stays", async () => {
    // Attack: two members see each other still there and leave in the same moment, one by leaving the team and one by
    // deleting the account. The project would go on collecting sign-ins that no one can administer or delete.
    for (let round = 0; round < 5; round += 1) {
      const [me, other] = [await owner(), await owner()];
      await joins(other, me);
      await projectsOf(me, ["Acme"]);
      const responses = await Promise.all([
        me.client(leaving, { params: { team_id: me.teamId, user_id: "me" } }),
        other.client("DELETE /users/me"),
      ]);
      expect(responses.map(({ status }) => status).toSorted()).toEqual([200, 400]);
    }
  });

  it("404 TEAM_MEMBERSHIP_NOT_FOUND for 20 projects that are created while their team is deleted, unless the team stays", async () => {
    // Attack: the team is deleted between the look-up of the membership and the insertion. The project would have no owner.
    const me = await owner();
    const body = { display_name: "Acme", owner_team_id: me.teamId, logo_url: onePixel };
    const creating = Array.from({ length: 20 }, () => me.client("POST /internal/projects", { body }));
    const deleted = await removals["DELETE /teams/{team_id}"](me);
    const created = await Promise.all(creating);
    const details = { team_id: me.teamId, user_id: me.userId };
    for (const response of created.filter(({ status }) => status !== 201)) {
      expectError(response, 404, "TEAM_MEMBERSHIP_NOT_FOUND", details);
    }
    expect(created.some(({ status }) => status === 201)).toBe(deleted.status === 400);
  });
});
