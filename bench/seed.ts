import { statSync } from "node:fs";
import { DatabaseSync } from "node:sqlite";
import { databaseFile } from "./workerd";

/**
 * Runs statements on the database of a Worker that is stopped: a million users by its API would take a day.
 *
 * @returns by how many bytes the database grew
 */
export function addUsers(dataDir: string, statements: readonly string[]): number {
  if (statements.length === 0) return 0;
  const file = databaseFile(dataDir);
  const before = statSync(file).size;
  const database = new DatabaseSync(file);
  try {
    database.exec("PRAGMA synchronous = OFF; BEGIN");
    for (const statement of statements) database.exec(statement);
    // Without `PRAGMA optimize`, which D1 does not run by itself either.
    database.exec("COMMIT; PRAGMA wal_checkpoint(TRUNCATE)");
  } finally {
    database.close();
  }
  return statSync(file).size - before;
}
