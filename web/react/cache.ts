import { type QueryClient, queryOptions } from "@tanstack/react-query";
import { useEffect } from "react";
import type { GatehouseClientApp, Resource } from "../kit";
import { appInternals } from "../kit/app/internals";
import { createPacer } from "./pace";

/** Milliseconds between the starts of two fetches of one view. */
const fetchGapMillis = 300;

/** What the cache needs of an app, of whatever tier. */
type CachedApp = Pick<GatehouseClientApp, "projectId" | typeof appInternals>;

const pacers = new WeakMap<object, ReturnType<typeof createPacer>>();

function pacerOf(app: object): ReturnType<typeof createPacer> {
  const pacer = pacers.get(app) ?? createPacer(fetchGapMillis);
  pacers.set(app, pacer);
  return pacer;
}

/**
 * The options of a cached view of `resource`: fetched once for all who watch it, paced, and again after each write that
 * the app announces for that resource. `args` are what else the answer depends on.
 */
export function resourceOptions<T>(
  app: CachedApp,
  resource: Resource,
  args: readonly (string | number | boolean | null)[],
  fetch: () => Promise<T>,
) {
  const queryKey = [...resourceKey(app, resource), ...args];
  return queryOptions({ queryKey, queryFn: () => pacerOf(app)(JSON.stringify(queryKey), fetch) });
}

function resourceKey(app: CachedApp, resource: Resource): (string | number | boolean | null)[] {
  return ["gatehouse", app.projectId, resource];
}

/**
 * Keeps the cached views of `app` true: what a write changed is fetched again before the write's own promise settles.
 * The provider does it for its app; other apps on the page, such as one for administration, need a call of their own.
 * Returns what stops it; without that it lasts as long as the app.
 */
export function refreshAfterWrites(app: CachedApp, queryClient: QueryClient): () => void {
  return app[appInternals].onWrite(async (changed) => {
    await Promise.all(
      changed.map((resource) => queryClient.invalidateQueries({ queryKey: resourceKey(app, resource) })),
    );
  });
}

/** `refreshAfterWrites` while the component is shown. */
export function useRefreshAfterWrites(app: CachedApp, queryClient: QueryClient): void {
  useEffect(() => refreshAfterWrites(app, queryClient), [app, queryClient]);
}
