import { globSync } from "node:fs";
import path from "node:path";
import { DatabaseSync } from "node:sqlite";
import type { Gatehouse } from "./start-gatehouse";

type Value = string | number;

/** Changes what a Gatehouse has stored, to reach in a test what otherwise only time would do. */
export function changeStoredData({ dataDir }: Pick<Gatehouse, "dataDir">, sql: string, ...values: Value[]): void {
  const { changes } = withDatabase(dataDir, (database) => database.prepare(sql).run(...values));
  if (changes === 0) throw new Error(`Nothing stored matches: ${sql}`);
}

/** Runs statements without values on what a Gatehouse has stored. */
export function execOnStoredData({ dataDir }: Pick<Gatehouse, "dataDir">, sql: string): void {
  withDatabase(dataDir, (database) => database.exec(sql));
}

/** Reads what a Gatehouse has stored. */
export function readStoredData({ dataDir }: Pick<Gatehouse, "dataDir">, sql: string, ...values: Value[]): unknown[] {
  return withDatabase(dataDir, (database) => database.prepare(sql).all(...values));
}

function withDatabase<T>(dataDir: string, work: (database: DatabaseSync) => T): T {
  const [file] = globSync(path.join(dataDir, "v3/d1/*/*.sqlite")).filter((name) => !name.endsWith("metadata.sqlite"));
  if (!file) throw new Error(`There is no database in ${dataDir}.`);
  const database = new DatabaseSync(file);
  try {
    database.exec("PRAGMA busy_timeout = 5000");
    return work(database);
  } finally {
    database.close();
  }
}
