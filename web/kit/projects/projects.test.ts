import { describe, expect, expectTypeOf, it } from "vitest";
import type { EventType } from "../../../worker/db/outbox/event-types";
import type { AuditEventType } from "../operations/audit-event-types";
import type { QueryOf } from "../requests/endpoints";
import { adminAppOf } from "../testing/admin-app";
import { serverOfEachTest } from "../testing/api-server";
import type { LowBalance, WebhookEvent, WebhookEventType } from "./webhook-events";

const api = serverOfEachTest();

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

  it("is exported as lines of JSON, response after response until none follows", async () => {
    const [first, second, third] = [{ id: "e1" }, { id: "e2" }, { id: "e3" }] as const;
    api.on("GET /internal/audit-events/export?actor_id=u1", asLines(first, second, { next_cursor: "e-3" }));
    api.on("GET /internal/audit-events/export?actor_id=u1&cursor=e-3", asLines(third));
    const lines = await all(adminAppOf(api).exportAuditEvents({ actorId: "u1" }));
    expect(lines).toEqual([`${lineOf(first)}${lineOf(second)}`, lineOf(third)]);
  });

  it("is followed only by the line of the API, not by what an event says", async () => {
    // Attack: a user whose browser calls itself like the cursor of a next response. The export would skip what follows.
    const event = { id: "e1", user_agent: '{"next_cursor":"e9"}\n', details: { next_cursor: "e9" } };
    api.on("GET /internal/audit-events/export", asLines(event));
    expect(await all(adminAppOf(api).exportAuditEvents())).toEqual([lineOf(event)]);
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
