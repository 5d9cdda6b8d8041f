// biome-ignore lint/style/noRestrictedImports: the client is passed
import { type UseQueryOptions, useQuery } from "@tanstack/react-query";
import { use, useEffect } from "react";
import { type Cached, connectionOf } from "../queries/keys";
import { queryClientOf } from "../queries/query-client";
import { AppContext, QueryClientContext } from "../queries/query-hooks";
import { refreshAfterWrites } from "../queries/resource-query";
import { useIsAheadOfRequest } from "./server-rendering";

/** Says how a hook that reads something waits for it. */
export type ViewOptions = {
  /**
   * True (default) suspends the component until there is data, and throws what fails. False returns
   * `{ data, error, isPending }` at once.
   */
  suspense?: boolean;
};

/** Describes what a hook returns with `suspense: false`. */
export type View<T> = { data: T | undefined; error: Error | null; isPending: boolean };

export const pendingView: View<never> = { data: undefined, error: null, isPending: true };

/** Says what a hook with these options returns. */
export type Viewed<T, Options> = Options extends { suspense: false } ? View<T> : T;

/** The options of a query whose data is a `T`. */
export type ViewQuery<T> = Pick<
  QueryFor<T>,
  "queryKey" | "queryFn" | "select" | "enabled" | "staleTime" | "refetchOnWindowFocus" | "placeholderData"
>;

/** A failed fetch is what the cache holds until the next one: it is thrown even where there was data before. */
const suspending = { suspense: true, throwOnError: true };

/** A cached view of an app, or of an object, waited for as its reader wants. */
export function useView<T, Options extends ViewOptions>(
  of: Cached,
  query: ViewQuery<T>,
  options?: Options,
): Viewed<T, Options> {
  return viewed(useViewState(of, query, options), options);
}

/** The state of a view; its data is there where the options suspend. */
export function useViewState<T>(of: Cached, query: ViewQuery<T>, options: ViewOptions = {}): View<T> {
  const isAheadOfRequest = useIsAheadOfRequest();
  const { data, error, isPending } = useQueryOf(of, { ...query, ...(options.suspense !== false && suspending) });
  return options.suspense === false && isAheadOfRequest ? pendingView : { data, error, isPending };
}

/** Picks what a hook with these options returns of a view's state. */
export function viewed<T, Options extends ViewOptions>(view: View<T>, options?: Options): Viewed<T, Options> {
  return (options?.suspense === false ? view : view.data) as Viewed<T, Options>;
}

// biome-ignore lint/suspicious/noExplicitAny: what is cached differs from what is read where `select` maps it
type QueryFor<T> = UseQueryOptions<any, Error, T, any>;

/**
 * A query of what is read through an app, or an object that it has returned. It is in the provider's cache, or else in one that the
 * app keeps in a browser.
 * @throws Error outside of a provider on a server, where one process serves many users
 */
function useQueryOf<T>(of: Cached, options: QueryFor<T>) {
  const connection = connectionOf(of);
  const app = use(AppContext);
  const isProvided = app !== undefined && connectionOf(app) === connection;
  const provided = use(QueryClientContext);
  const client = provided && (isProvided || typeof window === "undefined") ? provided : queryClientOf(of);

  // The provider does it for its own app.
  useEffect(
    () => (isProvided ? undefined : refreshAfterWrites({ connection }, client)),
    [isProvided, connection, client],
  );
  return useQuery(options, client);
}
