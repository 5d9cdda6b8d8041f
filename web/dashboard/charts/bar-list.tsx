import { type ReactNode, useState } from "react";
import { Button } from "../../ui/buttons/button";
import { classNames } from "../../ui/theme/class-names";
import { useTranslation } from "../translation/use-translation";

/** Limits the rows that are shown before a person asks for all. */
const shownRows = 6;

interface BarRow {
  readonly id: string;
  readonly name: string;
  readonly icon?: ReactNode;
  readonly value: number;
  /** Makes a link of the name, which covers the row. */
  readonly link?: ((name: string, className: string) => ReactNode) | undefined;
}

const linkedClasses =
  "hover:underline after:absolute after:inset-0 after:rounded-control outline-none focus-visible:after:outline-2 focus-visible:after:-outline-offset-2 focus-visible:after:outline-accent";

interface BarListProps {
  label: string;
  rows: readonly BarRow[];
  /** Says what all of it is, where rows overlap or leave something out; their sum where this is left out. */
  whole?: number;
  /** Writes a value. Where this is left out, the number is shown as it is. */
  valueText?: (value: number) => string;
  /** Stands in its place while there is nothing. */
  empty: ReactNode;
}

/** A ranked list: each row has a bar as long as its part of the whole. */
export function BarList({ label, rows, whole, valueText, empty }: BarListProps) {
  const t = useTranslation();
  const [isWhole, setIsWhole] = useState(false);
  const sum = rows.reduce((total, { value }) => total + value, 0);
  const all = whole ?? sum;
  if (sum === 0) return <p className="py-6 text-center text-sm text-ink-soft">{empty}</p>;
  const ranked = [...rows].sort((a, b) => b.value - a.value || a.name.localeCompare(b.name, t.language));
  const percent = new Intl.NumberFormat(t.language, { style: "percent", maximumFractionDigits: 0 });

  return (
    <div className="flex flex-col items-start gap-3">
      <ol aria-label={label} className="flex w-full flex-col gap-1.5">
        {(isWhole ? ranked : ranked.slice(0, shownRows)).map(({ id, name, icon, value, link }) => (
          <li
            key={id}
            className="relative flex min-h-8 items-center gap-2.5 overflow-hidden rounded-control px-2.5 text-sm"
          >
            <span
              aria-hidden="true"
              className="absolute inset-y-0 start-0 rounded-control bg-accent-soft"
              style={{ width: `${Math.max((value / all) * 100, 1)}%` }}
            />
            {icon && <span className="relative flex">{icon}</span>}
            <span className={classNames("min-w-0 flex-1 truncate text-ink", link ? "z-1" : "relative")}>
              {link ? link(name, linkedClasses) : name}
            </span>
            <span className="relative text-ink tabular-nums">
              {valueText?.(value) ?? value.toLocaleString(t.language)}
            </span>
            <span className="relative w-11 text-end text-ink-soft tabular-nums">{percent.format(value / all)}</span>
          </li>
        ))}
      </ol>
      {ranked.length > shownRows && (
        <Button variant="ghost" size="small" onClick={() => setIsWhole(!isWhole)}>
          {isWhole ? t("Show fewer") : t("Show all {count}", { count: ranked.length })}
        </Button>
      )}
    </div>
  );
}
