import CloudAlertIcon from "lucide-react/icons/cloud-alert";
import type { ReactNode } from "react";
import { Button } from "../../ui/buttons/button";
import { EmptyState } from "../../ui/layout/empty-state";
import { useTranslation } from "../../ui/translation/use-translation";
import { QueryErrorBoundary } from "./query-error-boundary";

/** Shows in place of its content that it could not be loaded, with a button that tries again. */
export function Recoverable({
  instead,
  children,
}: {
  /** Returns what is shown for an error that trying again does not help with; undefined for any other. */
  instead?: (error: unknown) => ReactNode;
  children: ReactNode;
}) {
  const t = useTranslation();
  return (
    <QueryErrorBoundary
      fallback={(message, retry, error) =>
        instead?.(error) ?? (
          <EmptyState
            icon={<CloudAlertIcon />}
            title={t("This could not be loaded")}
            action={
              <Button variant="secondary" onClick={retry}>
                {t("Try again")}
              </Button>
            }
          >
            <p role="alert">{message}</p>
          </EmptyState>
        )
      }
    >
      {children}
    </QueryErrorBoundary>
  );
}
