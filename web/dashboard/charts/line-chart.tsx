import { type KeyboardEvent, type PointerEvent, useId, useState } from "react";
import { useTranslation } from "../translation/use-translation";

interface LineChartProps {
  /** Names what is counted, such as "Sign-ups". */
  label: string;
  days: readonly DayValue[];
  /** The number of a day in words, such as "3 sign-ups". */
  valueText: (value: number) => string;
}

/**
 * A number over days as a line, as wide as its container. The pointer and the arrow keys choose the day whose number is
 * shown; screen readers have a table as well.
 */
export function LineChart({ label, days, valueText }: LineChartProps) {
  const t = useTranslation();
  const [chosen, setChosen] = useState<number>();
  const ticks = ticksOf(days.map(({ value }) => value));
  const top = ticks[2] ?? 1;
  const last = days.length - 1;
  const number = new Intl.NumberFormat(t.language, { notation: "compact" });
  const x = (index: number) => (last <= 0 ? 0 : (index / last) * 100);
  // What is below zero is drawn at zero: its number is shown for the day.
  const y = (value: number) => 100 - (Math.max(value, 0) / top) * 100;
  const short = (date: string) => dayText(date, t.language, { month: "short", day: "numeric" });
  const shown = chosen === undefined ? undefined : days[Math.min(chosen, last)];
  const index = shown ? days.indexOf(shown) : last;

  function point(event: PointerEvent<HTMLDivElement>) {
    const { left, width } = event.currentTarget.getBoundingClientRect();
    const position = Math.round(((event.clientX - left) / width) * last);
    setChosen(Math.max(0, Math.min(last, position)));
  }

  function move(event: KeyboardEvent<HTMLDivElement>) {
    if (event.key === "Escape") return setChosen(undefined);
    const target = { ArrowLeft: index - 1, ArrowRight: index + 1, Home: 0, End: last }[event.key];
    if (target === undefined) return;
    event.preventDefault();
    setChosen(Math.max(0, Math.min(last, target)));
  }

  return (
    <figure className="flex min-w-0 flex-col gap-2" aria-label={label}>
      <div dir="ltr" className="flex h-44 gap-2">
        <div
          aria-hidden="true"
          className="flex w-8 flex-col-reverse justify-between text-end text-2xs leading-none text-ink-soft tabular-nums"
        >
          {ticks.map((tick) => (
            <span key={tick}>{number.format(tick)}</span>
          ))}
        </div>
        <div
          role="slider"
          tabIndex={0}
          aria-label={t("Day of {label}", { label })}
          aria-valuemin={0}
          aria-valuemax={last}
          aria-valuenow={index}
          aria-valuetext={dayValueText(days[index], t.language, valueText)}
          onPointerMove={point}
          onPointerDown={point}
          onPointerLeave={() => setChosen(undefined)}
          onFocus={(event) => event.currentTarget.matches(":focus-visible") && setChosen(index)}
          onBlur={() => setChosen(undefined)}
          onKeyDown={move}
          className="relative my-1 min-w-0 flex-1 touch-pan-y rounded-sm outline-none focus-visible:outline-2 focus-visible:outline-offset-4 focus-visible:outline-accent"
        >
          <Line ticks={ticks} points={days.map(({ value }, index) => [x(index), y(value)])} y={y} />
          {shown && (
            <div aria-hidden="true" className="pointer-events-none">
              <span className="absolute inset-y-0 w-px bg-line-strong" style={{ left: `${x(index)}%` }} />
              <span
                className="absolute size-2.5 -translate-x-1/2 -translate-y-1/2 rounded-full border-2 border-surface bg-accent"
                style={{ left: `${x(index)}%`, top: `${y(shown.value)}%` }}
              />
              <span
                className="absolute -top-1 z-10 flex -translate-y-full flex-col rounded-control border border-line bg-raised px-2.5 py-1.5 text-2xs whitespace-nowrap text-ink-soft shadow-card"
                style={x(index) > 50 ? { right: `${100 - x(index)}%` } : { left: `${x(index)}%` }}
              >
                {dayText(shown.date, t.language, { dateStyle: "medium" })}
                <strong className="text-sm font-semibold text-ink">{valueText(shown.value)}</strong>
              </span>
            </div>
          )}
        </div>
      </div>
      <div dir="ltr" aria-hidden="true" className="flex justify-between ps-10 text-2xs text-ink-soft">
        {[0, Math.floor(last / 2), last].map((day) => {
          const date = days[day]?.date;
          return date && <span key={day}>{short(date)}</span>;
        })}
      </div>
      <DayTable label={label} days={days} />
    </figure>
  );
}

