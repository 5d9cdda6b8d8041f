import { eq, sql } from "drizzle-orm";
import { outbox } from "../db/outbox/schema";
import { db, type TestProject } from "./project";

/** The events for the project's webhooks, oldest first. */
export async function eventsOf(p: TestProject) {
  const [rows] = await db.batch([
    db
      .select({ type: outbox.type, data: outbox.data })
      .from(outbox)
      .where(eq(outbox.projectId, p.id))
      .orderBy(sql`rowid`),
  ]);
  return rows;
}
