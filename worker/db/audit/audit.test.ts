import { env } from "cloudflare:workers";
import { eq, sql } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import type { Statement } from "../../platform/database";
import { db, project } from "../../testing/project";
import { projectsDb } from "../../testing/shards";
import { projectStorage } from "../storage/schema";
import { type Actor, actorFrom, systemActor } from "./actor";
import { recordAudit, recordAuditOf } from "./changes";
import { firstIdAt } from "./event-id";
import { auditEvents } from "./schema";

const version7 = /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;

async function recorded(projectId: string, statements: Statement[]) {
  await db.batch(statements as [Statement]);
  const list = db.select().from(auditEvents).where(eq(auditEvents.projectId, projectId)).orderBy(auditEvents.id);
  const [rows] = await db.batch([list]);
  return rows;
}

describe("the audit log", () => {
  it("gives each event an id of its own that begins with its time, whether it is of a value or of rows", async () => {
    const p = await project();
    const before = Date.now();
    const rows = await recorded(p.id, [
      recordAudit(db, p, systemActor, { type: "project.updated" }),
      recordAuditOf(
        db,
        p,
        systemActor,
        { type: "user.deleted", target: { type: "user", id: sql`value` }, details: sql`json_object('row', value)` },
        sql`from json_each('["a", "b", "c"]')`,
      ),
    ]);
    expect(rows.map(({ id }) => id)).toEqual(Array.from({ length: 4 }, () => expect.stringMatching(version7)));
    expect(new Set(rows.map(({ id }) => id)).size).toBe(4);
    expect(rows.every(({ id }) => id >= firstIdAt(before) && id < firstIdAt(Date.now() + 1))).toBe(true);
    const ofRows = rows.filter(({ type }) => type === "user.deleted");
    expect(ofRows.map(({ targetId, details }) => [targetId, details]).sort()).toEqual(
      ["a", "b", "c"].map((row) => [row, { row }]),
    );
  });

  it("records nothing where the condition of the change does not hold", async () => {
    const p = await project();
    const event = { type: "project.updated" } as const;
    const rows = await recorded(p.id, [
      recordAudit(db, p, systemActor, { ...event, details: { holds: true } }, sql`1 = 1`),
      recordAudit(db, p, systemActor, { ...event, details: { holds: false } }, sql`1 = 0`),
    ]);
    expect(rows.map(({ details }) => details)).toEqual([{ holds: true }]);
  });

  it("keeps an event for as long as the project's configuration says, else for a year", async () => {
    const p = await project();
    const day = 24 * 60 * 60 * 1000;
    const rows = await recorded(p.id, [
      recordAudit(db, { id: p.id, config: { audit: { retentionDays: 40 } } }, systemActor, { type: "user.created" }),
      recordAudit(db, p, systemActor, { type: "user.deleted" }),
    ]);
    const days = Object.fromEntries(
      rows.map(({ type, createdAt, expiresAt }) => [type, (expiresAt - createdAt) / day]),
    );
    expect(days).toEqual({ "user.created": 40, "user.deleted": 365 });
  });

  it("names who began the session in which a user is impersonated", async () => {
    const p = await project();
    const place = { place: { ip: "203.0.113.7", countryCode: "PT", cityName: null }, userAgent: "curl/8" };
    const owner = actorFrom(place, { type: "owner", id: "the owner" });
    const user = (sessionId: string): Actor =>
      actorFrom(place, { type: "user", id: "the user", sessionId, impersonatedIn: p.id });
    const rows = await recorded(p.id, [
      recordAudit(db, p, { ...owner, sessionId: "session" }, { type: "user.impersonated" }),
      recordAudit(db, p, user("session"), { type: "password.changed" }),
      recordAudit(db, p, user("another"), { type: "password.set" }),
      recordAudit(db, p, actorFrom(place, { type: "user", id: "the user" }), { type: "user.signed_out" }),
    ]);
    const byType = Object.fromEntries(rows.map((row) => [row.type, [row.impersonatorType, row.impersonatorId]]));
    expect(byType).toEqual({
      "user.impersonated": [null, null],
      "password.changed": ["owner", "the owner"],
      "password.set": ["unknown", null],
      "user.signed_out": [null, null],
    });
    expect(rows[0]).toMatchObject({ ip: "203.0.113.7", countryCode: "PT", userAgent: "curl/8" });
  });
});

describe("the migration that calls a ban a suspension", () => {
  const queries = env.MIGRATIONS.find(({ name }) => name.includes("suspended_users"))?.queries ?? [];

  it("renames the events that an earlier version has recorded, and their storage with them", async () => {
    const p = await project();
    const stored = db.select().from(projectStorage).where(eq(projectStorage.projectId, p.id));
    const storage = async () => (await db.batch([stored]))[0];
    const before = await storage();
    const event = (type: string) => recordAudit(db, p, systemActor, { type: type as "user.suspended" });
    await recorded(p.id, [event("user.restricted"), event("user.unrestricted"), event("user.updated")]);
    for (const query of queries.filter((each) => each.includes("UPDATE audit_events SET")))
      await projectsDb.prepare(query).run();
    const rows = await recorded(p.id, [db.delete(auditEvents).where(eq(auditEvents.type, "user.updated"))]);
    // Their ids may be of one millisecond, and so in either order.
    expect(rows.map(({ type }) => type).toSorted()).toEqual(["user.suspended", "user.unsuspended"]);
    await recorded(p.id, [db.delete(auditEvents).where(eq(auditEvents.projectId, p.id))]);
    expect(await storage()).toEqual(before);
  });
});
