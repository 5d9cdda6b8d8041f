/**
 * Stands in for Stripe, as its API is documented (https://docs.stripe.com/api). It has connected accounts with their onboarding,
 * customers, products, payments, subscriptions and invoices, each with the fields that are read here. It also takes idempotency
 * keys. A secret key names what the stand-in does (`worker/testing/stripe.ts` has the names).
 *
 * What happens at Stripe itself, such as a payment, is a request to `/test/{account}/{kind}/{id}`. Its JSON becomes part of the
 * object. A request to `/test/{account}` shows all that an account has.
 */
import { randomUUID } from "node:crypto";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import {
  type Form,
  invoiceOf,
  newCharge,
  newPayment,
  newSubscription,
  paidInvoice,
  paymentsOf,
  readForm,
  refundOf,
  refusal,
  StripeError,
  subscriptionOf,
  type Values,
  withItem,
} from "./stripe-objects";

type Kind =
  | "customers"
  | "setup_intents"
  | "products"
  | "payment_intents"
  | "subscriptions"
  | "invoices"
  | "refunds"
  | "disputes"
  | "portal_configurations";
type StripeObject = Values & { id: string };

/** The response to a key, or `running` while there is none. */
interface Reply {
  request: string;
  status: number;
  body: object;
}

class Account {
  readonly objects = new Map<Kind, Map<string, StripeObject>>();

  of(kind: Kind): Map<string, StripeObject> {
    const objects = this.objects.get(kind) ?? new Map<string, StripeObject>();
    this.objects.set(kind, objects);
    return objects;
  }

  find(kind: Kind, id: string): StripeObject {
    const found = this.of(kind).get(id);
    if (!found) throw refusal(404, "resource_missing", `No such ${kind}: '${id}'`);
    return found;
  }

  add(kind: Kind, object: StripeObject): StripeObject {
    if (this.of(kind).has(object.id)) throw refusal(400, "resource_already_exists", `${object.id} already exists`);
    this.of(kind).set(object.id, object);
    return object;
  }
}

const connected = new Map<string, Account & { account: StripeObject }>();
const replies = new Map<string, Reply | "running">();

export async function respondAsStripe(request: IncomingMessage, url: URL, response: ServerResponse): Promise<void> {
  const send = (status: number, body: object, headers: Record<string, string> = {}) =>
    void response
      .writeHead(status, { "content-type": "application/json", "request-id": `req_${randomUUID()}`, ...headers })
      .end(JSON.stringify(body));
  const body = await text(request);
  try {
    if (url.pathname.startsWith("/test/")) return send(200, control(url.pathname, body));
    const behaviour = /^Bearer sk_test_([a-z]+)$/.exec(request.headers.authorization ?? "")?.[1];
    if (behaviour === "hangs") return;
    if (behaviour === "broken") throw refusal(500, "api_error", "Something went wrong", "api_error");
    if (behaviour === "limited") throw refusal(429, "rate_limit", "Too many requests", "rate_limit_error");
    if (behaviour !== "works" && behaviour !== "secretless")
      throw refusal(401, "api_key_invalid", "Invalid API Key provided: sk_test_****");
    const { status, body: content, isReplay } = await respondOnce(request, url, body);
    send(
      status,
      behaviour === "works" ? content : withoutSecrets(content),
      isReplay ? { "idempotent-replayed": "true" } : {},
    );
  } catch (error) {
    if (!(error instanceof StripeError)) throw error;
    send(error.status, { error: error.body }, { "stripe-should-retry": String(error.status === 409) });
  }
}

/** A response as it is where no browser has to complete anything. */
function withoutSecrets(content: object): object {
  return JSON.parse(JSON.stringify(content, (name, value) => (name === "client_secret" ? null : value)));
}

/** A request with a key is handled once: another one with it gets the same response, or a conflict while there is none. */
async function respondOnce(request: IncomingMessage, url: URL, body: string): Promise<Reply & { isReplay?: boolean }> {
  const { "idempotency-key": key, "stripe-account": account = "platform" } = request.headers;
  const asked = `${request.method} ${url.pathname} ${body}`;
  const newReply = (): Reply => ({
    request: asked,
    status: 200,
    body: respond(request.method ?? "GET", url, readForm(body), account === "platform" ? undefined : String(account)),
  });
  if (key === undefined || request.method === "GET") return newReply();
  const name = `${account} ${key}`;
  const known = replies.get(name);
  if (known === "running") {
    throw refusal(409, "idempotency_key_in_use", "There is currently another in-progress request", "idempotency_error");
  }
  if (known && known.request !== asked) {
    const message = "Keys for idempotent requests can only be used with the same parameters they were first used with.";
    throw refusal(400, "idempotency_mismatch", message, "idempotency_error");
  }
  if (known) return { ...known, isReplay: true };
  replies.set(name, "running");
  try {
    // Others that were sent at the same time arrive meanwhile.
    await new Promise((done) => setTimeout(done, 5));
    const reply = newReply();
    replies.set(name, reply);
    return reply;
  } catch (error) {
    replies.delete(name);
    throw error;
  }
}

