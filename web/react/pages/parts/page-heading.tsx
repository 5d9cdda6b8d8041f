import type { ReactNode } from "react";

/** The name of a page with a form, and a line below it. */
export function PageHeading({ title, children }: { title: string; children?: ReactNode }) {
  return (
    <header className="flex flex-col gap-1.5 text-center">
      <h1 part="heading" className="text-2xl font-semibold tracking-tight text-ink">
        {title}
      </h1>
      {children && <p className="text-sm text-ink-soft">{children}</p>}
    </header>
  );
}
