import type { AdminProject, GatehouseServerApp, ItemUsageOptions, ListUsersOptions, PresentedApiKey } from "../../kit";
import { resourceOptions } from "./resource-query";

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