interface LineProps {
  ticks: readonly number[];
  points: readonly (readonly [x: number, y: number])[];
  y: (value: number) => number;
}

/** The line with the area below it, on its grid, in a hundred units of width and height. */
function Line({ ticks, points, y }: LineProps) {
  const gradient = useId();
  const line = points.map(([x, y]) => `${x.toFixed(2)},${y.toFixed(2)}`).join(" ");
  return (
    <svg
      viewBox="0 0 100 100"
      preserveAspectRatio="none"
      aria-hidden="true"
      className="absolute inset-0 size-full overflow-visible text-accent"
    >
      <defs>
        <linearGradient id={gradient} x1="0" y1="0" x2="0" y2="1">
          <stop offset="0" stopColor="currentColor" stopOpacity="0.22" />
          <stop offset="1" stopColor="currentColor" stopOpacity="0.02" />
        </linearGradient>
      </defs>
      {ticks.map((tick) => (
        <line
          key={tick}
          x1="0"
          x2="100"
          y1={y(tick)}
          y2={y(tick)}
          className="stroke-line"
          strokeDasharray={tick === 0 ? undefined : "3 4"}
          vectorEffect="non-scaling-stroke"
        />
      ))}
      <polygon points={`0,100 ${line} 100,100`} fill={`url(#${gradient})`} />
      <polyline
        points={line}
        fill="none"
        stroke="currentColor"
        strokeWidth="2"
        strokeLinejoin="round"
        strokeLinecap="round"
        vectorEffect="non-scaling-stroke"
      />
    </svg>
  );
}

/** The numbers, for screen readers. */
function DayTable({ label, days }: { label: string; days: readonly DayValue[] }) {
  const t = useTranslation();
  return (
    <div className="sr-only">
      <table>
        <caption>{label}</caption>
        <thead>
          <tr>
            <th scope="col">{t("Day")}</th>
            <th scope="col">{label}</th>
          </tr>
        </thead>
        <tbody>
          {days.map(({ date, value }) => (
            <tr key={date}>
              <th scope="row">{dayText(date, t.language, { dateStyle: "medium" })}</th>
              <td>{value.toLocaleString(t.language)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function dayValueText(day: DayValue | undefined, language: string, valueText: (value: number) => string) {
  return day && `${dayText(day.date, language, { dateStyle: "medium" })}: ${valueText(day.value)}`;
}

/** A number for a day in UTC. */
export interface DayValue {
  /** As `2026-01-31`. */
  readonly date: string;
  readonly value: number;
}

/** The labels of the axis of whole numbers: from 0 to a round number that is no smaller than any value. */
export function ticksOf(values: readonly number[]): number[] {
  const most = Math.max(...values, 1);
  if (most <= 2) return [0, 1, 2];
  const magnitude = 10 ** Math.floor(Math.log10(most));
  // All are even where they are small, so that the tick in the middle is a whole number as well.
  const steps = magnitude === 1 ? [4, 6, 8, 10] : [1, 2, 3, 4, 6, 8, 10];
  const top = (steps.find((step) => step * magnitude >= most) ?? 10) * magnitude;
  return [0, top / 2, top];
}

/** Returns how much more there was on the latest days than on as many days before; null where that is not known. */
export function changeOf(days: readonly DayValue[], range: number): number | null {
  if (days.length < 2 * range) return null;
  const before = sumOf(days.slice(-2 * range, -range));
  return before === 0 ? null : (sumOf(days.slice(-range)) - before) / before;
}

export function sumOf(days: readonly DayValue[]): number {
  return days.reduce((sum, { value }) => sum + value, 0);
}

/** A day of metrics as a date; it is midnight in UTC, so it is formatted in that time zone. */
export function dayText(date: string, language: string, options: Intl.DateTimeFormatOptions): string {
  return new Date(`${date}T00:00:00Z`).toLocaleDateString(language, { ...options, timeZone: "UTC" });
}
