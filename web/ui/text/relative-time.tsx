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

const relative = new Intl.RelativeTimeFormat("en");
const day = new Intl.DateTimeFormat("en", { dateStyle: "medium" });
const precise = new Intl.DateTimeFormat("en", { dateStyle: "full", timeStyle: "long" });

/** "just now", "3 days ago", "in 2 hours", or a date such as "Jan 5, 2025" when it is more than five weeks away. */
export function formatRelativeTime(time: Date, now: Date): string {
  const seconds = (time.getTime() - now.getTime()) / 1_000;
  const distance = Math.abs(seconds);
  if (distance < justNowSeconds) return "just now";
  if (distance > relativeSeconds) return day.format(time);
  const [unit, length] = units.find(([, length]) => distance >= length) ?? ["second", 1];
  // A week that has just begun has 7 days left, not 6; what is past has lasted for whole units only.
  const count = seconds > 0 ? Math.round(seconds / length) : Math.trunc(seconds / length);
  return relative.format(count, unit);
}

/** A point in time relative to now; hovering shows date and time. */
export function RelativeTime({ at, className }: { at: Date; className?: string }) {
  return (
    <time dateTime={at.toISOString()} title={precise.format(at)} className={className}>
      {formatRelativeTime(at, new Date())}
    </time>
  );
}
