import { integer, primaryKey, sqliteTable, text } from "drizzle-orm/sqlite-core";

/** Says what a move is about to do. */
export type MovePhase = "prepare" | "copy" | "index" | "verify" | "compare" | "follow" | "clean";

/** Projects that are to be moved to another shard. In the first database. */
export const projectMoves = sqliteTable("project_moves", {
  projectId: text().primaryKey(),
  toShard: integer().notNull(),
  /** The shard that it is moved from; null until the move begins. */
  fromShard: integer(),
  phase: text().$type<MovePhase>().notNull().default("prepare"),
  /** The table that is being copied or compared, and the place of the last row that was, as JSON; null before the first. */
  tableName: text(),
  afterPlace: text(),
  /** Says when requests began to be sent to the new shard. */
  switchedAt: integer(),
  requestedAt: integer().notNull(),
});

/** Projects that are leaving this shard. */
export const departingProjects = sqliteTable("departing_projects", {
  projectId: text().primaryKey(),
  /** Until then nothing of the project is written, in milliseconds since the epoch. */
  frozenUntil: integer().notNull().default(0),
});

/** The rows of departing projects that were written since their copying began, by triggers. */
export const departingChanges = sqliteTable(
  "departing_changes",
  {
    projectId: text().notNull(),
    tableName: text().notNull(),
    /** The values of the primary key behind the project's id, as a JSON array. */
    rowKey: text().notNull(),
    /** Counts up with each change of the row: it is taken off the list only as it was when it was read. */
    version: integer().notNull().default(1),
  },
  (table) => [primaryKey({ columns: [table.projectId, table.tableName, table.rowKey] })],
);

/**
 * Projects that are being copied to this shard. Their counts, deliveries and digests are copied as well, so that the triggers that
 * write these leave such projects alone.
 */
export const arrivingProjects = sqliteTable("arriving_projects", {
  projectId: text().primaryKey(),
  /** Names the step that copies: one that has been overtaken by another writes nothing more. */
  mover: text().notNull(),
});
