import { drizzle } from "drizzle-orm/d1";
import { SQLiteSyncDialect } from "drizzle-orm/sqlite-core";
import type { Database, Statement } from "../platform/database";
import { systemActor } from "./audit/actor";
import { ifChanged, recordAudit } from "./audit/changes";
import { purgeStores } from "./data-vault/changes";
import { markDeleted } from "./projects/changes";

/**
 * Deletes a project as its owner does, without one: in SQL without parameters, for the command of operators. What belongs
 * to the project is deleted by the Worker from then on. The last statement reads whether there was such a project.
 */
export function purgeSql(projectId: string): string {
  // Statements are built on it, and never sent.
  const db = drizzle({} as D1Database, { casing: "snake_case" }) as unknown as Database;
  const event = { type: "project.deleted", target: { type: "project", id: projectId } } as const;
  const statements = [
    purgeStores(db, { projectId }),
    markDeleted(db, { projectId, now: Date.now() }),
    recordAudit(db, { id: "internal" }, systemActor, event, ifChanged),
  ];
  return [...statements.map(inSql), "select changes() as deleted"].join("; ");
}

/** A statement with its values in it, each quoted by the dialect. */
function inSql(statement: Statement): string {
  const dialect = new SQLiteSyncDialect({ casing: "snake_case" });
  const { getSQL } = statement as unknown as { getSQL(): { inlineParams(): never } };
  return dialect.sqlToQuery(getSQL.call(statement).inlineParams()).sql;
}
