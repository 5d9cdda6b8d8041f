import type { ReactNode } from "react";

/** Shown in place of an empty list, or of a whole page: why there is nothing, and what to do next. */
export function EmptyState({
  icon,
  title,
  children,
  action,
  isPage = false,
}: {
  icon?: ReactNode;
  title: string;
  children?: ReactNode;
  action?: ReactNode;
  /** Is true if there is nothing else on the page. */
  isPage?: boolean;
}) {
  const Heading = isPage ? "h1" : "h2";
  return (
    <div className="flex flex-col items-center gap-4 px-6 py-14 text-center">
      {icon && (
        <span
          aria-hidden="true"
          className="flex h-14 w-12 items-center justify-center rounded-t-full rounded-b-control bg-accent-soft text-accent [&_svg]:size-5"
        >
          {icon}
        </span>
      )}
      <div className="flex max-w-sm flex-col gap-1">
        <Heading className="text-base font-semibold tracking-tight text-ink">{title}</Heading>
        {children && <div className="text-sm text-ink-soft">{children}</div>}
      </div>
      {action}
    </div>
  );
}
