import type { FetchQueryOptions } from "@tanstack/react-query";
import type { GatehouseClientApp } from "../../kit";
import { isKnownError } from "../../kit/errors/known-error";
import { type CachedApp, isFetchingForView } from "./fetches";
import { userOptions } from "./queries";
import { queryClientOf } from "./query-client";
import type { sessionOf } from "./session-of";

/** The key and the fetch of a view. */
export type View<T = unknown> = Pick<FetchQueryOptions<T>, "queryKey" | "queryFn">;

/**
 * Returns what a method of `app` reads. In a browser it is read through the cache: always anew, shared with the views that are reading the
 * same, and shown by them.
 * @param read the method as it is without a cache
 */
export function readThrough<T>(app: CachedApp, { queryKey, queryFn }: View<T>, read: () => Promise<T>): Promise<T> {
  if (isFetchingForView() || typeof window === "undefined") return read();
  return queryClientOf(app).fetchQuery({ queryKey, queryFn, staleTime: 0 });
}

/**
 * The user of a session, read for a method, for whom nothing is asked where it is known that there is none. Components show them
 * too, unless they are reading something newer.
 */
export async function readUser<U>(
  app: GatehouseClientApp,
  session: ReturnType<typeof sessionOf>,
  read: () => Promise<U>,
): Promise<U> {
  const startedAt = Date.now();
  const store = (user: U | null) => {
    if (typeof window === "undefined") return;
    const { queryKey } = userOptions(app, session);
    const client = queryClientOf(app);
    const { fetchStatus, dataUpdatedAt = 0 } = client.getQueryState(queryKey) ?? {};
    if (fetchStatus !== "fetching" && dataUpdatedAt <= startedAt) client.setQueryData<unknown>(queryKey, user);
  };
  try {
    const user = await read();
    store(user);
    return user;
  } catch (error) {
    if (isKnownError(error, "CANNOT_GET_OWN_USER_WITHOUT_USER")) store(null);
    throw error;
  }
}
