import { type ReactNode, Suspense, use } from "react";
import { Skeleton, Spinner } from "../../ui/feedback/spinner";
import { LanguageButton } from "../../ui/forms/language-button";
import { CenteredPage, wholeWindow } from "../../ui/layout/centered-page";
import { MessageCard } from "../../ui/layout/message-card";
import { Name } from "../../ui/text/name";
import { classNames } from "../../ui/theme/class-names";
import { LanguageChoiceContext, useLanguageAttributes, useTranslation } from "../../ui/translation/use-translation";
import { Requested, WithSession } from "../hooks/server-rendering";
import { useProject } from "../hooks/use-project";
import { ConnectionNotice } from "./connection-notice";
import { ErrorBoundary, QueryErrorBoundary } from "./query-error-boundary";

/**
 * The layout around a handler page: a `fullPage` of its own, or a card inside the website's page. A `wide` page has room
 * for more than one card. Loading and failed states are shown inside the same layout.
 */
export function PageLayout({
  fullPage = false,
  wide = false,
  brand,
  footer,
  children,
}: {
  fullPage?: boolean;
  wide?: boolean;
  /** Logo or name above the content of a full page. */
  brand?: ReactNode;
  /** A line below the content of a full page. */
  footer?: ReactNode;
  children: ReactNode;
}) {
  const t = useTranslation();
  const language = useLanguageAttributes();
  const hasChoice = use(LanguageChoiceContext) !== null;
  const content = (
    <>
      <ConnectionNotice />
      <QueryErrorBoundary
        fallback={(message, retry) => (
          <div className="mx-auto w-full max-w-sm">
            <MessageCard
              title={t("This page could not be loaded")}
              primaryButtonText={t("Try again")}
              primaryAction={retry}
            >
              <p>{message}</p>
            </MessageCard>
          </div>
        )}
      >
        <Suspense fallback={<LoadingPage wide={wide} />}>
          <WithSession loading={<LoadingPage wide={wide} />}>{children}</WithSession>
        </Suspense>
      </QueryErrorBoundary>
    </>
  );

  if (!fullPage) {
    return (
      <div {...language} className={`mx-auto w-full py-6 ${wide ? "max-w-5xl" : "max-w-sm"}`}>
        {content}
      </div>
    );
  }
  const Screen = wide ? WidePage : CenteredPage;
  return (
    <Screen
      brand={
        <ErrorBoundary fallback={() => null}>
          <Suspense>
            <Requested>{brand}</Requested>
          </Suspense>
        </ErrorBoundary>
      }
      footer={
        (footer || hasChoice) && (
          <>
            {footer}
            <div className="mt-2">
              <LanguageButton />
            </div>
          </>
        )
      }
    >
      {content}
    </Screen>
  );
}

/** Shown while the page and its project load; after some seconds with a note that it takes long. */
export function LoadingPage({ wide = false }: { wide?: boolean }) {
  const t = useTranslation();
  return (
    <div className="flex flex-col gap-5" aria-busy="true">
      <Spinner label={t("Loading")} className="sr-only" />
      <Skeleton className={wide ? "h-8 w-52" : "mx-auto h-7 w-44"} />
      <Skeleton className={wide ? "mt-3 h-48 rounded-card" : "mt-3 h-10"} />
      <Skeleton className={wide ? "h-48 rounded-card" : "h-10"} />
      <Skeleton className={wide ? "hidden" : "h-10"} />
      <p className="animate-late text-center text-sm text-ink-soft">
        {t("Still loading. Your connection may be slow.")}
      </p>
    </div>
  );
}

/** A page for several cards, between the brand and a line. */
function WidePage({ brand, footer, children }: { brand: ReactNode; footer?: ReactNode; children: ReactNode }) {
  return (
    <div {...useLanguageAttributes()} className={classNames(wholeWindow, "flex flex-col")}>
      <header className="mx-auto flex w-full max-w-5xl items-center px-4 py-3 sm:px-8 sm:py-5">{brand}</header>
      <main className="mx-auto w-full max-w-5xl flex-1 px-4 pt-3 pb-16 sm:px-8">{children}</main>
      {footer && <footer className="px-4 pb-6 text-center text-sm text-ink-soft">{footer}</footer>}
    </div>
  );
}

/** The name of the project, above a full page. */
export function ProjectName() {
  const project = useProject();
  return (
    <span className="text-lg font-semibold tracking-tight text-ink">
      <Name>{project.displayName}</Name>
    </span>
  );
}
