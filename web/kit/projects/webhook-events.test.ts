import { describe, expectTypeOf, it } from "vitest";
import type { EventType } from "../../../worker/db/outbox/event-types";
import type { LowBalance, WebhookEvent, WebhookEventType } from "./webhook-events";

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
