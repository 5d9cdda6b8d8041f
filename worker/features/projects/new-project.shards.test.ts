import { describe, expect, it } from "vitest";
import { send } from "../../db/move-statements";
import { sizeOf } from "../../platform/database";
import { owner } from "../../testing/owner";
import { project } from "../../testing/project";
import { sendAndSettle } from "../../testing/send-request";
import { shard, shards } from "../project-moves/moves.fixtures";

/** Makes a shard the largest, and takes that back. */
async function filling<T>(number: number, work: () => Promise<T>): Promise<T> {
  const sizes = await Promise.all(shards.map(sizeOf));
  const bytes = Math.max(...sizes) - (sizes[number] ?? 0) + 1_000_000;
  await send(shard(number), [
    { text: "create table test_more_filling (bytes blob)" },
    {
      text: `insert into test_more_filling with recursive n(i) as (select 1 union all select i + 1 from n where i < ?)
        select randomblob(10000) from n`,
      values: [Math.ceil(bytes / 10_000)],
    },
  ]);
  try {
    return await work();
  } finally {
    await send(shard(number), [{ text: "drop table test_more_filling" }]);
  }
}

async function shardOf(projectId: string): Promise<number[]> {
  const found = await Promise.all(
    shards.map((db) =>
      send<{ shard: number | null }>(db, [
        { text: "select shard from projects where project_id = ? and shard is null", values: [projectId] },
      ]),
    ),
  );
  return found.flatMap(([rows = []], number) => (rows.length > 0 ? [number] : []));
}

describe("a new project", () => {
  it.each([
    [0, 1],
    [1, 0],
  ])("is in the emptier shard: while %i is the larger one, in %i", async (larger, smaller) => {
    const me = await owner();
    const body = { display_name: "Acme", owner_team_id: me.teamId };
    const made = await filling(larger, () => me.client("POST /internal/projects", { body }));
    expect(made.status).toBe(201);
    expect(await shardOf(made.body.id)).toEqual([smaller]);
    const { body: listed } = await me.client("GET /internal/projects");
    expect(listed.items).toMatchObject([{ id: made.body.id, display_name: "Acme", owner_team_id: me.teamId }]);
  });

  it("404 TEAM_MEMBERSHIP_NOT_FOUND for a team of others: it is in no shard", async () => {
    // Attack: someone makes strangers the owners of a project, who would answer for what it stores.
    const [me, other] = [await owner(), await owner()];
    const count = async () => {
      const all = await Promise.all(
        shards.map((db) =>
          send<{ n: number }>(db, [
            { text: "select count(*) as n from projects where owner_team_id = ?", values: [other.teamId] },
          ]),
        ),
      );
      return all.map(([rows]) => rows?.[0]?.n);
    };
    const body = { display_name: "Acme", owner_team_id: other.teamId };
    const refused = await filling(0, () => me.client("POST /internal/projects", { body }));
    expect([refused.status, refused.body.code]).toEqual([404, "TEAM_MEMBERSHIP_NOT_FOUND"]);
    expect(await count()).toEqual([0, 0]);
  });
});

describe("a project whose transfer was killed between its two databases", () => {
  it("200: its owner's next request has it name the team that owns it", async () => {
    const [me, p] = [await owner(), await project()];
    const text = "update projects set owner_team_id = ? where project_id = ?";
    await send(shard(0), [{ text, values: [me.teamId, p.id] }]);
    const headers = {
      "x-stack-project-id": p.id,
      "x-stack-access-type": "admin",
      "x-stack-admin-access-token": me.token,
    };
    const key = "GET /internal/projects/current";
    expect((await sendAndSettle(key, { headers })).body.owner_team_id).toBeNull();
    expect((await sendAndSettle(key, { headers })).body.owner_team_id).toBe(me.teamId);
  });
});
