import { and, eq, getTableColumns, inArray, is, isNotNull, sql } from "drizzle-orm";
import { getTableConfig, SQLiteTable } from "drizzle-orm/sqlite-core";
import type { Database } from "../platform/database";
import { rowsPerStep } from "./expired-rows";
import * as schema from "./schema";

const {
  arrivingProjects,
  dataVaultPurges,
  departingChanges,
  departingProjects,
  projectMoves,
  projectStorage,
  projects,
} = schema;

/**
 * Lists what outlives a project: rows that go when the values which they name are deleted from KV, and those of moves,
 * which end themselves.
 */
const outliving: readonly unknown[] = [
  dataVaultPurges,
  projectMoves,
  departingProjects,
  departingChanges,
  arrivingProjects,
];

/**
 * All other tables with rows of projects, each before those that its rows refer to, so that no deletion cascades. What counts the
 * rows of the others is the first: without it, their deletion writes nothing else.
 */
export const tablesOfProjects = [
  projectStorage,
  ...inOrderOfDeletion(
    Object.values(schema)
      .filter((value) => is(value, SQLiteTable))
      .filter(
        (table) =>
          table !== projects &&
          table !== projectStorage &&
          !outliving.includes(table) &&
          "projectId" in getTableColumns(table),
      ),
  ),
];

function inOrderOfDeletion(tables: readonly SQLiteTable[]): SQLiteTable[] {
  const ordered = new Set<SQLiteTable>();
  const add = (table: SQLiteTable) => {
    if (ordered.has(table)) return;
    for (const key of getTableConfig(table).foreignKeys) {
      const { foreignTable } = key.reference();
      if (foreignTable !== table) add(foreignTable as SQLiteTable);
    }
    ordered.add(table);
  };
  for (const table of tables) add(table);
  ordered.delete(projects);
  return [...ordered].reverse();
}

/**
 * Deletes up to `rowsPerStep` rows of a deleted project, and at last the project itself.
 */
export async function deleteRowsOfProject(db: Database, { projectId }: { projectId: string }): Promise<void> {
  const isInUse = tablesOfProjects.map((table, index) => [
    `t${index}`,
    sql<number>`exists (select 1 from ${table} where project_id = ${projectId})`.as(`t${index}`),
  ]);
  const deleted = and(eq(projects.projectId, projectId), isNotNull(projects.deletedAt));
  const [[found]] = await db.batch([db.select(Object.fromEntries(isInUse)).from(projects).where(deleted)]);
  if (!found) return;
  let left = rowsPerStep;
  for (const table of tablesOfProjects.filter((_, index) => found[`t${index}`])) {
    const some = sql`(select rowid from ${table} where project_id = ${projectId} limit ${left})`;
    const [result] = await db.batch([db.delete(table).where(inArray(sql`rowid`, some))]);
    left -= result.meta.changes;
    if (left <= 0) return;
  }
  await db.batch([db.delete(projects).where(deleted)]);
}