function respond(method: string, url: URL, form: Form, accountId: string | undefined): object {
  const [, kind = "", id = ""] = url.pathname.slice("/v1".length).split("/");
  if (!accountId) return respondToPlatform(method, kind, id, form);
  const account = requireAccount(accountId);
  const list = (objects: StripeObject[]) => ({ object: "list", url: url.pathname, has_more: false, data: objects });
  switch (`${method} ${kind}${kind === "billing_portal" ? ` ${id}` : id && " id"}`) {
    case "POST customers":
      return account.add("customers", { ...form, id: newId("cus"), object: "customer" });
    case "GET customers id":
      return account.find("customers", id);
    case "POST customers id":
      return Object.assign(account.find("customers", id), form);
    case "POST setup_intents": {
      account.find("customers", String(form.customer));
      const [id, status] = [newId("seti"), "requires_payment_method"];
      return account.add("setup_intents", {
        ...form,
        id,
        status,
        client_secret: `${id}_secret_1`,
        payment_method: null,
      });
    }
    case "GET setup_intents id":
      return account.find("setup_intents", id);
    case "POST products":
      if (!form.name) throw refusal(400, "parameter_missing", "Missing required param: name.");
      return account.add("products", { ...form, id: String(form.id ?? newId("prod")), object: "product" });
    case "POST payment_intents":
      account.find("customers", String(form.customer));
      return account.add("payment_intents", newPayment(form));
    case "GET payment_intents id":
      return account.find("payment_intents", id);
    case "POST payment_intents id": {
      const payment = account.find("payment_intents", id);
      if (!url.pathname.endsWith("/cancel")) break;
      if (["succeeded", "processing", "canceled"].includes(String(payment.status))) {
        const message = `You cannot cancel this PaymentIntent because it has a status of ${payment.status}.`;
        throw refusal(400, "payment_intent_unexpected_state", message);
      }
      return Object.assign(payment, { status: "canceled" });
    }
    case "POST subscriptions": {
      account.find("customers", String(form.customer));
      const subscription = newSubscription(form);
      const invoice = account.add("invoices", invoiceOf(subscription));
      return { ...account.add("subscriptions", subscription), latest_invoice: invoice };
    }
    case "GET subscriptions": {
      const [customer, status] = [url.searchParams.get("customer"), url.searchParams.get("status")];
      if (customer !== null) account.find("customers", customer);
      const subscriptions = [...account.of("subscriptions").values()];
      const listed = subscriptions.filter((each) => status === "all" || each.status !== "canceled");
      return list(listed.filter((each) => customer === null || each.customer === customer));
    }
    case "GET subscriptions id":
      return account.find("subscriptions", id);
    case "POST subscriptions id": {
      const subscription = account.find("subscriptions", id);
      if (subscription.status === "canceled") throw refusal(400, "resource_missing", "A canceled subscription");
      if (form.payment_behavior === "error_if_incomplete" && subscription.default_payment_method === null) {
        throw refusal(402, "card_declined", "Your card was declined.", "card_error");
      }
      Object.assign(subscription, withItem(subscription, form));
      if (!form.items) return subscription;
      const invoice = account.add("invoices", invoiceOf(subscription));
      if (form.payment_behavior === "default_incomplete") subscription.status = "past_due";
      else payInvoice(account, invoice);
      return { ...subscription, latest_invoice: invoice };
    }
    case "DELETE subscriptions id": {
      const subscription = account.find("subscriptions", id);
      if (subscription.status === "canceled") throw refusal(404, "resource_missing", `No such subscription: '${id}'`);
      const credit = invoiceOf(subscription);
      const isCredited = ["prorate", "invoice_now"].every(
        (name) => (form[name] ?? url.searchParams.get(name)) === "true",
      );
      if (isCredited)
        account.add("invoices", { ...credit, total: -Number(credit.total), amount_due: 0, status: "paid" });
      return Object.assign(subscription, { status: "canceled", ended_at: seconds(), canceled_at: seconds() });
    }
    case "GET disputes": {
      const payment = url.searchParams.get("payment_intent");
      return list([...account.of("disputes").values()].filter((each) => each.payment_intent === payment));
    }
    case "GET invoices": {
      const [customer, subscription, status] = ["customer", "subscription", "status"].map((name) =>
        url.searchParams.get(name),
      );
      const invoices = [...account.of("invoices").values()]
        .filter((each) => customer === null || each.customer === customer)
        .filter((each) => subscription === null || subscriptionOf(each) === subscription)
        .filter((each) => status === null || each.status === status)
        .map((each) => (isExpanded(url, "data.payments") ? each : { ...each, payments: undefined }))
        .reverse();
      const after = url.searchParams.get("starting_after");
      const start = after ? invoices.findIndex(({ id }) => id === account.find("invoices", after).id) + 1 : 0;
      const end = start + Number(url.searchParams.get("limit") ?? 10);
      return { ...list(invoices.slice(start, end)), has_more: end < invoices.length };
    }
    case "GET invoice_payments": {
      const asked = url.searchParams.get("payment[payment_intent]");
      const invoices = [...account.of("invoices").values()];
      const payments = invoices.flatMap((invoice) =>
        paymentsOf(invoice).map((each) => ({
          ...each,
          invoice: isExpanded(url, "data.invoice") ? invoice : invoice.id,
        })),
      );
      return list(payments.filter(({ payment }) => payment.payment_intent === asked));
    }
    case "POST refunds":
      return account.add("refunds", refundOf(account.find("payment_intents", String(form.payment_intent)), form));
    case "GET billing_portal configurations":
      return list([...account.of("portal_configurations").values()]);
    case "POST billing_portal configurations": {
      const configuration = { ...form, id: newId("bpc"), object: "billing_portal.configuration", active: true };
      return account.add("portal_configurations", configuration);
    }
    case "POST billing_portal sessions": {
      account.find("customers", String(form.customer));
      account.find("portal_configurations", String(form.configuration));
      const path = `${form.customer}/${(form.flow_data as Values).type}`;
      const address = `https://billing.stripe.com/p/session/${path}?configuration=${form.configuration}`;
      return { ...form, id: newId("bps"), object: "billing_portal.session", url: address };
    }
  }
  throw refusal(404, "url_invalid", `Unrecognized request URL (${method}: ${url.pathname})`);
}

