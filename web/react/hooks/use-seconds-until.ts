import { useEffect, useReducer } from "react";

/** Whole seconds until `time` (milliseconds since the epoch), counting down; 0 once it has passed. */
export function useSecondsUntil(time: number): number {
  const [, tick] = useReducer((ticks: number) => ticks + 1, 0);
  const remaining = Math.max(0, time - Date.now());
  const seconds = Math.ceil(remaining / 1000);

  // After each render: the next change is due when the current second is over.
  useEffect(() => {
    if (remaining === 0) return;
    const timer = setTimeout(tick, remaining - (seconds - 1) * 1000);
    return () => clearTimeout(timer);
  });
  return seconds;
}
