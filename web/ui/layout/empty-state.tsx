import type { ReactNode } from "react";

/** Shown in place of an empty list: why it is empty, and what to do next. */
export function EmptyState({
  icon,
  title,
  children,
  action,
}: {
  icon?: ReactNode;
  title: string;
  children?: ReactNode;
  action?: ReactNode;
}) {
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
        <h2 className="text-base font-semibold tracking-tight text-ink">{title}</h2>
        {children && <div className="text-sm text-ink-soft">{children}</div>}
      </div>
      {action}
    </div>
  );
}
