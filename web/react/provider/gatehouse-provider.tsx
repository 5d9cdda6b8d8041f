import { type ReactNode, useEffect, useState } from "react";
import type { GatehouseClientApp } from "../../kit";
import { alertOnError } from "../../kit/app/alert-on-error";
import { FailureContext } from "../../ui/feedback/report-failure";
import { userOptions } from "../queries/queries";
import { createQueryClient } from "../queries/query-client";
import { QueryClientContext } from "../queries/query-hooks";
import { useRefreshAfterWrites } from "../queries/resource-query";
import { AppContext } from "./app-context";
import { Reauthentication } from "./reauthentication";

declare global {
  /** Lets browser extensions and support scripts find the app of a page. */
  var __STACK_AUTH__: { app: GatehouseClientApp } | undefined;
}

function alertFailure(error: unknown): void {
  alertOnError(Promise.reject(error));
}

export type GatehouseProviderProps = {
  /** For hooks on users and teams, the app of `@gatehouse/kit/react`. */
  app: GatehouseClientApp;
  children?: ReactNode;
};

/** Provides an app, and the cache of what is read through it, to the hooks and components inside. */
export function GatehouseProvider({ app, children }: GatehouseProviderProps) {
  const [queryClient] = useState(createQueryClient);

  // Listens for the window's focus, on which some views are read again. TanStack Query's own provider would do it.
  useEffect(() => {
    queryClient.mount();
    return () => queryClient.unmount();
  }, [queryClient]);
  useEffect(() => {
    globalThis.__STACK_AUTH__ = { app };
    void queryClient.prefetchQuery(userOptions(app));
  }, [app, queryClient]);
  useRefreshAfterWrites(app, queryClient);

  return (
    <AppContext value={app}>
      <QueryClientContext value={queryClient}>
        <FailureContext value={alertFailure}>
          {children}
          <Reauthentication app={app} />
        </FailureContext>
      </QueryClientContext>
    </AppContext>
  );
}
