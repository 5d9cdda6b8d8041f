import type { ReactNode } from "react";

/** The title of a page with a description and the main actions. */
export function PageHeader({
  title,
  description,
  actions,
  above,
}: {
  title: string;
  description?: ReactNode;
  actions?: ReactNode;
  /** A line above the title, such as a link back. */
  above?: ReactNode;
}) {
  return (
    <header className="flex flex-wrap items-end justify-between gap-x-6 gap-y-4">
      {/* Where both do not fit beside each other, the description is broken before the actions move below it. */}
      <div className="flex min-w-0 flex-1 basis-72 flex-col gap-1.5">
        {above}
        <h1
          dir="auto"
          title={title}
          className="line-clamp-2 text-start text-2xl font-semibold tracking-tight wrap-anywhere text-ink"
        >
          {title}
        </h1>
        {description && <p className="max-w-prose text-sm text-ink-soft">{description}</p>}
      </div>
      {actions && <div className="flex flex-wrap gap-2">{actions}</div>}
    </header>
  );
}
