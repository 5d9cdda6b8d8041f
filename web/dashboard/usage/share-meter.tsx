import { useId } from "react";
import { classNames } from "../../ui/theme/class-names";
import { useTranslation } from "../translation/use-translation";

/** A bar that says how much of a quota is used, with the numbers beside it, and a note below. */
export function ShareMeter({
  name,
  share,
  text,
  note,
}: {
  name: string;
  share: number;
  text: string;
  note?: string | undefined;
}) {
  const t = useTranslation();
  const id = useId();
  // Rounded down, so that it says 100 only of what is full.
  const percent = (Math.floor(share * 100) / 100).toLocaleString(t.language, { style: "percent" });
  return (
    <div className="flex min-w-0 flex-col gap-2 text-sm">
      <div className="flex flex-wrap items-baseline justify-between gap-x-4">
        <span id={id} className="font-medium text-ink">
          {name}
        </span>
        <span aria-hidden="true" className="text-ink-soft tabular-nums">
          {text} · {percent}
        </span>
      </div>
      <meter aria-labelledby={id} aria-valuetext={`${text}, ${percent}`} value={share} className="sr-only" />
      <span aria-hidden="true" className="h-2 overflow-hidden rounded-full bg-line-strong/40">
        <span
          className={classNames(
            "block h-full rounded-full",
            share >= 1 ? "bg-danger" : share >= 0.8 ? "bg-warning" : "bg-accent",
          )}
          style={{ width: `${Math.min(share, 1) * 100}%` }}
        />
      </span>
      {note && <span className="text-ink-soft">{note}</span>}
    </div>
  );
}
