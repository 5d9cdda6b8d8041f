import { index, integer, primaryKey, sqliteTable, text } from "drizzle-orm/sqlite-core";

/** What a project uses an image for. Images of users, teams and members are kept as long as the project exists. */
export type ImageKind = "logo" | "profile";

/**
 * Which projects use which stored images. An image is stored once for all of them, under the hash of its content: so the uses of
 * all projects are in the first database. Not tied to the project by a foreign key: a new project's logo is recorded before the project is.
 */
export const imageUses = sqliteTable(
  "image_uses",
  {
    projectId: text().notNull(),
    kind: text().$type<ImageKind>().notNull(),
    fileName: text().notNull(),
    /** What it takes in KV. */
    bytes: integer().notNull().default(0),
    /** The last time that a request set something to the image. */
    recordedAt: integer().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.projectId, table.kind, table.fileName] }),
    index("image_uses_by_file").on(table.fileName),
  ],
);
