import { type QueryClient, useQueryClient } from "@tanstack/react-query";
import { useSyncExternalStore } from "react";
import { appInternals } from "../kit/app/internals";
import { RequestError } from "../kit/errors/request-error";
import { ConnectionError } from "../kit/requests/retries";
import { ConnectionNotice, useRequestWait } from "../react/components/connection-notice";
import { useApp } from "../react/index";
import { Alert } from "../ui/feedback/alert";
import { useTranslation } from "../ui/translation/use-translation";

/** Tells whether the API did not respond at all. */
function isAway(error: unknown): boolean {
  if (!(error instanceof ConnectionError)) return false;
  const last: unknown = error.cause instanceof AggregateError ? error.cause.errors.at(-1) : undefined;
  return !(last instanceof RequestError);
}

/** Has reads go on for as long as the API is away, in place of a failure in each part of a page. The kit spaces their attempts. */
export function goOnWhileAway(queryClient: QueryClient): void {
  const { queries, ...others } = queryClient.getDefaultOptions();
  queryClient.setDefaultOptions({
    ...others,
    queries: { ...queries, retry: (_count, error) => isAway(error), retryDelay: 0 },
  });
}

/** Says once for the whole page that the API is away, and tries again: by itself, and at once for whoever asks. */
export function AwayNotice() {
  const t = useTranslation();
  const { connectivity } = useApp()[appInternals];
  const wait = useRequestWait();
  const queries = useQueryClient().getQueryCache();
  // It stays between the end of one round of attempts and the first of the next one.
  const isTrying = useSyncExternalStore(
    (listener) => queries.subscribe(listener),
    () => queries.getAll().some(({ state }) => state.fetchStatus === "fetching" && isAway(state.fetchFailureReason)),
  );
  if (wait?.reason !== "unreachable" && !isTrying) return <ConnectionNotice />;
  return (
    // Below the page, so that whoever scrolls down sees all of the page above it.
    <div className="pointer-events-none sticky bottom-[calc(var(--gh-toasts,0px)+1rem)] z-60 mx-4 mb-4 rounded-control border border-line bg-raised shadow-float sm:mx-auto sm:w-md">
      <Alert tone="warning">
        {t("The server does not respond. Check your connection: we keep trying.")}{" "}
        <button
          type="button"
          onClick={() => connectivity.tryAgain()}
          className="pointer-events-auto rounded-sm font-medium underline underline-offset-4"
        >
          {t("Try again")}
        </button>
      </Alert>
    </div>
  );
}
