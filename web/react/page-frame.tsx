import { QueryErrorResetBoundary } from "@tanstack/react-query";
import { type ReactNode, Suspense } from "react";
import { GateScreen } from "../ui/gate-screen";
import { MessageCard } from "../ui/message-card";
import { Skeleton, Spinner } from "../ui/spinner";
import { FailureBoundary } from "./failure-boundary";
import { describeFailure } from "./failure-wording";

/**
 * Where a handler page stands: on a `fullPage` of its own under an arch, or as a bare card inside the website's page.
 * What is still loading, and what could not be loaded, is shown inside the same frame.
 */
export function PageFrame({
  fullPage = false,
  brand,
  children,
}: {
  fullPage?: boolean;
  /** Logo or name above the card of a full page. */
  brand?: ReactNode;
  children: ReactNode;
}) {
  const content = (
    <QueryErrorResetBoundary>
      {({ reset }) => (
        <FailureBoundary
          fallback={(error, tryAgain) => (
            <MessageCard
              title="This page could not be loaded"
              primaryButtonText="Try again"
              primaryAction={() => {
                reset();
                tryAgain();
              }}
            >
              <p>{describeFailure(error)}</p>
            </MessageCard>
          )}
        >
          <Suspense fallback={<LoadingPage />}>{children}</Suspense>
        </FailureBoundary>
      )}
    </QueryErrorResetBoundary>
  );

  if (!fullPage) return <div className="mx-auto w-full max-w-sm py-6">{content}</div>;
  return (
    <GateScreen
      brand={
        <FailureBoundary fallback={() => null}>
          <Suspense>{brand}</Suspense>
        </FailureBoundary>
      }
    >
      {content}
    </GateScreen>
  );
}

/** Shown while the project is read; after some seconds it says that it is taking long. */
function LoadingPage() {
  return (
    <div className="flex flex-col gap-5" aria-busy="true">
      <Spinner label="Loading" className="sr-only" />
      <Skeleton className="mx-auto h-7 w-44" />
      <Skeleton className="mt-3 h-10" />
      <Skeleton className="h-10" />
      <Skeleton className="h-10" />
      <p className="animate-late text-center text-sm text-ink-soft">Still loading. Your connection may be slow.</p>
    </div>
  );
}
