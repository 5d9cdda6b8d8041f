import type { ReactNode } from "react";
import { Arches } from "../brand/arches";
import { classNames } from "../theme/class-names";
import { useLanguageAttributes } from "../translation/use-translation";

/**
 * Of a page that fills the window, also where a website mounts it in an element of less width. What it paints beyond its own
 * edges makes nothing scroll, as a margin would beside a scroll bar.
 */
export const wholeWindow = "min-h-dvh bg-canvas [border-image:conic-gradient(var(--gh-canvas)_0_0)_fill_0//0_100vw]";

/**
 * Shows a page with one form or message on a centered card in the shape of an arch, and a line below it. On phones the card fills
 * the page.
 */
export function CenteredPage({
  brand,
  footer,
  children,
}: {
  brand: ReactNode;
  footer?: ReactNode;
  children: ReactNode;
}) {
  return (
    <div
      {...useLanguageAttributes()}
      className={classNames(
        wholeWindow,
        "flex flex-col items-center overflow-hidden sm:justify-center sm:px-6 sm:py-10",
      )}
    >
      <div className="relative isolate flex w-full flex-1 flex-col sm:max-w-104 sm:flex-none">
        <Arches className="-bottom-[100dvh]" />
        <main className="flex flex-1 flex-col px-6 pt-14 pb-10 sm:rounded-t-[50%_7.5rem] sm:rounded-b-card sm:border sm:border-line sm:bg-surface sm:px-10 sm:pt-11 sm:pb-10 sm:shadow-card">
          <div className="mb-8 flex min-h-7 justify-center">{brand}</div>
          {children}
        </main>
        {footer && <footer className="px-6 pb-6 text-center text-sm text-ink-soft sm:pt-5 sm:pb-0">{footer}</footer>}
      </div>
    </div>
  );
}
