import type { QueryClient, UseQueryOptions } from "@tanstack/react-query";
// biome-ignore lint/style/noRestrictedImports: the client is passed
import { useQuery } from "@tanstack/react-query";
import { use, useEffect } from "react";
import type { CachedApp } from "../queries/fetches";
import { queryClientOf } from "../queries/query-client";
import { QueryClientContext } from "../queries/query-hooks";
import { refreshAfterWrites } from "../queries/resource-query";
import { AppContext } from "./app-context";

// biome-ignore lint/suspicious/noExplicitAny: what is cached differs from what is read where `select` maps it
export type QueryFor<T> = UseQueryOptions<any, Error, T, any>;

/**
 * A query of what is read through `app`, in the provider's cache, or else in one that the app keeps in a browser.
 * @throws Error outside of a provider on a server, where one process serves many users
 */
export function useQueryOf<T>(app: CachedApp, options: QueryFor<T>) {
  const isProvided = use(AppContext) === app;
  const client = useClientOf(app);

  // The provider does it for its own app.
  useEffect(() => (isProvided ? undefined : refreshAfterWrites(app, client)), [isProvided, app, client]);
  return useQuery(options, client);
}

/** The cache of what is read through `app`: its provider's or, in a browser, the one that the app keeps. */
function useClientOf(app: CachedApp): QueryClient {
  const provided = use(QueryClientContext);
  const isProvided = use(AppContext) === app || typeof window === "undefined";
  return provided && isProvided ? provided : queryClientOf(app);
}
