import { QueryClient } from "@tanstack/react-query";

/** The cache of one provider, with the times that the kit's documentation promises. */
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
