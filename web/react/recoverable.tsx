import { QueryErrorResetBoundary } from "@tanstack/react-query";
import CloudAlertIcon from "lucide-react/icons/cloud-alert";
import type { ReactNode } from "react";
import { Button } from "../ui/buttons/button";
import { EmptyState } from "../ui/layout/empty-state";
import { FailureBoundary } from "./failure-boundary";
import { describeFailure } from "./failure-wording";

/** Says in place of its content that it could not be loaded, and loads it again when asked to. */
export function Recoverable({ children }: { children: ReactNode }) {
  return (
    <QueryErrorResetBoundary>
      {({ reset }) => (
        <FailureBoundary
          fallback={(error, tryAgain) => (
            <EmptyState
              icon={<CloudAlertIcon />}
              title="This could not be loaded"
              action={
                <Button
                  variant="secondary"
                  onClick={() => {
                    reset();
                    tryAgain();
                  }}
                >
                  Try again
                </Button>
              }
            >
              <p role="alert">{describeFailure(error)}</p>
            </EmptyState>
          )}
        >
          {children}
        </FailureBoundary>
      )}
    </QueryErrorResetBoundary>
  );
}
