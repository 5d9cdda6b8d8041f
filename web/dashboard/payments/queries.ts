import { infiniteQueryOptions } from "@tanstack/react-query";
import { appInternals } from "../../kit/app/internals";
import { toInvoicePage, toPurchases } from "../../kit/billing/purchases";
import { isKnownError } from "../../kit/errors/known-error";
import { RequestError } from "../../kit/errors/request-error";
import type { GatehouseAdminApp } from "../../kit/index";
import { payments } from "../../kit/operations/payments";
import type { ItemUsage } from "../../kit/payments/item";
import { checkoutKey, checkoutOf } from "../../kit/payments/purchases";
import { keys } from "../../react/queries/keys";
import { refetchOnReturn, resourceOptions } from "../../react/queries/resource-query";
import { viewOf } from "../../react/queries/view-of";
import type { DayValue } from "../charts/line-chart";
import { configOptions } from "../forms/config";
import { settingsIn } from "../forms/config-document";
import type { Translate } from "../translation/use-translation";
import { grantCode } from "./customer-code";
import { type CustomerKey, itemReference } from "./customer-types";
import { type PaymentSearch, transactionRequestOf } from "./payment-search";

/** Every team of the project. */
export const projectTeamOptions = (app: GatehouseAdminApp) => viewOf(app, app.listTeams);

/** The project's account at Stripe, whose owner fills in the rest of it on a page of Stripe's. */
export const stripeAccountOptions = (app: GatehouseAdminApp) => viewOf(app, payments.getStripeAccountInfo);

/** The page of transactions that a search shows. */
export function transactionOptions(app: GatehouseAdminApp, search: PaymentSearch) {
  const query = transactionRequestOf(search);
  return resourceOptions(app, "transactions", ["dashboard", JSON.stringify(query)], () =>
    app[appInternals].caller("admin").read("GET /internal/payments/transactions", { query }),
  );
}

/** The names of the items by their ids. */
export function itemNameOptions(app: GatehouseAdminApp) {
  return {
    ...configOptions(app),
    select: (config: Parameters<typeof settingsIn>[0]) =>
      settingsIn(config, "payments.items").map(([id, { displayName }]) => [id, String(displayName || id)] as const),
  };
}

/** Says who a customer is, as far as the project knows it. */
export interface Customer extends CustomerKey {
  /** Null for one without a name. */
  readonly name: string | null;
  /** Such as an email address. */
  readonly detail: string | null;
}

/**
 * Reads who a customer is; null for a user or a team that does not exist. A custom customer, who is in no record of the
 * project, always exists.
 */
export function customerOptions(app: GatehouseAdminApp, key: CustomerKey) {
  if (key.type === "user") {
    return resourceOptions(app, "users", ["customer", key.id], () =>
      ifExists(async (): Promise<Customer | null> => {
        const user = await app.getUser(key.id);
        return user && { ...key, name: user.displayName ?? user.primaryEmail, detail: user.primaryEmail };
      }),
    );
  }
  if (key.type === "team") {
    return resourceOptions(app, "teams", ["customer", key.id], () =>
      ifExists(async (): Promise<Customer | null> => {
        const team = await app.getTeam(key.id);
        return team && { ...key, name: team.displayName, detail: null };
      }),
    );
  }
  return resourceOptions(
    app,
    "items",
    ["customer", key.id],
    async (): Promise<Customer | null> => ({ ...key, name: key.id, detail: null }),
  );
}

/** The users whose names or addresses match, newest first. */
export function foundUserOptions(app: GatehouseAdminApp, query: string, limit: number) {
  return resourceOptions(app, "users", ["customers", query, limit], () =>
    app.listUsers({ query: query || undefined, limit, orderBy: "signedUpAt", desc: true }),
  );
}

/** Reads what a customer subscribes to and has bought; nothing for one that does not exist. */
export function purchaseOptions(app: GatehouseAdminApp, { type, id }: CustomerKey) {
  const options = resourceOptions(app, "billing", [type, id], () =>
    ifExists(async () =>
      toPurchases(
        await app[appInternals]
          .caller("server")
          .read("GET /payments/customers/{customer_type}/{customer_id}/purchases", {
            params: { customer_type: type, customer_id: id },
          }),
      ),
    ),
  );
  return { ...options, ...refetchOnReturn };
}

/** The invoices of a customer, page by page, as Stripe has them; none for one that does not exist. */
export function invoiceOptions(app: GatehouseAdminApp, { type, id }: CustomerKey) {
  return infiniteQueryOptions({
    queryKey: [...keys.resource(app, "billing"), "invoices", type, id],
    queryFn: async ({ pageParam }) => {
      const page = await ifExists(() =>
        app[appInternals].caller("server").read("GET /payments/customers/{customer_type}/{customer_id}/invoices", {
          params: { customer_type: type, customer_id: id },
          query: { cursor: pageParam },
        }),
      );
      return toInvoicePage(page ?? { invoices: [], next_cursor: null });
    },
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ nextCursor }) => nextCursor,
    ...refetchOnReturn,
  });
}

