import { eq, sql } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import { idPattern } from "../../platform/secrets";
import { keepEvents } from "../../testing/events";
import { db, project } from "../../testing/project";
import { recordEvents, recordEventsOf } from "./changes";
import { outbox } from "./schema";

describe("the outbox", () => {
  it("gives every event its own id in one format, whether its data are values or selected", async () => {
    const p = await keepEvents(await project());
    const data = [{ id: "1" }, { id: "2" }];
    await db.batch([
      ...(recordEvents(db, { projectId: p.id, type: "user.created", data }) as [never]),
      recordEventsOf(db, {
        projectId: p.id,
        type: "user.updated",
        data: sql`json_object('id', value)`,
        rows: sql`from json_each('[1, 2, 3]')`,
      }),
    ]);
    const [rows] = await db.batch([db.select({ id: outbox.id }).from(outbox).where(eq(outbox.projectId, p.id))]);
    const ids = rows.map(({ id }) => id);
    expect(ids).toEqual(Array.from({ length: 5 }, () => expect.stringMatching(idPattern)));
    expect(new Set(ids).size).toBe(5);
  });
});
