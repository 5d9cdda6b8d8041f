import { QueryErrorResetBoundary } from "@tanstack/react-query";
import { type ReactNode, Suspense } from "react";
import { Skeleton, Spinner } from "../ui/feedback/spinner";
import { CenteredPage } from "../ui/layout/centered-page";
import { MessageCard } from "../ui/layout/message-card";
import { WidePage } from "../ui/layout/wide-page";
import { FailureBoundary } from "./failure-boundary";
import { describeFailure } from "./failure-wording";

/**
 * Where a handler page stands: on a `fullPage` of its own under an arch, or as a bare card inside the website's page.
 * A `wide` page has room for more than one card. What is still loading, and what could not be loaded, is shown inside
 * the same frame.
 */
export function PageFrame({
  fullPage = false,
  wide = false,
  brand,
  children,
}: {
  fullPage?: boolean;
  wide?: boolean;
  /** Logo or name above the content of a full page. */
  brand?: ReactNode;
  children: ReactNode;
}) {
  const content = (
    <QueryErrorResetBoundary>
      {({ reset }) => (
        <FailureBoundary
          fallback={(error, tryAgain) => (
            <div className="mx-auto w-full max-w-sm">
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
            </div>
          )}
        >
          <Suspense fallback={<LoadingPage wide={wide} />}>{children}</Suspense>
        </FailureBoundary>
      )}
    </QueryErrorResetBoundary>
  );

  if (!fullPage) return <div className={`mx-auto w-full py-6 ${wide ? "max-w-5xl" : "max-w-sm"}`}>{content}</div>;
  const Screen = wide ? WidePage : CenteredPage;
  return (
    <Screen
      brand={
        <FailureBoundary fallback={() => null}>
          <Suspense>{brand}</Suspense>
        </FailureBoundary>
      }
    >
      {content}
    </Screen>
  );
}

/** Shown while the project is read; after some seconds it says that it is taking long. */
function LoadingPage({ wide }: { wide: boolean }) {
  return (
    <div className="flex flex-col gap-5" aria-busy="true">
      <Spinner label="Loading" className="sr-only" />
      <Skeleton className={wide ? "h-8 w-52" : "mx-auto h-7 w-44"} />
      <Skeleton className={wide ? "mt-3 h-48 rounded-card" : "mt-3 h-10"} />
      <Skeleton className={wide ? "h-48 rounded-card" : "h-10"} />
      <Skeleton className={wide ? "hidden" : "h-10"} />
      <p className="animate-late text-center text-sm text-ink-soft">Still loading. Your connection may be slow.</p>
    </div>
  );
}
