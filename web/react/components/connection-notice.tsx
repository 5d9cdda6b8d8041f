import { lazy, Suspense, useCallback, useSyncExternalStore } from "react";
import { appInternals } from "../../kit/app/internals";
import type { RequestWait } from "../../kit/requests/connectivity";
import { Alert } from "../../ui/feedback/alert";
import { useOnceOnline } from "../../ui/feedback/report-failure";
import { useTranslation } from "../../ui/translation/use-translation";
import { useApp } from "../hooks/use-app";

/** Is loaded when a server has said how long to wait: few pages send that much. */
const RateLimitNote = lazy(() => import("./rate-limit-note"));

/** Says at the top of the window that requests wait, and why: the kit goes on trying meanwhile. */
export function ConnectionNotice() {
  const t = useTranslation();
  const wait = useRequestWait();
  if (!wait) return null;
  return (
    <div className="pointer-events-none fixed inset-x-4 top-4 z-60 mx-auto max-w-md rounded-control border border-line bg-raised shadow-float">
      <Alert tone="warning">
        {wait.reason === "unreachable" ? (
          t("The server does not respond. Check your connection: we keep trying.")
        ) : (
          <Suspense>
            <RateLimitNote until={wait.until} />
          </Suspense>
        )}
      </Alert>
    </div>
  );
}

/** Returns what the requests of the page wait for; null for nothing. */
export function useRequestWait(): RequestWait | null {
  const { connectivity } = useApp()[appInternals];
  const subscribe = useCallback((listener: () => void) => connectivity.onChange(listener), [connectivity]);
  const wait = useSyncExternalStore(
    subscribe,
    () => connectivity.current,
    () => null,
  );
  useOnceOnline(wait?.reason === "unreachable", () => connectivity.tryAgain());
  return wait;
}
