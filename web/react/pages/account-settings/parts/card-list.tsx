import { Children, type ReactNode } from "react";
import { classNames } from "../../../../ui/theme/class-names";

/** The note in a card whose list is empty. */
export function EmptyNote({ children }: { children: ReactNode }) {
  return <p className="rounded-control bg-sunken px-4 py-6 text-center text-sm text-ink-soft">{children}</p>;
}

/** The rows of a card, or a note where there are none. */
export function CardList({
  label,
  note,
  className = "-my-3",
  children,
}: {
  label: string;
  note?: string;
  /** Takes back the distance of the first and the last row from the card. */
  className?: string;
  children: ReactNode;
}) {
  if (note !== undefined && Children.count(children) === 0) return <EmptyNote>{note}</EmptyNote>;
  return (
    <ul aria-label={label} className={classNames("flex flex-col divide-y divide-line", className)}>
      {children}
    </ul>
  );
}
