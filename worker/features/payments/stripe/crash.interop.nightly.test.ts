import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { Stripe } from "stripe";
import { afterAll, beforeAll, describe, it } from "vitest";
import { startOwnProject } from "../../../../scripts/testing/official-client";
import { startStripe } from "../../../../scripts/testing/stripe-service";

const suite = startOwnProject();
const webhookSecret = "whsec_crash";
const count = 12;

/** Stripe, which may be told what to do with each request before it is handled. */
interface Crossing {
  url: string;
  onRead: () => Promise<void>;
  stop(): Promise<void>;
}

let stripe: Awaited<ReturnType<typeof startStripe>>;
let crossing: Crossing;

beforeAll(async () => {
  stripe = await startStripe();
  const server = createServer(async (request, response) => {
    if (request.method === "GET") await crossing.onRead();
    const { host: _, connection: __, ...headers } = request.headers;
    const body = request.method === "GET" ? undefined : await new Response(request as never).text();
    const reply = await fetch(stripe.url + request.url, {
      method: request.method ?? "GET",
      headers: headers as Record<string, string>,
      ...(body !== undefined && { body }),
    });
    response.writeHead(reply.status, { "content-type": "application/json" }).end(await reply.text());
  });
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  crossing = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    onRead: async () => undefined,
    stop: () =>
      new Promise((done) => {
        server.close(() => done());
        server.closeAllConnections();
      }),
  };
});

afterAll(async () => {
  await Promise.all([crossing.stop(), stripe.stop()]);
});

/** A request to the API with the project's admin key. */
async function admin<T>(method: string, path: string, body?: object): Promise<T> {
  const { projectId, keys } = suite.project;
  const response = await fetch(`${suite.gatehouse.apiUrl}/api/v1${path}`, {
    method,
    headers: {
      ...(body && { "content-type": "application/json" }),
      "x-stack-access-type": "admin",
      "x-stack-project-id": projectId,
      "x-stack-super-secret-admin-key": keys.superSecretAdminKey,
    },
    ...(body && { body: JSON.stringify(body) }),
  });
  if (!response.ok) throw new Error(`${method} ${path} responded with ${response.status}: ${await response.text()}`);
  return (await response.json()) as T;
}

/** A payment that a customer has made at Stripe, and the event that says so. */
async function paid(account: string, customerId: string): Promise<string> {
  const send = async (path: string, body: string, headers: Record<string, string> = {}) =>
    (await (await fetch(stripe.url + path, { method: "POST", headers, body })).json()) as { id: string };
  const atStripe = { authorization: "Bearer sk_test_works", "stripe-account": account };
  const customer = await send("/v1/customers", "", atStripe);
  const metadata = {
    ...{ purchaseKind: "ONE_TIME", tenancyId: suite.project.projectId, customerType: "custom", customerId },
    ...{ offerId: "pack", priceId: "once", purchaseQuantity: "1" },
  };
  const form = new URLSearchParams({ amount: "525", currency: "usd", customer: customer.id });
  for (const [name, value] of Object.entries(metadata)) form.set(`metadata[${name}]`, value);
  const { id } = await send("/v1/payment_intents", String(form), atStripe);
  await send(`/test/${account}/payment_intents/${id}`, JSON.stringify({ status: "succeeded" }));
  return JSON.stringify({
    ...{ id: `evt_${id}`, object: "event", type: "payment_intent.succeeded", account },
    ...{ created: Math.floor(Date.now() / 1000), data: { object: { id, object: "payment_intent" } } },
  });
}

/** Sends an event as Stripe does. @returns whether it was acknowledged; Stripe sends it again where it was not */
async function deliver(payload: string): Promise<boolean> {
  const signature = Stripe.webhooks.generateTestHeaderString({ payload, secret: webhookSecret });
  try {
    const response = await fetch(`${suite.gatehouse.apiUrl}/api/v1/integrations/stripe/webhooks`, {
      method: "POST",
      headers: { "content-type": "application/json", "stripe-signature": signature },
      body: payload,
    });
    return response.ok;
  } catch (error) {
    if (error instanceof TypeError) return false;
    throw error;
  }
}

describe("a crash of the API (SIGKILL) between events of Stripe and their effects", () => {
  it("loses no purchase and makes none twice, when Stripe sends the events again", async ({ expect }) => {
    await suite.gatehouse.restart({
      STRIPE_SECRET_KEY: "sk_test_works",
      STRIPE_WEBHOOK_SECRET: webhookSecret,
      STRIPE_API_URL: crossing.url,
    });
    const override = {
      "payments.items.credits": { customerType: "custom" },
      "payments.offers.pack": {
        ...{ customerType: "custom", stackable: true, prices: { once: { USD: "5.25" } } },
        includedItems: { credits: { quantity: 10 } },
      },
    };
    await admin("PATCH", "/internal/config/override", { config_override_string: JSON.stringify(override) });
    await admin("POST", "/internal/payments/setup", {});
    const { account_id } = await admin<{ account_id: string }>("GET", "/internal/payments/stripe/account-info");
    const customers = Array.from({ length: count }, (_, index) => `customer-${index}`);
    const events = await Promise.all(customers.map((customer) => paid(account_id, customer)));

    // Stripe is asked what the seventh event is about, and the API dies before it has the response.
    let reads = 0;
    let crash: Promise<void> | undefined;
    crossing.onRead = async () => {
      if (++reads === 7) crash = suite.gatehouse.kill();
      await crash;
    };
    const acknowledged: boolean[] = [];
    const sendAll = async (some: string[]) => {
      for (const event of some) acknowledged.push(await deliver(event));
    };
    await Promise.all([0, 1, 2].map((n) => sendAll(events.filter((_, index) => index % 3 === n))));
    await crash;
    expect(acknowledged).toContain(true);
    expect(acknowledged).toContain(false);

    crossing.onRead = async () => undefined;
    await suite.gatehouse.restart();
    // Also those that were acknowledged: Stripe may not have seen it. And all at once, twice.
    const again = await Promise.all([...events, ...events].map(deliver));
    expect(again.every(Boolean)).toBe(true);
    const quantities = await Promise.all(
      customers.map((customer) =>
        admin<{ quantity: number }>("GET", `/payments/items/custom/${customer}/credits`).then((item) => item.quantity),
      ),
    );
    expect(quantities).toEqual(customers.map(() => 10));
    const { transactions } = await admin<{ transactions: { type: string }[] }>(
      "GET",
      "/internal/payments/transactions",
    );
    expect(transactions.map(({ type }) => type)).toEqual(customers.map(() => "one_time"));
  });
});
