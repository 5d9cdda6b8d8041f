import { appInternals } from "../../kit/app/internals";
import type { Translate } from "../../ui/translation/translate";
import { useTranslation } from "../../ui/translation/use-translation";
import { useSecondsUntil } from "../hooks/page-hooks";
import { useApp } from "../hooks/use-app";

/** Counts down to the next attempt, which is made at `until` (milliseconds since the epoch) unless the user stops it. */
export default function RateLimitNote({ until }: { until: number }) {
  const t = useTranslation();
  const { connectivity } = useApp()[appInternals];
  const seconds = useSecondsUntil(until);
  return (
    <span>
      {t.rich("Too many attempts. We try again in {time}. <stop>Stop waiting</stop>", {
        // Announced once with the text around it, not every second.
        time: (
          <span role="timer" aria-live="off" className="tabular-nums">
            {formatSeconds(seconds, t)}
          </span>
        ),
        stop: (text) => (
          <button
            type="button"
            onClick={() => connectivity.stopWaiting()}
            className="pointer-events-auto rounded-sm font-medium underline underline-offset-4"
          >
            {text}
          </button>
        ),
      })}
    </span>
  );
}

/** `45 s`, or from a minute on `4 min 5 s`. */
function formatSeconds(seconds: number, t: Translate): string {
  const minutes = Math.floor(seconds / 60);
  return minutes > 0
    ? t("{minutes} min {seconds} s", { minutes, seconds: seconds % 60 })
    : t("{seconds} s", { seconds });
}
