import { useSecondsUntil } from "../hooks/use-seconds-until";

/** How long the next attempt waits, in milliseconds since the epoch, counting down. */
export function RateLimitNote({ until }: { until: number }) {
  const seconds = useSecondsUntil(until);
  return (
    <span data-wait="">
      Too many attempts. We try again in {/* Announced once with the text around it, not every second. */}
      <span role="timer" aria-live="off" className="tabular-nums">
        {formatSeconds(seconds)}
      </span>
      .
    </span>
  );
}

/** `45 s`, or from a minute on `4 min 5 s`. */
function formatSeconds(seconds: number): string {
  const minutes = Math.floor(seconds / 60);
  return minutes > 0 ? `${minutes} min ${seconds % 60} s` : `${seconds} s`;
}
