import { infiniteQueryOptions } from "@tanstack/react-query";
import type { GatehouseAdminApp, GatehouseClientApp } from "../../kit";
import { appInternals } from "../../kit/app/internals";
import { resourceOptions } from "../../react";
import { keys } from "../../react/queries/keys";
import { refetchOnReturn } from "../../react/queries/resource-query";
import { type AuditSearch, filterOf } from "./audit-search";

const pageSize = 100;

/** The events that a search selects, page by page, newest first. */
export function auditEventsOptions(app: GatehouseAdminApp, { event: _event, ...search }: AuditSearch) {
  return infiniteQueryOptions({
    queryKey: [...keys.resource(app, "audit-events"), "list", search],
    queryFn: ({ pageParam }) =>
      app.listAuditEvents({ ...filterOf(search, new Date()), cursor: pageParam, limit: pageSize }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ nextCursor }) => nextCursor ?? undefined,
    ...refetchOnReturn,
  });
}

/** One event; null when the log does not have it, or no longer. */
export function auditEventOptions(app: GatehouseAdminApp, id: string) {
  return resourceOptions(app, "audit-events", ["one", id], async () => {
    // A page begins with the event of its cursor.
    const [event] = await app.listAuditEvents({ cursor: id, limit: 1 });
    return event?.id === id ? event : null;
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
