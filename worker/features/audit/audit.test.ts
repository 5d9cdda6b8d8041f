import { eq } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import { actorFrom, systemActor } from "../../db/audit/actor";
import { type AuditEvent, deleteExpiredAuditEvents, recordAudit } from "../../db/audit/changes";
import { firstIdAt } from "../../db/audit/event-id";
import { selectAuditPage } from "../../db/audit/queries";
import { auditEvents } from "../../db/audit/schema";
import { maxWalked } from "../../db/bounded-walk";
import { newId } from "../../platform/secrets";
import { stepOf } from "../../testing/jobs";
import { planOf } from "../../testing/measured-databases";
import { db, project, type TestProject } from "../../testing/project";
import { expectError } from "../../testing/refusals";
import { d1 } from "../../testing/shards";
import { withSvix } from "../../testing/stand-in-services";
import { sweepAuditEvents } from "../expired-rows/jobs";
import { endpointOf } from "../webhooks/webhooks.fixtures";
import { rowsPerRead } from "./routes";

const list = "GET /internal/audit-events";
const exported = "GET /internal/audit-events/export";
const day = 24 * 60 * 60 * 1000;

async function record(p: TestProject, event: AuditEvent, actor = systemActor) {
  await db.batch([recordAudit(db, p, actor, event) as never]);
}

/** Events of a project, the first of which is the newest, each a second older than the one before it. */
async function manyEvents(p: TestProject, count: number, { newest = Date.now(), expiresAt = Date.now() + day } = {}) {
  const statement = d1.prepare(
    `insert into audit_events (project_id, id, type, actor_type, details, created_at, expires_at)
     values (?1, ?2, 'user.signed_in', 'system', '{}', ?3, ?4)`,
  );
  const times = Array.from({ length: count }, (_, index) => newest - index * 1000);
  await d1.batch(times.map((time) => statement.bind(p.id, firstIdAt(time), time, expiresAt)));
  return times;
}

const timesOf = (items: { created_at_millis: number }[]) => items.map((item) => item.created_at_millis);

