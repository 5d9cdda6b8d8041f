import { useMatches } from "@tanstack/react-router";
import { type ReactNode, Suspense, useEffect, useRef } from "react";
import { Recoverable } from "../../react/components/recoverable";
import { Skeleton, Spinner } from "../../ui/feedback/spinner";
import { useFrame } from "../../ui/layout/frame-skeleton";
import { insteadOfGoneProject } from "../shell/project-gone";
import { useTranslation } from "../translation/use-translation";

const contentId = "content";

/** The first stop of the Tab key: skips the navigation. */
export function SkipLink() {
  const t = useTranslation();
  return (
    <a
      href={`#${contentId}`}
      className="sr-only z-60 rounded-control bg-accent px-4 py-2.5 text-sm font-medium text-on-accent focus-visible:not-sr-only focus-visible:fixed focus-visible:top-3 focus-visible:left-3 focus-visible:px-4 focus-visible:py-2.5"
    >
      {t("Skip to content")}
    </a>
  );
}

/** The main part of a page, with its loading and error states. */
export function PageLayout({ children }: { children: ReactNode }) {
  // Of the page that is shown: the location is the next page's already while this one is being left.
  const pathname = useMatches({ select: (matches) => matches.at(-1)?.pathname });
  const main = useRef<HTMLElement>(null);
  const shownPath = useRef(pathname);
  useFrame();

  useEffect(() => {
    // Keyboard and screen reader start at the top of a new page, as after a full load.
    if (shownPath.current === pathname) return;
    shownPath.current = pathname;
    main.current?.focus({ preventScroll: true });
  }, [pathname]);

  return (
    <main
      ref={main}
      id={contentId}
      tabIndex={-1}
      className="mx-auto mb-[var(--gh-toasts,0px)] flex w-full max-w-6xl min-w-0 flex-1 flex-col px-4 py-6 outline-none sm:px-8 sm:py-9"
    >
      <Recoverable key={pathname} instead={insteadOfGoneProject}>
        <Suspense fallback={<LoadingPage />}>{children}</Suspense>
      </Recoverable>
    </main>
  );
}

function LoadingPage() {
  const t = useTranslation();
  return (
    <div className="flex flex-col gap-6" aria-busy="true">
      <Spinner label={t("Loading")} className="sr-only" />
      <div className="flex flex-col gap-1.5">
        <Skeleton className="h-8 w-52" />
        <Skeleton className="h-5 w-80 max-w-full" />
      </div>
      <Skeleton className="h-72 rounded-card" />
      <p className="animate-late text-sm text-ink-soft">{t("Still loading. Your connection may be slow.")}</p>
    </div>
  );
}
