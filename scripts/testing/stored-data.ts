import { globSync } from "node:fs";
import path from "node:path";
import { DatabaseSync } from "node:sqlite";
import type { Gatehouse } from "./start-gatehouse";

/** Changes what a Gatehouse has stored, to reach in a test what otherwise only time would do. */
export function changeStoredData({ dataDir }: Gatehouse, sql: string, ...values: (string | number)[]): void {
  const [file] = globSync(path.join(dataDir, "v3/d1/*/*.sqlite")).filter((name) => !name.endsWith("metadata.sqlite"));
  if (!file) throw new Error(`There is no database in ${dataDir}.`);
  const database = new DatabaseSync(file);
  try {
    database.exec("PRAGMA busy_timeout = 5000");
    const { changes } = database.prepare(sql).run(...values);
    if (changes === 0) throw new Error(`Nothing stored matches: ${sql}`);
  } finally {
    database.close();
  }
}
