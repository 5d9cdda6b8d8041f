import { notifyManager, type Query, type QueryClient, type QueryKey, queryOptions } from "@tanstack/react-query";
import { useEffect } from "react";
import type { Resource } from "../../kit";
import type { Connection } from "../../kit/connection/connection";
import { onWrite } from "../../kit/requests/refreshed-by";
import { type Cached, connectionOf, keys } from "./keys";

/** Milliseconds between the starts of two fetches of one view. */
const fetchIntervalMillis = 300;

const throttles = new WeakMap<Connection, ReturnType<typeof createThrottle>>();

function throttleOf(connection: Connection): ReturnType<typeof createThrottle> {
  const existing = throttles.get(connection);
  if (existing) return existing;
  const throttle = createThrottle(fetchIntervalMillis);
  throttles.set(connection, throttle);
  // The page goes on showing what it shows, and sends nothing more for the user who signs out. What waits is each request, and
  // not the query that sends it: a query may call methods, for which the sign-out would wait too.
  connection.writes.onSignOut((done) => connection.reads.pause(done));
  return throttle;
}

/**
 * Returns the options of a cached view of `resource`. It is fetched once for all components that read it, throttled, and again
 * after each write that the app announces for that resource. The response also depends on `args`.
 */
export function resourceOptions<T>(
  of: Cached,
  resource: Resource,
  args: readonly (string | number | boolean | null)[],
  fetch: () => Promise<T>,
) {
  const queryKey: QueryKey = [...keys.resource(of, resource), ...args];
  return queryOptions({
    queryKey,
    queryFn: () => throttleOf(connectionOf(of))(JSON.stringify(queryKey), fetch),
  });
}

/** Is for what changes in other tabs and through other users: fetched again whenever the window gets the focus. */
export const refetchOnReturn = { refetchOnWindowFocus: "always" } as const;

/**
 * Keeps the cached views of `app` current: what a write changed is fetched again before the write's own promise settles.
 * The provider does it for its app; other apps on the page, such as one for administration, need it separately.
 * Returns a function that stops it; without that it lasts as long as the app.
 */
export function refreshAfterWrites(of: Cached, queryClient: QueryClient): () => void {
  return onWrite(connectionOf(of), async (changed) => {
    await Promise.all(changed.map((resource) => readAgain(queryClient, keys.resource(of, resource))));
  });
}

/** Fetches every view below a key again, and resolves when all have what is current now, and their components were told. */
export async function readAgain(queryClient: QueryClient, queryKey: readonly unknown[]): Promise<void> {
  const loading = queryClient
    .getQueryCache()
    .findAll({ queryKey })
    .filter(({ state }) => state.fetchStatus === "fetching" && state.data === undefined);
  // A view that is loading for the first time goes on with that fetch, which may have been sent before the write. A component
  // that is suspended by it does not observe it yet. So such a view is waited for here, and invalidated whether it is observed or
  // not.
  await Promise.all([queryClient.invalidateQueries({ queryKey }), ...loading.map(settled)]);
  if (loading.length > 0) {
    await queryClient.invalidateQueries({ predicate: (query) => loading.includes(query), refetchType: "all" });
  }
  // Hooks are told in a task of their own. A write that settles before would go on beside what is shown from before it.
  await new Promise<void>((resolve) => notifyManager.schedule(resolve));
}

async function settled({ promise }: Query): Promise<void> {
  await promise?.catch(() => undefined);
}

/** `refreshAfterWrites` while the component is mounted. */
export function useRefreshAfterWrites(app: Cached, queryClient: QueryClient): void {
  useEffect(() => refreshAfterWrites(app, queryClient), [app, queryClient]);
}

/**
 * Makes a function that runs fetches one at a time per key, their starts at least `intervalMillis` apart. Fetches of
 * different keys do not wait for each other, and one that failed does not stop the next.
 */
export function createThrottle(intervalMillis: number) {
  const queues = new Map<string, { settled: Promise<unknown>; lastStart: number }>();

  return function throttled<T>(key: string, fetch: () => Promise<T>): Promise<T> {
    const queue = queues.get(key) ?? { settled: Promise.resolve(), lastStart: Number.NEGATIVE_INFINITY };
    queues.set(key, queue);

    const outcome = queue.settled.then(async () => {
      const remaining = queue.lastStart + intervalMillis - performance.now();
      if (remaining > 0) await wait(remaining);
      queue.lastStart = performance.now();
      return fetch();
    });
    const settled = outcome.then(
      () => undefined,
      () => undefined,
    );
    queue.settled = settled;
    void settled.then(async () => {
      await wait(intervalMillis);
      // No later fetch was queued: keys of past sessions must not pile up.
      if (queue.settled === settled) queues.delete(key);
    });
    return outcome;
  };
}

function wait(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds));
}
