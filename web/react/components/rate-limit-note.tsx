import { appInternals } from "../../kit/app/internals";
import { useApp } from "../hooks/use-app";
import { useSecondsUntil } from "../hooks/use-seconds-until";

/** Counts down to the next attempt, which is made at `until` (milliseconds since the epoch) unless the user stops it. */
export function RateLimitNote({ until }: { until: number }) {
  const { connectivity } = useApp()[appInternals];
  const seconds = useSecondsUntil(until);
  return (
    <span data-wait="">
      Too many attempts. We try again in {/* Announced once with the text around it, not every second. */}
      <span role="timer" aria-live="off" className="tabular-nums">
        {formatSeconds(seconds)}
      </span>
      .{" "}
      <button
        type="button"
        onClick={() => connectivity.stopWaiting()}
        className="pointer-events-auto rounded-sm font-medium underline underline-offset-4"
      >
        Stop waiting
      </button>
    </span>
  );
}

/** `45 s`, or from a minute on `4 min 5 s`. */
function formatSeconds(seconds: number): string {
  const minutes = Math.floor(seconds / 60);
  return minutes > 0 ? `${minutes} min ${seconds % 60} s` : `${seconds} s`;
}
