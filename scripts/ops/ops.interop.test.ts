import { execFile } from "node:child_process";
import { cp, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, inject, it } from "vitest";
import { migrateDatabase, REPOSITORY, runWrangler } from "../platform/wrangler";
import { asOfBaseline, lastOfBaseline, replacedMigrations, sinceBaseline } from "../testing/replaced-migrations";
import { execOnStoredData, readStoredData } from "../testing/stored-data";

const doomed = "c2b6c1a4-7d0e-4f3b-9a55-1f0e8d2c6b71";
const kept = "0d6f7d0e-3b0c-4c53-8f0e-5a1f0b7c9a42";

let dataDir: string;
beforeAll(async () => {
  dataDir = await mkdtemp(path.join(tmpdir(), "gatehouse-ops-"));
  await cp(inject("migratedData"), dataDir, { recursive: true });
  const sealed = "sealed:v2:0123456789ab";
  const rows = [doomed, kept].flatMap((id) => [
    `insert into projects (project_id, display_name, created_at, config_override, config_seal)
     values ('${id}', 'Acme', 0, '{}', '${sealed}')`,
    `insert into data_vault_keys (project_id, store_id, id, sealed_key, created_at)
     values ('${id}', 'tokens', 'key-of-${id}', '${sealed}:x', 0)`,
  ]);
  execOnStoredData({ dataDir }, rows.join("; "));
});
afterAll(() => rm(dataDir, { recursive: true }));

const query = (sql: string) => readStoredData({ dataDir }, sql);

/** Runs a script of package.json on the data, and gives what it printed. */
async function run(script: string, ...args: string[]): Promise<string> {
  const { stdout } = await promisify(execFile)(process.execPath, ["--import", "tsx", `scripts/${script}.ts`, ...args], {
    cwd: REPOSITORY,
    env: { ...process.env, DATA_DIR: dataDir },
  });
  return stdout.trim();
}

// Each command loads wrangler and starts a workerd, six times in all.
describe("commands of operators, on a database of their own", { timeout: 300_000 }, () => {
  it("count the sealed values, delete one project as its owner does, and no other", async ({ expect }) => {
    expect(await run("ops", "storage")).toBe("Shard 0 (DB) is roomy: each of its 3 projects may store 1024.0 MiB.");
    expect((await run("seals")).split("\n").slice(0, 2)).toEqual([
      "projects with secrets: 2 under the key 0123456789ab, whose secret is not on this machine",
      "data vault stores: 2 under the key 0123456789ab, whose secret is not on this machine",
    ]);
    expect(await run("ops", "purge", doomed, doomed)).toContain(`The project ${doomed} is deleted.`);
    expect(await run("ops", "purge", doomed, doomed)).toBe(`There is no project ${doomed}.`);
    expect(
      query(
        `select project_id, deleted_at is null as lives from projects where project_id != 'internal' order by lives`,
      ),
    ).toEqual([
      { project_id: doomed, lives: 0 },
      { project_id: kept, lives: 1 },
    ]);
    expect(query("select key_id from data_vault_purges")).toEqual([{ key_id: `key-of-${doomed}` }]);
    expect(query("select project_id, type, actor_type, target_id from audit_events")).toEqual([
      { project_id: "internal", type: "project.deleted", actor_type: "system", target_id: doomed },
    ]);
    expect(await run("seals")).toContain("projects with secrets: 1 under the key 0123456789ab");
  });

  it("bring a database over to the baseline, after which the migrations since are applied", async ({ expect }) => {
    const replaced = replacedMigrations.map((name) => `('${name}')`);
    execOnStoredData(
      { dataDir },
      `${asOfBaseline()} delete from d1_migrations; insert into d1_migrations (name) values ${replaced.join(", ")}`,
    );
    const migrate = () => migrateDatabase(runWrangler, "DB", ["--local", "--persist-to", dataDir]);
    await expect(migrate()).rejects.toThrow("DB is from before the baseline: `npm run ops -- adopt-baseline`");
    expect(await run("ops", "adopt-baseline")).toBe("Shard 0 (DB) has adopted the baseline.");
    const journal = () => query("select name from d1_migrations order by id");
    const adopted = journal();
    expect(adopted.at(-1)).toEqual({ name: lastOfBaseline });
    await migrate();
    expect(journal()).toEqual([...adopted, ...sinceBaseline.map((name) => ({ name }))]);
  });
});
