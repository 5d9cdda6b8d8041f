import { infiniteQueryOptions } from "@tanstack/react-query";
import type { AuditEventPage, GatehouseAdminApp, GatehouseClientApp } from "../../kit";
import { appInternals } from "../../kit/app/internals";
import { isKnownError } from "../../kit/errors/known-error";
import { resourceOptions } from "../../react";
import { keys } from "../../react/queries/keys";
import { type AuditSearch, filterOf } from "./audit-search";

const pageSize = 100;

/** The most loaded pages that are read again when the window gets the focus: each is a request. */
const maxRefetchedPages = 5;

/** Milliseconds for which the name of a party is shown as it was. */
const nameMillis = 300_000;

/** The events that a search selects, page by page, newest first. */
export function auditEventsOptions(app: GatehouseAdminApp, { event: _event, ...search }: AuditSearch) {
  return infiniteQueryOptions({
    queryKey: [...keys.resource(app, "audit-events"), "list", search],
    queryFn: ({ pageParam }): Promise<AuditEventPage> =>
      app.listAuditEvents({ ...filterOf(search, new Date()), cursor: pageParam, limit: pageSize }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ nextCursor }) => nextCursor ?? undefined,
    refetchOnWindowFocus: ({ state }) => ((state.data?.pages.length ?? 0) <= maxRefetchedPages ? "always" : false),
  });
}

/** One event; null when the log does not have it, or no longer. */
export function auditEventOptions(app: GatehouseAdminApp, id: string) {
  return resourceOptions(app, "audit-events", ["one", id], async () => {
    try {
      // A page begins with the event of its cursor.
      const [event] = await app.listAuditEvents({ cursor: id, limit: 1 });
      return event?.id === id ? event : null;
    } catch (error) {
      // The id in the address is none of an event.
      if (isKnownError(error, "SCHEMA_ERROR")) return null;
      throw error;
    }
  });
}

/** The names of the project's owners by their ids, for what they did. */
export function ownerNamesOptions(app: GatehouseClientApp, teamId: string | null) {
  return resourceOptions(app, "team-members", ["owner-names", teamId], async () => {
    if (teamId === null) return new Map<string, string | null>();
    const { items } = await app[appInternals]
      .caller("client")
      .read("GET /team-members", { query: { team_id: teamId } });
    return new Map(items.map(({ user_id, display_name, primary_email }) => [user_id, display_name || primary_email]));
  });
}

/** The name of a user of the project; null for one who was deleted, or has none. */
export function userNameOptions(app: GatehouseAdminApp, id: string) {
  const options = resourceOptions(app, "users", ["name", id], async () => {
    // By a search, which finds nothing where reading a deleted user fails.
    const [user] = await app.listUsers({ query: id, limit: 1, includeAnonymous: true });
    return user?.id === id ? user.displayName || user.primaryEmail : null;
  });
  return { ...options, staleTime: nameMillis };
}

/** The name of a team of the project; null for one that was deleted. */
export function teamNameOptions(app: GatehouseAdminApp, id: string) {
  const options = resourceOptions(app, "teams", ["name", id], async () => {
    const query = { query: id, limit: 1, omit_metadata: true };
    const { items } = await app[appInternals].caller("admin").read("GET /internal/teams", { query });
    const [team] = items;
    return team?.id === id ? team.display_name : null;
  });
  return { ...options, staleTime: nameMillis };
}

/** Reads what the sets of keys of the project are for, by their ids. */
export function keyNamesOptions(app: GatehouseAdminApp) {
  return resourceOptions(app, "internal-api-keys", ["names"], async () => {
    const keySets = await app.listInternalApiKeys();
    return new Map(keySets.map(({ id, description }) => [id, description]));
  });
}

/** The newest users whose name, email or id has the text: as many as a list to choose from shows. */
export function foundUsersOptions(app: GatehouseAdminApp, text: string) {
  return resourceOptions(app, "users", ["found", text], () =>
    app.listUsers({ query: text || undefined, desc: true, limit: 10, orderBy: "signedUpAt" }),
  );
}
