import { type ComponentType, type ReactNode, useEffect, useState } from "react";
import type { GatehouseClientApp } from "../../kit";
import { alertOnError } from "../../kit/app/alert-on-error";
import { appInternals } from "../../kit/app/internals";
import { FailureContext } from "../../ui/feedback/report-failure";
import { type TranslationProps, TranslationProvider } from "../../ui/translation/translation-provider";
import { userOptions } from "../queries/queries";
import { createQueryClient, queryClientOf } from "../queries/query-client";
import { AppContext, QueryClientContext } from "../queries/query-hooks";
import { useRefreshAfterWrites } from "../queries/resource-query";
import type { ReauthenticationDialogProps } from "../reauthentication/reauthentication-dialog";

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
export function GatehouseProvider({ app, children, ...translation }: GatehouseProviderProps) {
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
          <TranslationProvider {...translation}>
            {children}
            <Reauthentication app={app} />
          </TranslationProvider>
        </FailureContext>
      </QueryClientContext>
    </AppContext>
  );
}

type Question = ReauthenticationDialogProps & { Dialog: ComponentType<ReauthenticationDialogProps> };

/**
 * Asks users again who they are, where a write of the app is refused without that; the write is repeated when they have
 * shown it. The provider does it for its app; other apps on the page, such as one for administration, need it separately.
 */
function Reauthentication({ app }: { app: Pick<GatehouseClientApp, typeof appInternals> }) {
  const [question, setQuestion] = useState<Question>();

  useEffect(
    () =>
      app[appInternals].onReauthenticationRequired(async (refusal) => {
        // Loaded when needed: most pages never ask.
        const { ReauthenticationDialog } = await import("../reauthentication/reauthentication-dialog");
        const isAllowed = await new Promise<boolean>((resolve) => {
          setQuestion({ Dialog: ReauthenticationDialog, refusal, onDone: resolve });
        });
        setQuestion(undefined);
        return isAllowed;
      }),
    [app],
  );

  if (!question) return null;
  const { Dialog, ...props } = question;
  return <Dialog {...props} />;
}
