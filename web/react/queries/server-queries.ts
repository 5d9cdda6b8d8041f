import type {
  AdminProject,
  GatehouseAdminApp,
  GatehouseServerApp,
  ItemUsageOptions,
  ListAuditEventsOptions,
  ListTransactionsOptions,
  ListUsersOptions,
  MetricsOptions,
  PresentedApiKey,
} from "../../kit";
import { refetchOnReturn, resourceOptions } from "./resource-query";

// These queries are what a server or an admin app reads. Users and teams themselves are read by the queries of accounts, for every tier.

/** A user by id, or by the API key that a program presents; null for none. */
export function userByIdOptions(app: GatehouseServerApp, user: string | PresentedApiKey) {
  const args = typeof user === "string" ? ["id", user] : ["api-key", user.apiKey];
  return resourceOptions(app, "users", args, () => app.getUser(user));
}

/** A page of the project's users. */
export function userListOptions(app: GatehouseServerApp, options: ListUsersOptions = {}) {
  const { cursor, limit, orderBy, desc, query, includeAnonymous } = options;
  const asked = { cursor, limit, orderBy, desc, query, includeAnonymous };
  return resourceOptions(app, "users", ["list", JSON.stringify(asked)], () => app.listUsers(asked));
}

/** Every team of the project. */
export function projectTeamOptions(app: GatehouseServerApp) {
  return resourceOptions(app, "teams", ["all"], () => app.listTeams());
}

/** A team by id; null for none. */
export function teamByIdOptions(app: GatehouseServerApp, teamId: string) {
  return resourceOptions(app, "teams", ["id", teamId], () => app.getTeam(teamId));
}

/** Reads how much of an item a customer had over time. */
export function itemUsageOptions(app: GatehouseServerApp, usage: ItemUsageOptions) {
  const { itemId, from, until, interval, ...customer } = usage;
  const asked = { ...customer, itemId, from, until, interval };
  return resourceOptions(app, "items", ["usage", JSON.stringify(asked)], () => app.getItemUsage(usage));
}

/** Every set of the project's keys. */
export function internalApiKeyOptions(app: GatehouseAdminApp) {
  return resourceOptions(app, "internal-api-keys", [], () => app.listInternalApiKeys());
}

/** The permissions that can be granted in a team, or in the project. */
export function permissionDefinitionOptions(app: GatehouseAdminApp, scope: "team" | "project") {
  return resourceOptions(app, "permission-definitions", [scope], () =>
    scope === "team" ? app.listTeamPermissionDefinitions() : app.listProjectPermissionDefinitions(),
  );
}

/** A page of what was done in a project. */
export function auditEventOptions(app: GatehouseAdminApp, options: ListAuditEventsOptions = {}) {
  const { type, actorId, targetId, since, until, cursor, limit } = options;
  const asked = { type, actorId, targetId, since, until, cursor, limit };
  return resourceOptions(app, "audit-events", [JSON.stringify(asked)], () => app.listAuditEvents(asked));
}

/** A project's account at Stripe, whose owner fills in the rest of it on a page of Stripe's. */
export function stripeAccountOptions(app: GatehouseAdminApp) {
  return { ...resourceOptions(app, "stripe-account", [], () => app.getStripeAccountInfo()), ...refetchOnReturn };
}

/** A page of what customers have bought, and how their items were changed. */
export function transactionOptions(
  app: GatehouseAdminApp,
  { cursor, limit, type, customerType }: ListTransactionsOptions = {},
) {
  const asked = { cursor, limit, type, customerType };
  return resourceOptions(app, "transactions", [JSON.stringify(asked)], () => app.listTransactions(asked));
}

/** Reads how many users a project has, and how active they are. */
export function metricsOptions(app: GatehouseAdminApp, { includeAnonymous = false }: MetricsOptions = {}) {
  return resourceOptions(app, "metrics", [includeAnonymous], () => app.getMetrics({ includeAnonymous }));
}

/** A token for the project's webhooks. */
export function svixTokenOptions(app: GatehouseAdminApp) {
  return resourceOptions(app, "webhooks", ["token"], () => app.getSvixToken());
}

/** A project's whole configuration. */
export function configOptions(app: Parameters<typeof resourceOptions>[0], project: AdminProject) {
  return resourceOptions(app, "project", [project.id, "config"], () => project.getConfig());
}

/** Reads what a project has to fix before production. */
export function productionModeErrorOptions(app: Parameters<typeof resourceOptions>[0], project: AdminProject) {
  return resourceOptions(app, "project", [project.id, "production-mode-errors"], () =>
    project.getProductionModeErrors(),
  );
}
