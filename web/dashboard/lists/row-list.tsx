import { Children, type ReactNode } from "react";
import { Button } from "../../ui/buttons/button";

/** The rows of a card, or what is said where there is none. */
export function RowList({ label, empty, children }: { label: string; empty?: ReactNode; children: ReactNode }) {
  if (empty && Children.count(children) === 0) return <EmptyRows>{empty}</EmptyRows>;
  return (
    <ul aria-label={label} className="-my-2 flex flex-col divide-y divide-line">
      {children}
    </ul>
  );
}

/** One thing of a list: what it is, what else there is to say of it, and what can be done with it. */
export function Row({
  title,
  badges,
  detail,
  actions,
}: {
  title: ReactNode;
  badges?: ReactNode;
  detail?: ReactNode;
  actions?: ReactNode;
}) {
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 py-3">
      <div className="flex min-w-0 flex-1 basis-56 flex-col gap-0.5 text-sm">
        <span className="flex flex-wrap items-center gap-x-2 gap-y-1 font-medium wrap-anywhere text-ink">
          {title}
          {badges}
        </span>
        {detail && <span className="wrap-anywhere text-ink-soft">{detail}</span>}
      </div>
      {actions && <div className="flex flex-wrap gap-2">{actions}</div>}
    </li>
  );
}

/** Something that can be done with a row. Its label says with which one. */
export function RowAction({
  variant = "secondary",
  label,
  onClick,
  children,
}: {
  variant?: "secondary" | "ghost";
  label: string;
  onClick: () => unknown;
  children: string;
}) {
  return (
    <Button variant={variant} size="small" aria-label={label} onClick={onClick}>
      {children}
    </Button>
  );
}

/** Said in place of an empty list: why it is empty, and what leads to its first row. */
export function EmptyRows({ children }: { children: ReactNode }) {
  return <div className="flex flex-col gap-3 text-sm text-ink-soft">{children}</div>;
}
