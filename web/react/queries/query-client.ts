import { QueryClient } from "@tanstack/react-query";
import type { Connection } from "../../kit/connection/connection";
import { type Cached, connectionOf } from "./keys";

/** A cache with the times that the kit's documentation promises. */
export function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        // Kept for 5 seconds after the last component that reads it has unmounted.
        gcTime: 5_000,
        // Writes and session changes, which the kit announces, invalidate it; time does not.
        staleTime: Number.POSITIVE_INFINITY,
        refetchOnWindowFocus: false,
        refetchOnReconnect: false,
        // The kit retries by itself, and reports when the browser is offline.
        retry: false,
        networkMode: "always",
      },
      mutations: {
        // Variables may hold passwords, so a mutation is dropped soon after its component has unmounted.
        gcTime: 1_000,
        retry: false,
        networkMode: "always",
      },
    },
  });
}

const clients = new WeakMap<Connection, QueryClient>();

/**
 * The cache that an app keeps in a browser, for its providers and for hooks outside of them. A cache of the provider's own would
 * be lost, and begun anew for ever, while a page suspends before its first paint: React then keeps no state.
 * @throws Error on a server, where one process serves many users
 */
export function queryClientOf(of: Cached): QueryClient {
  const connection = connectionOf(of);
  const existing = clients.get(connection);
  if (existing) return existing;
  if (typeof window === "undefined") throw new Error("On a server, hooks must be used within a GatehouseProvider");
  const client = createQueryClient();
  client.mount();
  clients.set(connection, client);
  return client;
}
