import type { GatehouseClientApp, ItemReference } from "../../kit";
import { appInternals } from "../../kit/app/internals";
import { refetchOnReturn, resourceOptions } from "./resource-query";
import { sessionNumber, sessionOf } from "./session-of";

type AnyReference = Partial<Record<"userId" | "teamId" | "customCustomerId", string>> & Pick<ItemReference, "itemId">;

/**
 * An item of a customer: one view for all that read it by the same session. What is bought on a page in another tab is seen on
 * return.
 * @param session the number of that session
 */
export function itemOptions<T>(
  app: GatehouseClientApp,
  session: number,
  { userId, teamId, customCustomerId, itemId }: AnyReference,
  read: () => Promise<T>,
) {
  const args = [session, userId ?? null, teamId ?? null, customCustomerId ?? null, itemId];
  return { ...resourceOptions(app, "items", args, read), ...refetchOnReturn };
}

/** The same of an app for browsers, which reads it by its own session. */
export function ownItemOptions(app: GatehouseClientApp, item: ItemReference, session = itemSession(app)) {
  return itemOptions(app, session, item, () => app.getItem(item));
}

/** The number of the session by which an app reads items: a signed-out one where it has no token store. */
export function itemSession(app: GatehouseClientApp): number {
  const { caller, connection } = app[appInternals];
  return sessionNumber(connection.options.tokenStore === null ? caller("client").session : sessionOf(app));
}