describe(list, () => {
  it("200 with who did what, on what, from where and when, in one round trip", async () => {
    const p = await project();
    const place = { ip: "203.0.113.7", countryCode: "PT", cityName: "Lisbon" };
    const actor = actorFrom({ place, userAgent: "curl/8" }, { type: "user", id: "a user", sessionId: "a session" });
    await record(p, { type: "passkey.created", target: { type: "user", id: "x" }, details: { n: 1 } }, actor);
    const response = await p.admin(list);
    expect(response.status).toBe(200);
    expect(response.cost.d1).toBe(1);
    expect(response.body).toEqual({
      items: [
        {
          id: expect.any(String),
          type: "passkey.created",
          created_at_millis: expect.any(Number),
          actor: { type: "user", id: "a user" },
          impersonator: null,
          session_id: "a session",
          target: { type: "user", id: "x" },
          details: { n: 1 },
          ip_address: "203.0.113.7",
          country_code: "PT",
          user_agent: "curl/8",
        },
      ],
      is_paginated: true,
      pagination: { next_cursor: null },
    });
  });

  it("200 with pages by cursor, newest first, that read no more rows at the end than at the beginning", async () => {
    const p = await project();
    const times = await manyEvents(p, 90);
    const costs: number[] = [];
    let cursor: string | null = null;
    const seen: number[] = [];
    do {
      const query: Record<string, string> = { limit: "20", ...(cursor && { cursor }) };
      const { body, cost } = await p.admin(list, { query });
      seen.push(...timesOf(body.items));
      costs.push(cost.rowsRead);
      cursor = body.pagination.next_cursor;
    } while (cursor);
    expect(seen).toEqual(times);
    expect(costs).toHaveLength(5);
    expect(Math.max(...costs)).toBeLessThanOrEqual(2 * 21 + 4);
  });

  it("200 with the events of a type, an actor, a target or a time alone", async () => {
    const p = await project();
    const [one, two] = [newId(), newId()];
    const user = actorFrom({ place: null, userAgent: "" }, { type: "user", id: one });
    await record(p, { type: "password.changed", target: { type: "user", id: one } }, user);
    await record(p, { type: "password.changed", target: { type: "user", id: two } });
    await record(p, { type: "user.deleted", target: { type: "user", id: two } });
    const typesOf = async (query: Record<string, string>) =>
      (await p.admin(list, { query })).body.items.map((item: { type: string }) => item.type).sort();
    expect(await typesOf({ type: "user.deleted" })).toEqual(["user.deleted"]);
    expect(await typesOf({ actor_id: one })).toEqual(["password.changed"]);
    expect(await typesOf({ target_id: two })).toEqual(["password.changed", "user.deleted"]);
    expect(await typesOf({ target_id: two, type: "password.changed" })).toEqual(["password.changed"]);
    expect(await typesOf({ since_millis: `${Date.now() + 1000}` })).toEqual([]);
    expect(await typesOf({ until_millis: `${Date.now() - day}` })).toEqual([]);
    expect(await typesOf({ since_millis: `${Date.now() - day}`, until_millis: `${Date.now() + day}` })).toHaveLength(3);
  });

  // Evidence: audit-filters-read-few-rows
  it("200 with pages that look through a bounded number of events for what fits two filters; the export goes on by itself", async () => {
    // Attack: in a log of two million events, an owner asks for a type of which a user has done nothing, over and over. Each time the
    // database of all tenants looks through all that the user has done.
    const p = await project();
    const stored = d1.prepare(
      `insert into audit_events (project_id, id, type, actor_type, actor_id, details, created_at, expires_at)
       with recursive numbers (n) as (select 1 union all select n + 1 from numbers where n < 30000)
       select ?1, substr(time, 1, 8) || '-' || substr(time, 9) || '-7000-8000-000000000000',
         iif(n = 1, 'user.deleted', 'user.signed_in'), 'user', 'u', '{}', ?2 + n, 9e12
       from (select n, printf('%012x', ?2 + n) as time from numbers)`,
    );
    await stored.bind(p.id, Date.now() - day).run();
    const filters = { actor_id: "u", type: "user.deleted" } as const;
    const pages: number[] = [];
    for (let cursor: string | null = ""; cursor !== null; ) {
      const { body, cost } = await p.admin(list, { query: { ...filters, ...(cursor && { cursor }) } });
      expect(cost.rowsRead).toBeLessThan(4 * maxWalked + 20);
      pages.push(body.items.length);
      cursor = body.pagination.next_cursor;
    }
    expect(pages).toEqual([0, 0, 0, 0, 0, 0, 1]);
    const { body } = await p.admin(exported, { query: filters });
    expect(JSON.parse(body)).toMatchObject({ type: "user.deleted" });
  });

  it("400 SCHEMA_ERROR for an unknown type, a time that is none, a cursor of another form and a page too long", async () => {
    const p = await project();
    const wrong = [{ type: "x" }, { since_millis: "-1" }, { until_millis: "1e300" }, { cursor: "x" }, { limit: "201" }];
    for (const query of wrong) expectError(await p.admin(list, { query: query as never }), 400, "SCHEMA_ERROR");
  });

  // Evidence: all-recorded-though-retention-made-shorter
  it("200 with all that was recorded, though the retention was made shorter, 30 days at least", async () => {
    // Attack: someone with a stolen admin key sets the retention to a day, so that what they did is gone, or hidden, tomorrow.
    const p = await project();
    const now = Date.now();
    const older = await manyEvents(p, 1, { newest: now - 100 * day, expiresAt: now + 100 * day });
    const retain = (days: number) =>
      p.admin("PATCH /internal/config/override", {
        body: { config_override_string: JSON.stringify({ "audit.retentionDays": days }) },
      });
    for (const days of [0, 1, 29]) expect((await retain(days)).status).toBe(400);
    expect((await retain(30)).status).toBe(200);
    await p.admin(exported);
    const { items } = (await p.admin(list)).body;
    expect(items.map(({ type }: { type: string }) => type)).toEqual([
      "audit_log.exported",
      "project.updated",
      "user.signed_in",
    ]);
    expect(timesOf(items).at(-1)).toBe(older[0]);
    const [rows] = await db.batch([db.select().from(auditEvents).where(eq(auditEvents.projectId, p.id))]);
    const daysOf = ({ createdAt, expiresAt }: { createdAt: number; expiresAt: number }) =>
      (expiresAt - createdAt) / day;
    // The change itself is kept for as long as was said before it.
    expect(rows.map((row) => [row.type, daysOf(row)])).toEqual(
      expect.arrayContaining([
        ["project.updated", 365],
        ["audit_log.exported", 30],
      ]),
    );
  });

  // Evidence: event-another-project-whatever-asked
  it("200 with no event of another project, whatever is asked for", async () => {
    // Attack: an admin of one project names ids of another one, as a filter and as a cursor.
    const [p, victim] = [await project(), await project()];
    const target = newId();
    await record(victim, { type: "user.deleted", target: { type: "user", id: target } });
    const [theirs] = (await victim.admin(list)).body.items;
    const queries = [{}, { target_id: target }, { type: "user.deleted" }, { cursor: theirs.id }];
    for (const query of queries as Record<string, string>[]) {
      expect((await p.admin(list, { query })).body.items).toEqual([]);
      expect((await p.admin(exported, { query })).body).toBe("");
    }
  });

  it.each([
    [{}, /SEARCH audit_events USING COVERING INDEX sqlite_autoindex_audit_events_1 \(project_id=\? AND id>\?/],
    [
      { type: "user.deleted" as const },
      /USING COVERING INDEX audit_events_by_type \(project_id=\? AND type=\? AND id>\?/,
    ],
    [{ actorId: "x" }, /USING COVERING INDEX audit_events_by_actor \(project_id=\? AND actor_id=\? AND id>\?/],
    [{ targetId: "x" }, /USING COVERING INDEX audit_events_by_target \(project_id=\? AND target_id=\? AND id>\?/],
  ])("walks the index of its filter %j, and never sorts", async (filter, expected) => {
    const plan = await planOf(
      selectAuditPage(db, { projectId: "p", since: 0, until: 1, cursor: "c", limit: 9, ...filter }),
    );
    expect(plan).toMatch(expected);
    expect(plan).not.toMatch(/TEMP B-TREE|SCAN (?!walk|\(subquery)/);
  });
});

describe(exported, () => {
  it("200 with every event as a line of JSON, also beyond one page", async () => {
    const p = await project();
    const times = await manyEvents(p, rowsPerRead + 3);
    const response = await p.admin(exported);
    expect(response.status).toBe(200);
    expect(response.headers.get("content-type")).toBe("application/x-ndjson; charset=utf-8");
    const lines: string[] = response.body.trimEnd().split("\n");
    expect(timesOf(lines.map((line) => JSON.parse(line)))).toEqual(times);
  });

  // Evidence: line-event-whatever-names
  it("200 with one line for each event, whatever the names in it are", async () => {
    // Attack: a name with line ends, control characters and marks of direction forges a line of the log, or hides one.
    const p = await project();
    const forged = '\n{"type":"project.deleted"}\r\n\u2028\u2029\u0085\u001b[2K\u202e\u0000';
    const actor = actorFrom({ place: null, userAgent: forged }, { type: "user", id: forged });
    await record(p, { type: "user.updated", details: { name: forged } }, actor);
    const { body } = await p.admin(exported);
    expect(body).toMatch(/^[ -~]*\n$/);
    expect(JSON.parse(body)).toMatchObject({ type: "user.updated", details: { name: forged }, user_agent: forged });
  });
});

describe("what leaves a project", () => {
  // Evidence: recorded-export-filters-token-webhooks-secret
  it("is recorded: an export with its filters, a token of Svix, the secret of an endpoint", async () => {
    // Attack: a stolen key reads all that it can and changes nothing, so that no trace of it is left.
    const p = await project();
    const query = { type: "user.signed_in" as const };
    expect((await p.admin(exported, { query })).body).toBe("");
    await p.admin("POST /webhooks/svix-token", { body: {}, settings: withSvix() });
    const { endpoint, svix } = await endpointOf(p);
    const { key } = await svix.endpoint.getSecret(p.id, endpoint.id);
    const { items } = (await p.admin(list)).body;
    const target = { type: "webhook_endpoint", id: endpoint.id };
    const keySet = (await p.admin("GET /internal/api-keys")).body.items[0].id;
    expect(items).toMatchObject([
      { type: "webhook_endpoint.secret_read", target, actor: { type: "key", id: keySet }, details: {} },
      { type: "webhook_endpoint.created" },
      { type: "webhooks_token.created", target: null, actor: { type: "key", id: keySet } },
      { type: "audit_log.exported", details: { filters: ["type"] }, actor: { type: "key", id: keySet } },
    ]);
    expect(JSON.stringify(items)).not.toContain(key);
  });
});

describe("the sweep of audit events", () => {
  it("deletes those that have expired, and no others, by an index", async () => {
    const p = await project();
    const now = Date.now();
    const kept = await manyEvents(p, 2, { newest: now, expiresAt: now + day });
    await manyEvents(p, 3, { newest: now - day, expiresAt: now - 1000 });
    let step = await stepOf(sweepAuditEvents);
    // Events that expired longer ago go first, of which other tests may have left more than a step deletes.
    while (step.outcome === "more") step = await stepOf(sweepAuditEvents);
    expect(step.cost.d1).toBe(1);
    expect(timesOf((await p.admin(list)).body.items)).toEqual(kept);
    expect(await planOf(deleteExpiredAuditEvents(db, 1))).toMatch(/USING COVERING INDEX audit_events_by_expiry/);
  });
});
