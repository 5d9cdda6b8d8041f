import type { UseQueryOptions } from "@tanstack/react-query";
// biome-ignore lint/style/noRestrictedImports: the client is passed
import { useQuery } from "@tanstack/react-query";
import { use, useEffect } from "react";
import { type Cached, connectionOf } from "../queries/cached";
import { queryClientOf } from "../queries/query-client";
import { QueryClientContext } from "../queries/query-hooks";
import { refreshAfterWrites } from "../queries/resource-query";
import { AppContext } from "./app-context";

// biome-ignore lint/suspicious/noExplicitAny: what is cached differs from what is read where `select` maps it
export type QueryFor<T> = UseQueryOptions<any, Error, T, any>;

/**
 * A query of what is read through an app, or an object that it has returned. It is in the provider's cache, or else in one that the
 * app keeps in a browser.
 * @throws Error outside of a provider on a server, where one process serves many users
 */
export function useQueryOf<T>(of: Cached, options: QueryFor<T>) {
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
