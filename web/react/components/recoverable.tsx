import CloudAlertIcon from "lucide-react/icons/cloud-alert";
import type { ReactNode } from "react";
import { Button } from "../../ui/buttons/button";
import { EmptyState } from "../../ui/layout/empty-state";
import { QueryErrorBoundary } from "./query-error-boundary";

/** Shows in place of its content that it could not be loaded, with a button that tries again. */
export function Recoverable({ children }: { children: ReactNode }) {
  return (
    <QueryErrorBoundary
      fallback={(message, retry) => (
        <EmptyState
          icon={<CloudAlertIcon />}
          title="This could not be loaded"
          action={
            <Button variant="secondary" onClick={retry}>
              Try again
            </Button>
          }
        >
          <p role="alert">{message}</p>
        </EmptyState>
      )}
    >
      {children}
    </QueryErrorBoundary>
  );
}
