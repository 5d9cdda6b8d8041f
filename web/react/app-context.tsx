import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { createContext, type ReactNode, useContext, useEffect, useState } from "react";
import type { GatehouseClientApp } from "../kit";
import { FailureContext } from "../ui/feedback/report-failure";
import { useRefreshAfterWrites } from "./cache";
import { describeFailure } from "./failure-wording";
import { userOptions } from "./queries";

const AppContext = createContext<GatehouseClientApp | undefined>(undefined);

declare global {
  /** Lets browser extensions and support scripts find the app of a page. */
  var __STACK_AUTH__: { app: GatehouseClientApp } | undefined;
}

/** The cache of one provider, with the numbers that the kit promises. */
export function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        // A value lives as long as somebody watches it, and 5 seconds more.
        gcTime: 5_000,
        // It is fetched again after writes and changes of session, which the kit announces, and not by the clock.
        staleTime: Number.POSITIVE_INFINITY,
        refetchOnWindowFocus: false,
        refetchOnReconnect: false,
        // The kit retries by itself, and says when the browser is offline.
        retry: false,
        networkMode: "always",
      },
      // Without `always` a write would wait for the browser to be online again. Writes carry passwords and new keys: none stays in memory.
      mutations: { gcTime: 0, networkMode: "always" },
    },
  });
}

function tellFailure(error: unknown): void {
  window.alert(describeFailure(error));
}

/** Puts an app, and the cache of what is read through it, at the disposal of the hooks and components inside. */
export function GatehouseProvider({ app, children }: { app: GatehouseClientApp; children: ReactNode }) {
  const [queryClient] = useState(createQueryClient);

  useEffect(() => {
    globalThis.__STACK_AUTH__ = { app };
    void queryClient.prefetchQuery(userOptions(app));
  }, [app, queryClient]);
  useRefreshAfterWrites(app, queryClient);

  return (
    <AppContext value={app}>
      <QueryClientProvider client={queryClient}>
        <FailureContext value={tellFailure}>{children}</FailureContext>
      </QueryClientProvider>
    </AppContext>
  );
}

/**
 * The app of the nearest `GatehouseProvider`.
 * @throws Error outside of one, and when `projectIdMustMatch` names another project
 */
export function useApp({ projectIdMustMatch }: { projectIdMustMatch?: string } = {}): GatehouseClientApp {
  const app = useContext(AppContext);
  if (!app) throw new Error("useApp must be used within a GatehouseProvider");
  if (projectIdMustMatch !== undefined && projectIdMustMatch !== app.projectId) {
    throw new Error(`Unexpected project ID in useApp: ${app.projectId}`);
  }
  return app;
}
