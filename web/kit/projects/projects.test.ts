import { describe, expect, expectTypeOf, it } from "vitest";
import type { EventType } from "../../../worker/db/outbox/event-types";
import type { AuditEventType } from "../operations/audit-event-types";
import type { QueryOf } from "../requests/endpoints";
import { adminAppOf } from "../testing/admin-app";
import { serverOfEachTest } from "../testing/api-server";
import type { LowBalance, WebhookEvent, WebhookEventType } from "./webhook-events";

const api = serverOfEachTest();

const onWire = {
  id: "e1",
  type: "user.signed_in",
  created_at_millis: 5,
  actor: { type: "user", id: "u1" },
  impersonator: null,
  session_id: "s1",
  target: null,
  details: { camelCase: { method: "password" } },
  ip_address: "192.0.2.1",
  country_code: "CH",
  user_agent: "curl",
};
const lineOf = (value: object) => `${JSON.stringify(value)}\n`;
const asLines = (...values: object[]) => ({
  headers: { "content-type": "application/x-ndjson; charset=utf-8" },
  body: values.map(lineOf).join(""),
});

async function all(lines: AsyncIterable<string>): Promise<string[]> {
  const read: string[] = [];
  for await (const text of lines) read.push(text);
  return read;
}

describe("the audit log", () => {
  it("has the types of events that the API has", () => {
    type Accepted = NonNullable<QueryOf<"GET /internal/audit-events", "admin">["type"]>;
    expectTypeOf<AuditEventType>().toEqualTypeOf<Accepted>();
  });

  it("is listed in pages, by any filter", async () => {
    const page = { items: [onWire], is_paginated: true, pagination: { next_cursor: "e2" } };
    api.on("GET /internal/audit-events", { body: page });
    const filters = "type=user.signed_in&actor_id=u1&target_id=t1&since_millis=1&until_millis=9&cursor=e1&limit=1";
    const last = { items: [], is_paginated: true, pagination: { next_cursor: null } };
    api.on(`GET /internal/audit-events?${filters}`, { body: last });
    const { app } = adminAppOf(api);
    const events = await app.listAuditEvents();
    expect([...events]).toEqual([
      {
        id: "e1",
        type: "user.signed_in",
        createdAt: new Date(5),
        actor: { type: "user", id: "u1" },
        impersonator: null,
        sessionId: "s1",
        target: null,
        details: { camelCase: { method: "password" } },
        ipAddress: "192.0.2.1",
        countryCode: "CH",
        userAgent: "curl",
      },
    ]);
    expect(events.nextCursor).toBe("e2");
    const [since, until] = [new Date(1), new Date(9)];
    const asked = {
      type: "user.signed_in",
      actorId: "u1",
      targetId: "t1",
      since,
      until,
      cursor: "e1",
      limit: 1,
    } as const;
    expect(await app.listAuditEvents(asked)).toMatchObject({ length: 0, nextCursor: null });
  });

  it("is exported as lines of JSON, response after response until none follows", async () => {
    const [first, second, third] = ["e1", "e2", "e3"].map((id) => ({ ...onWire, id }));
    api.on("GET /internal/audit-events/export?actor_id=u1", asLines(first ?? {}, second ?? {}, { next_cursor: "e-3" }));
    api.on("GET /internal/audit-events/export?actor_id=u1&cursor=e-3", asLines(third ?? {}));
    const lines = await all(adminAppOf(api).app.exportAuditEvents({ actorId: "u1" }));
    expect(lines).toEqual([`${lineOf(first ?? {})}${lineOf(second ?? {})}`, lineOf(third ?? {})]);
  });

  it("is exported as an empty text where there is nothing", async () => {
    api.on("GET /internal/audit-events/export", asLines());
    expect(await all(adminAppOf(api).app.exportAuditEvents())).toEqual([""]);
  });

  it("is followed only by the line of the API, not by what an event says", async () => {
    // Attack: a user whose browser calls itself like the cursor of a next response. The export would skip what follows.
    const event = { ...onWire, user_agent: '{"next_cursor":"e9"}\n', details: { next_cursor: "e9" } };
    api.on("GET /internal/audit-events/export", asLines(event));
    expect(await all(adminAppOf(api).app.exportAuditEvents())).toEqual([lineOf(event)]);
  });
});

describe("metrics", () => {
  it("a token for webhooks is made at each call", async () => {
    api.on("POST /webhooks/svix-token", { status: 201, body: { token: "appsk_1" } });
    const { app, sent } = adminAppOf(api);
    expect(await app.getSvixToken()).toBe("appsk_1");
    expect(sent()).toEqual({ tier: "admin", body: {} });
  });

  it("usage is as the API returns it", async () => {
    api.on("GET /internal/usage", { body: { storage: { used_percent: 81 } } });
    const { app, sent } = adminAppOf(api);
    expect(await app.getUsage()).toEqual({ storage: { used_percent: 81 } });
    expect(sent()).toMatchObject({ tier: "admin" });
  });

  it("metrics are as the API returns them, anonymous users where requested", async () => {
    api.on("GET /internal/metrics", { body: { total_users: 1 } });
    api.on("GET /internal/metrics?include_anonymous=true", { body: { total_users: 2 } });
    const { app } = adminAppOf(api);
    expect(await app.getMetrics()).toEqual({ total_users: 1 });
    expect(await app.getMetrics({ includeAnonymous: true })).toEqual({ total_users: 2 });
  });
});

describe("the events of webhooks", () => {
  it("have the types that the API sends", () => {
    expectTypeOf<WebhookEventType>().toEqualTypeOf<EventType>();
    expectTypeOf<WebhookEvent["type"]>().toEqualTypeOf<EventType>();
  });

  it("have data by their type", () => {
    const dataOf = (event: WebhookEvent) => (event.type === "item.low_balance" ? event.data : null);
    expectTypeOf(dataOf).returns.toEqualTypeOf<LowBalance | null>();
  });
});
