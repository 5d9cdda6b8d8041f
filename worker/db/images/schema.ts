import { sql } from "drizzle-orm";
import { index, integer, primaryKey, sqliteTable, text } from "drizzle-orm/sqlite-core";

/** Says what a project uses an image for. Those of users, teams and members have a row for each in `imageHolders`. */
export type ImageKind = "logo" | "profile";

/**
 * This table says which projects use which stored images. An image is stored once for all projects, under the hash of its content. The
 * uses of all projects are therefore in the first database. No foreign key refers to the project, since a new project's logo is
 * recorded before the project is.
 */
export const imageUses = sqliteTable(
  "image_uses",
  {
    projectId: text().notNull(),
    kind: text().$type<ImageKind>().notNull(),
    fileName: text().notNull(),
    /** Says what it takes in KV. */
    bytes: integer().notNull().default(0),
    /** The last time that a request set something to the image. */
    recordedAt: integer().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.projectId, table.kind, table.fileName] }),
    index("image_uses_by_file").on(table.fileName),
  ],
);

/**
 * This table says which users, teams and members show an image, or did. It has a row for each image that a holder was set to. A row
 * ends once a task finds that the holder shows another image or is gone. A use ends with its last row. A use from before this table has
 * one row, of no holder, that never ends.
 */
export const imageHolders = sqliteTable(
  "image_holders",
  {
    projectId: text().notNull(),
    /** `user/ID`, `team/ID` or `member/TEAM/USER`. */
    holder: text().notNull(),
    fileName: text().notNull(),
    /** The user who set it in a client, for whom it counts; null for a server. */
    setBy: text(),
    bytes: integer().notNull(),
    /** Says when the task looks again; null for never. */
    dueAt: integer(),
  },
  (table) => [
    primaryKey({ columns: [table.projectId, table.holder, table.fileName] }),
    index("image_holders_by_file").on(table.projectId, table.fileName),
    index("image_holders_by_user").on(table.projectId, table.setBy).where(sql`set_by is not null`),
    index("image_holders_by_due_time").on(table.dueAt).where(sql`due_at is not null`),
  ],
);
