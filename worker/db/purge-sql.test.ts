import { env } from "cloudflare:workers";
import { describe, expect, it, onTestFinished } from "vitest";
import { project } from "../testing/project";
import { d1, secondShard } from "../testing/shards";
import { purgeSql } from "./purge-sql";

const version7 = /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;

const columnsOfTheTime = new Set(["created_at", "expires_at", "removed_at", "due_at", "deleted_at", "id", "key_id"]);

/** Returns what is left of a project, without times and ids, which differ. */
async function remains(projectId: string) {
  const queries = [
    "select * from projects where project_id = ?",
    "select * from data_vault_purges where project_id = ?",
    "select * from audit_events where project_id = 'internal' and target_id = ?",
  ].map((sql) => d1.prepare(sql).bind(projectId));
  const results = await d1.batch<Record<string, unknown>>(queries);
  const text = JSON.stringify(
    results.map(({ results: rows }) =>
      rows.map((row) => Object.fromEntries(Object.entries(row).filter(([name]) => !columnsOfTheTime.has(name)))),
    ),
  );
  return JSON.parse(text.replaceAll(projectId, "the project"));
}

async function withStore() {
  const p = await project({ "dataVault.stores.tokens": {} });
  await d1
    .prepare(
      `insert into data_vault_keys (project_id, store_id, id, sealed_key, created_at) values (?1, 'tokens', 'key-' || ?1, 'sealed', 0)`,
    )
    .bind(p.id)
    .run();
  await keepRow(p.id);
  return p;
}

/** Keeps a project's row, which the task that follows a deletion would delete at any moment. */
async function keepRow(projectId: string): Promise<void> {
  const trigger = `keeps_${projectId.replaceAll("-", "")}`;
  await d1
    .prepare(
      `create trigger ${trigger} before delete on projects when old.project_id = '${projectId}'
     begin select raise(ignore); end`,
    )
    .run();
  onTestFinished(async () => void (await d1.prepare(`drop trigger ${trigger}`).run()));
}

/** Runs it as the command does: in the project's own shard, if that is another one, and then in the first. */
async function purge(projectId: string) {
  if (secondShard) await run(secondShard, purgeSql(projectId, false));
  return (await run(env.DB, purgeSql(projectId))).at(-1)?.results;
}

const run = (database: D1Database, sql: string) =>
  database.batch<Record<string, unknown>>(sql.split("; ").map((each) => database.prepare(each)));

describe("the SQL with which operators delete a project", () => {
  it("leaves what an owner's deletion leaves, and names the system in the audit log", async () => {
    const [byOwner, byOperator] = [await withStore(), await withStore()];
    await byOwner.admin("DELETE /internal/projects/current");
    expect(await purge(byOperator.id)).toEqual([{ deleted: 1 }]);
    const [[row], purges, [event]] = await remains(byOperator.id);
    const [[expectedRow], expectedPurges, [expectedEvent]] = await remains(byOwner.id);
    expect(row).toEqual(expectedRow);
    expect(purges).toEqual(expectedPurges);
    expect(purges).toHaveLength(1);
    expect(event).toEqual({
      ...expectedEvent,
      actor_type: "system",
      actor_id: null,
      ip: null,
      country_code: null,
      user_agent: null,
    });
    const ids = d1.prepare("select id from audit_events where target_id = ?").bind(byOperator.id);
    expect((await ids.first<{ id: string }>())?.id).toMatch(version7);
  });

  it("does nothing a second time, nor for a project that is not there, nor to others", async () => {
    const [p, other] = [await withStore(), await withStore()];
    await purge(p.id);
    const left = await remains(p.id);
    for (const id of [p.id, crypto.randomUUID()]) {
      expect(await purge(id)).toEqual([{ deleted: 0 }]);
    }
    expect(await remains(p.id)).toEqual(left);
    expect((await other.admin("GET /internal/projects/current")).status).toBe(200);
  });
});
