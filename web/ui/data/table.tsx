import ArrowDownIcon from "lucide-react/icons/arrow-down";
import ArrowUpIcon from "lucide-react/icons/arrow-up";
import type { ComponentProps, ReactNode } from "react";
import { classNames } from "../theme/class-names";

export type TableProps = ComponentProps<"table"> & {
  /** The name of the table, for screen readers. */
  caption: string;
  /** Is true if it fills the rest of a card instead of being a box of its own. */
  isInCard?: boolean;
};

/** A table that scrolls horizontally on narrow screens. */
export function Table({ caption, isInCard = false, className, children, ...rest }: TableProps) {
  return (
    <div
      className={classNames(
        "relative overflow-x-auto border-line",
        isInCard
          ? "-mx-5 -mb-5 rounded-b-card border-t sm:-mx-6 sm:[&_:is(th,td):first-child]:ps-6 sm:[&_:is(th,td):last-child]:pe-6"
          : "rounded-card border bg-surface shadow-xs",
      )}
    >
      <table {...rest} className={classNames("w-full border-collapse text-start text-sm", className)}>
        <caption className="sr-only">{caption}</caption>
        {children}
      </table>
    </div>
  );
}

export function TableHead({ children }: { children: ReactNode }) {
  return (
    <thead className="border-b border-line bg-canvas text-2xs text-ink-soft">
      <tr>{children}</tr>
    </thead>
  );
}

export type SortDirection = "ascending" | "descending";

/** A column header; with `onSort` it is a button that shows the sort direction. */
export function ColumnHeader({
  sort,
  onSort,
  className,
  children,
}: {
  sort?: SortDirection;
  onSort?: () => void;
  className?: string;
  children?: ReactNode;
}) {
  const Arrow = sort === "descending" ? ArrowDownIcon : ArrowUpIcon;
  return (
    <th
      scope="col"
      aria-sort={onSort ? (sort ?? "none") : undefined}
      className={classNames(
        "px-2.5 py-2.5 text-start font-medium whitespace-nowrap first:ps-5 last:pe-4 sm:px-4 sm:last:pe-5",
        className,
      )}
    >
      {onSort ? (
        <button type="button" onClick={onSort} className="inline-flex items-center gap-1 rounded hover:text-ink">
          {children}
          <Arrow className={classNames("size-3.5", !sort && "opacity-0")} aria-hidden="true" />
        </button>
      ) : (
        children
      )}
    </th>
  );
}

export function TableBody(props: ComponentProps<"tbody">) {
  return <tbody {...props} className={classNames("divide-y divide-line", props.className)} />;
}

export function TableRow(props: ComponentProps<"tr">) {
  return <tr {...props} className={classNames("transition-colors hover:bg-canvas", props.className)} />;
}

export function TableCell(props: ComponentProps<"td">) {
  return (
    <td
      {...props}
      className={classNames("px-2.5 py-3 align-middle first:ps-5 last:pe-4 sm:px-4 sm:last:pe-5", props.className)}
    />
  );
}
