import { describe, expect, expectTypeOf, it } from "vitest";
import type { EventType } from "../../../worker/db/outbox/event-types";
import { billingOf } from "../billing";
import type { AuditEventType } from "../operations/audit-events";
import type { ListTransactionsOptions, Transaction } from "../operations/payments";
import type { ItemUsageOptions } from "../payments/item";
import { toAdminProjectConfig } from "../projects/admin-project-config";
import type { LowBalance, WebhookEvent, WebhookEventType } from "../projects/webhook-events";
import type { QueryOf, ResponseOf } from "../requests/endpoints";
import { onWrite } from "../requests/refreshed-by";
import { serverOfEachTest } from "../testing/api-server";
import { adminAppOf } from "../testing/apps";

const api = serverOfEachTest();

it("the project of another app is a fault", async () => {
  api.on("GET /internal/projects/current", { body: { id: "p2" } });
  const message = "The app is of the project p1, but got the project p2";
  await expect(adminAppOf(api).getProject()).rejects.toThrow(message);
});

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

const rest = { appearance: {}, oauth_providers: [], domains: [], email_config: { type: "shared" } };
const mailServer = { type: "standard", host: "h", port: 25, username: "u", password: "p", sender_name: "n" };

it.each([
  [{ oauth_providers: [{ id: "google", type: "standard", client_secret: "s" }] }, "Client ID is missing"],
  [{ oauth_providers: [{ id: "google", type: "standard", client_id: "i" }] }, "Client secret is missing"],
  [{ email_config: { ...mailServer, port: undefined } }, "Email port is missing"],
  [{ email_config: mailServer }, "Email sender email is missing"],
])("a configuration with half a setting is refused: %j", (half, message) => {
  expect(() => toAdminProjectConfig({ ...rest, ...half } as never)).toThrow(message);
});

/** A custom customer, whose id needs to be escaped. */
const customer = "/payments/customers/custom/a%2Fb";
const billingOfCustomer = (app = adminAppOf(api)) => billingOf({ app, customCustomerId: "a/b" });

describe("the billing of a customer", () => {
  it("lists invoices in pages", async () => {
    const invoice = {
      ...{ id: "in_1", number: "A-1", created_at_millis: 5, status: "open", currency: "USD", total: 990 },
      ...{ amount_due: 900, hosted_invoice_url: "https://page", invoice_pdf_url: null, subscription_id: "s1" },
    };
    api.on(`GET ${customer}/invoices?cursor=in_0&limit=1`, { body: { invoices: [invoice], next_cursor: "in_1" } });
    const page = await billingOfCustomer().listInvoices({ cursor: "in_0", limit: 1 });
    expect([...page]).toEqual([
      {
        ...{ id: "in_1", number: "A-1", createdAt: new Date(5), status: "open", currency: "USD", total: 990 },
        ...{ amountDue: 900, hostedInvoiceUrl: "https://page", invoicePdfUrl: null, subscriptionId: "s1" },
      },
    ]);
    expect(page.nextCursor).toBe("in_1");
  });

  it("is read again after a switch of a subscription, also where that fails", async () => {
    api.on(`POST ${customer}/subscriptions/s1/switch`, { status: 402, body: "The payment failed" });
    const app = adminAppOf(api);
    const changed: string[] = [];
    onWrite(app.connection, (resources) => void changed.push(...resources));
    const switched = billingOfCustomer(app).switch("s1", { offerId: "max", priceId: "monthly" });
    await expect(switched).rejects.toThrow("The payment failed");
    expect(changed).toEqual(["billing", "items", "transactions"]);
  });
});

type OnWire = ResponseOf<"GET /internal/payments/transactions", "admin">["transactions"][number];
type Filters = QueryOf<"GET /internal/payments/transactions", "admin">;
type Usage = QueryOf<"GET /payments/items/{customer_type}/{customer_id}/{item_id}/usage", "server">;

it("transactions have the fields, and are listed by the types, that the API has", () => {
  expectTypeOf<keyof Transaction>().toEqualTypeOf<keyof OnWire>();
  expectTypeOf<OnWire>().toExtend<Transaction>();
  expectTypeOf<ListTransactionsOptions["type"]>().toEqualTypeOf<Filters["type"]>();
  expectTypeOf<ListTransactionsOptions["customerType"]>().toEqualTypeOf<Filters["customer_type"]>();
});

it("the usage of an item is reported by the intervals that the API has", () => {
  expectTypeOf<ItemUsageOptions["interval"]>().toEqualTypeOf<Usage["interval"]>();
});

it("the assistant is no longer asked when the caller has enough", async () => {
  const arrived = Promise.withResolvers<void>();
  api.on("POST /internal/ai-chat/t1", () => {
    arrived.resolve();
    return new Promise(() => undefined);
  });
  const abort = new AbortController();
  const sent = adminAppOf(api).sendChatMessage("t1", "email-theme", [], abort.signal);
  await arrived.promise;
  abort.abort();
  await expect(sent).rejects.toMatchObject({ name: "AbortError" });
});

it("a test email that fails without a reason has one all the same", async () => {
  api.on("POST /internal/send-test-email", { body: { success: false } });
  const server = { host: "h", port: 25, username: "u", password: "p", senderName: "n", senderEmail: "e@b.co" };
  const tried = await adminAppOf(api).sendTestEmail({ recipientEmail: "to@b.co", emailConfig: server });
  expect(tried).toEqual({ status: "error", error: { errorMessage: "Email test error not specified" } });
});
