import type { ReactNode } from "react";
import { classNames } from "../theme/class-names";
import { useTranslation } from "../translation/use-translation";
import { wholeWindow } from "./centered-page";

/** A page for several cards, between the brand and a line. */
export function WidePage({ brand, footer, children }: { brand: ReactNode; footer?: ReactNode; children: ReactNode }) {
  return (
    <div lang={useTranslation().language} className={classNames(wholeWindow, "flex flex-col")}>
      <header className="mx-auto flex w-full max-w-5xl items-center px-4 py-3 sm:px-8 sm:py-5">{brand}</header>
      <main className="mx-auto w-full max-w-5xl flex-1 px-4 pt-3 pb-16 sm:px-8">{children}</main>
      {footer && <footer className="px-4 pb-6 text-center text-sm text-ink-soft">{footer}</footer>}
    </div>
  );
}
