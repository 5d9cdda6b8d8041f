import { useCallback, useSyncExternalStore } from "react";
import { appInternals } from "../../kit/app/internals";
import type { RequestWait } from "../../kit/requests/connectivity";
import { useApp } from "./use-app";

/** What the requests of the page wait for; null for nothing. */
export function useRequestWait(): RequestWait | null {
  const { connectivity } = useApp()[appInternals];
  const subscribe = useCallback((listener: () => void) => connectivity.onChange(listener), [connectivity]);
  return useSyncExternalStore(
    subscribe,
    () => connectivity.current,
    () => null,
  );
}
