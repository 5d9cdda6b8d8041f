import { sql } from "drizzle-orm";
import type { Database } from "../platform/database";
import { projects } from "./projects/schema";

/** One row at most, read by the primary key: whether the database responds and has its tables. */
export function selectAnything(db: Database) {
  return db.select({ one: sql<number>`1` }).from(projects).limit(1);
}