/** Has an invoice paid, unless nothing is to be paid. */
function payInvoice(account: Account, invoice: StripeObject): void {
  const { payment, changes } = paidInvoice(invoice);
  if (payment) account.add("payment_intents", payment);
  Object.assign(invoice, changes);
}

function isExpanded(url: URL, name: string): boolean {
  return [...url.searchParams].some(([key, value]) => key.startsWith("expand") && value === name);
}

function respondToPlatform(method: string, kind: string, id: string, form: Form): object {
  switch (`${method} ${kind}${id && " id"}`) {
    case "POST accounts": {
      const isNew = { charges_enabled: false, details_submitted: false, payouts_enabled: false };
      const account = { ...form, ...isNew, id: newId("acct"), object: "account" };
      connected.set(account.id, Object.assign(new Account(), { account }));
      return account;
    }
    case "GET accounts id":
      return requireAccount(id).account;
    case "POST account_links": {
      requireAccount(String(form.account));
      const link = `https://connect.stripe.com/setup/c/${form.account}/${randomUUID()}`;
      return { object: "account_link", created: seconds(), expires_at: seconds() + 300, url: link };
    }
    case "POST account_sessions": {
      requireAccount(String(form.account));
      const client_secret = `accs_secret__${randomUUID()}`;
      return { object: "account_session", account: form.account, client_secret, components: form.components };
    }
  }
  throw refusal(404, "url_invalid", `Unrecognized request URL (${method} ${kind})`);
}

function requireAccount(id: string) {
  const account = connected.get(id);
  if (account) return account;
  throw refusal(403, "account_invalid", `The provided key does not have access to account '${id}'`);
}

/** Does what a test has happen at Stripe, or shows what it sees of it. */
function control(pathname: string, body: string): object {
  const [, , accountId = "", kind, id] = pathname.split("/");
  const changes = body ? JSON.parse(body) : {};
  const account = requireAccount(accountId);
  // A dispute begins at the customer's bank.
  if (kind === "disputes" && id && !account.of(kind).has(id)) account.add(kind, { id, object: "dispute" });
  if (kind && id) {
    const object = Object.assign(account.find(kind as Kind, id), changes);
    if (kind === "invoices" && changes.status === "paid") payInvoice(account, object);
    // A payment that succeeds is received in whole, unless a test says how much of it was.
    const isPaid = object.object === "payment_intent" && object.status === "succeeded";
    return isPaid && !("amount_received" in changes)
      ? Object.assign(object, { amount_received: object.amount, latest_charge: object.latest_charge ?? newCharge() })
      : object;
  }
  Object.assign(account.account, changes);
  const kinds = [...account.objects].map(([name, objects]) => [name, [...objects.values()]]);
  return { account: account.account, ...Object.fromEntries(kinds) };
}

export function newId(prefix: string): string {
  return `${prefix}_${randomUUID().replaceAll("-", "").slice(0, 24)}`;
}

function seconds(): number {
  return Math.floor(Date.now() / 1000);
}

/** The same as a server of its own, for a product that a test starts. */
export async function startStripe(): Promise<{ url: string; stop(): Promise<void> }> {
  const server = createServer((request, response) => {
    const url = new URL(request.url ?? "/", "http://127.0.0.1");
    respondAsStripe(request, url, response).catch((error: unknown) => response.writeHead(500).end(String(error)));
  });
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    stop: () =>
      new Promise((done) => {
        server.close(() => done());
        server.closeAllConnections();
      }),
  };
}
