import { QueryErrorResetBoundary } from "@tanstack/react-query";
import { Component, type ReactNode } from "react";
import { useOnceOnline } from "../../ui/feedback/report-failure";
import { useTranslation } from "../../ui/translation/use-translation";
import { describeFailure } from "../errors/describe-failure";

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
          fallback={(error, retry) => {
            const again = () => {
              reset();
              retry();
            };
            return (
              <>
                {fallback(describeFailure(error, t), again, error)}
                <OnceOnline call={again} />
              </>
            );
          }}
        >
          {children}
        </ErrorBoundary>
      )}
    </QueryErrorResetBoundary>
  );
}

function OnceOnline({ call }: { call: () => void }) {
  useOnceOnline(true, call);
  return null;
}

type Fallback = (error: unknown, retry: () => void) => ReactNode;
type State = { failure: { error: unknown } | undefined };

/** Renders `fallback` in place of children that threw while rendering, until it retries. */
export class ErrorBoundary extends Component<{ fallback: Fallback; children: ReactNode }, State> {
  override state: State = { failure: undefined };

  static getDerivedStateFromError(error: unknown): State {
    return { failure: { error } };
  }

  override render() {
    const { failure } = this.state;
    if (!failure) return this.props.children;
    return this.props.fallback(failure.error, () => this.setState({ failure: undefined }));
  }
}
