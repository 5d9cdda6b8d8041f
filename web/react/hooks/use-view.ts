import type { Cached } from "../queries/cached";
import { type QueryFor, useQueryOf } from "./use-query-of";

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
  const { data, error, isPending } = useQueryOf(of, { ...query, ...(options.suspense !== false && suspending) });
  return { data, error, isPending };
}

/** Picks what a hook with these options returns of a view's state. */
export function viewed<T, Options extends ViewOptions>(view: View<T>, options?: Options): Viewed<T, Options> {
  return (options?.suspense === false ? view : view.data) as Viewed<T, Options>;
}
