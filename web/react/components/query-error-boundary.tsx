import { QueryErrorResetBoundary } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { useTranslation } from "../../ui/translation/use-translation";
import { describeFailure } from "../errors/describe-failure";
import { ErrorBoundary } from "./error-boundary";

/** Renders `fallback` in place of children whose queries failed; its `retry` runs those queries again. */
export function QueryErrorBoundary({
  fallback,
  children,
}: {
  fallback: (message: string, retry: () => void, error: unknown) => ReactNode;
  children: ReactNode;
}) {
  const t = useTranslation();
  return (
    <QueryErrorResetBoundary>
      {({ reset }) => (
        <ErrorBoundary
          fallback={(error, retry) =>
            fallback(
              describeFailure(error, t),
              () => {
                reset();
                retry();
              },
              error,
            )
          }
        >
          {children}
        </ErrorBoundary>
      )}
    </QueryErrorResetBoundary>
  );
}
