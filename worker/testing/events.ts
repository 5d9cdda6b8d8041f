import { eq, sql } from "drizzle-orm";
import { outbox, webhookEndpoints } from "../db/outbox/schema";
import { newId } from "../platform/secrets";
import { db, type TestProject } from "./project";

/** Has the project's events kept from now on, as it has an endpoint that is disabled: nothing is sent. */
export async function keepEvents<Project extends Pick<TestProject, "id">>(p: Project): Promise<Project> {
  const endpoint = { projectId: p.id, id: newId(), url: "https://example.com", description: "", metadata: {} };
  await db.batch([db.insert(webhookEndpoints).values({ ...endpoint, createdAt: 0, updatedAt: 0, disabledAt: 0 })]);
  return p;
}

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
