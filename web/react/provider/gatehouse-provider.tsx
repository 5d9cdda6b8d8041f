import { type ReactNode, useEffect, useState } from "react";
import type { GatehouseClientApp } from "../../kit";
import { alertOnError } from "../../kit/app/alert-on-error";
import { FailureContext } from "../../ui/feedback/report-failure";
import { type TranslationProps, TranslationProvider } from "../../ui/translation/translation-provider";
import { AppContext } from "../hooks/app-context";
import { userOptions } from "../queries/queries";
import { createQueryClient, queryClientOf } from "../queries/query-client";
import { QueryClientContext } from "../queries/query-hooks";
import { useRefreshAfterWrites } from "../queries/resource-query";
import { Reauthentication } from "./reauthentication";

declare global {
  /** Lets browser extensions and support scripts find the app of a page. */
  var __STACK_AUTH__: { app: GatehouseClientApp } | undefined;
}

function alertFailure(error: unknown): void {
  alertOnError(Promise.reject(error));
}

export type GatehouseProviderProps = TranslationProps & {
  /** For hooks on users and teams, the app of `@gatehouse/kit/react`. */
  app: GatehouseClientApp;
  children?: ReactNode;
};

/** Provides an app, and the cache of what is read through it, to the hooks and components inside. */
export function GatehouseProvider({ app, lang, translationOverrides, children }: GatehouseProviderProps) {
  const [ofThisRender] = useState(() => (typeof window === "undefined" ? createQueryClient() : null));
  const queryClient = ofThisRender ?? queryClientOf(app);

  useEffect(() => {
    globalThis.__STACK_AUTH__ = { app };
    void queryClient.prefetchQuery(userOptions(app));
  }, [app, queryClient]);
  useRefreshAfterWrites(app, queryClient);

  return (
    <AppContext value={app}>
      <QueryClientContext value={queryClient}>
        <FailureContext value={alertFailure}>
          <TranslationProvider lang={lang} translationOverrides={translationOverrides}>
            {children}
            <Reauthentication app={app} />
          </TranslationProvider>
        </FailureContext>
      </QueryClientContext>
    </AppContext>
  );
}