/** Reads how much of an item a customer had on the latest days. */
export function recentUsageOptions(app: GatehouseAdminApp, customer: CustomerKey, itemId: string) {
  return resourceOptions(app, "items", ["recent", customer.type, customer.id, itemId], () =>
    app.getItemUsage({ ...itemReference(customer, itemId), from: reportStart(Date.now()), interval: "day" }),
  );
}

/** Reads how much of an item a customer has. */
export function balanceOptions(app: GatehouseAdminApp, customer: CustomerKey, itemId: string) {
  return resourceOptions(app, "items", ["of", customer.type, customer.id, itemId], async () => {
    const { quantity } = await app.getItem(itemReference(customer, itemId));
    return quantity;
  });
}

/** The address of the page on which a customer buys an offer. */
export async function checkoutUrl(app: GatehouseAdminApp, { type, id }: CustomerKey, offerId: string): Promise<string> {
  return (await app[appInternals].caller("server").write(checkoutKey, checkoutOf(type, id, { offerId }))).url;
}

/** Gives a customer an offer as if it was bought, in test mode: no money moves. Returns what to say of it, and its code. */
export async function grantOffer(
  app: GatehouseAdminApp,
  customer: CustomerKey,
  { id, name, isStackable }: { id: string; name: string; isStackable: boolean },
  typed: { priceId: string; quantity: string },
  t: Translate,
) {
  const bought = { priceId: typed.priceId, quantity: isStackable ? Number(typed.quantity) : 1 };
  const url = new URL(await checkoutUrl(app, customer, id));
  await app.testModePurchase({ fullCode: url.pathname.split("/").at(-1) ?? "", ...bought });
  await app[appInternals].caller("server").announce("billing");
  return { message: t("The customer has {offer}.", { offer: name }), code: grantCode(customer, id, bought) };
}

/** Returns what is to be done where the server refuses to sell an offer; undefined where its own sentence says it. */
export function explainPurchase(error: unknown, t: Translate): { message: string } | undefined {
  if (!(error instanceof RequestError) || !error.text.startsWith("Payments are not set up")) return undefined;
  return { message: t("This project has no account at Stripe yet. Set up payments in the overview first.") };
}

/** Cancels a subscription, or takes its cancellation back. */
export function changeSubscription(
  app: GatehouseAdminApp,
  customer: CustomerKey,
  subscriptionId: string,
  change: "cancel" | "resume",
): Promise<void> {
  const params = subscriptionParams(customer, subscriptionId);
  return announced(app, (caller) => caller.write(`POST ${oneSubscription}/${change}`, { params, body: {} }));
}

/** Switches a subscription to another price of its group. */
export function switchSubscription(
  app: GatehouseAdminApp,
  customer: CustomerKey,
  subscriptionId: string,
  { offerId, priceId }: { offerId: string; priceId: string },
): Promise<void> {
  const params = subscriptionParams(customer, subscriptionId);
  const body = { offer_id: offerId, price_id: priceId };
  return announced(app, (caller) => caller.write(`POST ${oneSubscription}/switch`, { params, body }));
}

const oneSubscription = "/payments/customers/{customer_type}/{customer_id}/subscriptions/{subscription_id}";

function subscriptionParams({ type, id }: CustomerKey, subscription_id: string) {
  return { customer_type: type, customer_id: id, subscription_id };
}

type ServerCaller = ReturnType<GatehouseAdminApp[typeof appInternals]["caller"]>;

/** What a change of purchases leads to is read again, also where the change failed: what it was based on may be old. */
async function announced(app: GatehouseAdminApp, write: (caller: ServerCaller) => Promise<unknown>): Promise<void> {
  const caller = app[appInternals].caller("server");
  try {
    await write(caller);
  } finally {
    await caller.announce("billing", "items", "transactions");
  }
}

/** Returns what was read of a customer; null where the id is unknown, or malformed. */
async function ifExists<T>(read: () => Promise<T>): Promise<T | null> {
  try {
    return await read();
  } catch (error) {
    const codes = ["SCHEMA_ERROR", "USER_NOT_FOUND", "TEAM_NOT_FOUND", "CUSTOMER_DOES_NOT_EXIST"];
    if (codes.some((code) => isKnownError(error, code as never))) return null;
    throw error;
  }
}

/** Sets how many days a report on an item shows, with today. */
export const reportDays = 30;

const dayMillis = 24 * 60 * 60 * 1000;

/** Returns when the report that is asked for now begins: with a day in UTC, as it ends the days that it shows. */
export function reportStart(now: number): Date {
  const today = now - (now % dayMillis);
  return new Date(today - (reportDays - 1) * dayMillis);
}

/** Returns what was left at the end of each day, today until now. */
export function leftByDay(usage: readonly ItemUsage[]): DayValue[] {
  return usage.map(({ at, quantity }) => ({
    // The midnight at which a day ends belongs to the next one.
    date: new Date(at.getTime() - 1).toISOString().slice(0, 10),
    value: quantity,
  }));
}

/** Returns what was added and taken on the days of a report. */
export function changesIn(usage: readonly ItemUsage[]): { added: number; removed: number } {
  return {
    added: usage.reduce((sum, { added }) => sum + added, 0),
    removed: usage.reduce((sum, { removed }) => sum + removed, 0),
  };
}
