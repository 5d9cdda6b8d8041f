import type { Translate } from "../translation/translate";
import { useTranslation } from "../translation/use-translation";

/** Seconds of each unit, longest first. */
const units = [
  ["week", 604_800],
  ["day", 86_400],
  ["hour", 3_600],
  ["minute", 60],
  ["second", 1],
] as const;

const justNowSeconds = 15;
const relativeSeconds = 5 * 604_800;

/** "just now", "3 days ago", "in 2 hours", or a date such as "Jan 5, 2025" when it is more than five weeks away. */
export function formatRelativeTime(time: Date, now: Date, t: Translate): string {
  const seconds = (time.getTime() - now.getTime()) / 1_000;
  const distance = Math.abs(seconds);
  if (distance < justNowSeconds) return t("just now");
  if (distance > relativeSeconds) return time.toLocaleDateString(t.language, { dateStyle: "medium" });
  const [unit, length] = units.find(([, length]) => distance >= length) ?? ["second", 1];
  // A week that has just begun has 7 days left, not 6; what is past has lasted for whole units only.
  const count = seconds > 0 ? Math.round(seconds / length) : Math.trunc(seconds / length);
  return new Intl.RelativeTimeFormat(t.language).format(count, unit);
}

/** A point in time relative to now; hovering shows date and time. */
export function RelativeTime({ at, className }: { at: Date; className?: string }) {
  const t = useTranslation();
  return (
    <time
      dateTime={at.toISOString()}
      title={at.toLocaleString(t.language, { dateStyle: "full", timeStyle: "long" })}
      className={className}
    >
      {formatRelativeTime(at, new Date(), t)}
    </time>
  );
}
