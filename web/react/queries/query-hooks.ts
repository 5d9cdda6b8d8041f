import * as tanstack from "@tanstack/react-query";
import { createContext, use } from "react";
import type { GatehouseClientApp } from "../../kit";
import { useOnceOnline } from "../../ui/feedback/report-failure";

/**
 * The cache of the nearest `GatehouseProvider`. It has a context of its own: TanStack Query's would take the place of the
 * client that the website around has provided for its own queries.
 */
export const QueryClientContext = createContext<tanstack.QueryClient | undefined>(undefined);

/** @throws Error outside of a provider */
export function useQueryClient(): tanstack.QueryClient {
  const client = use(QueryClientContext);
  if (!client) throw new Error("This must be used within a GatehouseProvider");
  return client;
}

// TanStack Query's hooks on that cache. Each has overloads, which only a cast keeps.
export const useQuery = ((options: tanstack.UseQueryOptions) =>
  tanstack.useQuery(options, useQueryClient())) as typeof tanstack.useQuery;

export const useSuspenseQuery = ((options: tanstack.UseSuspenseQueryOptions) =>
  tanstack.useSuspenseQuery(options, useQueryClient())) as typeof tanstack.useSuspenseQuery;

export const useMutation = ((options: tanstack.UseMutationOptions) => {
  const mutation = tanstack.useMutation(options, useQueryClient());
  // Also where its code could not be loaded, which is no failure of a request.
  useOnceOnline(mutation.isError, mutation.reset);
  return mutation;
}) as typeof tanstack.useMutation;

export const useIsMutating = ((filters: tanstack.MutationFilters) =>
  tanstack.useIsMutating(filters, useQueryClient())) as typeof tanstack.useIsMutating;

/** The app of the nearest provider; read it by `useApp`. */
export const AppContext = createContext<GatehouseClientApp | undefined>(undefined);
