import { createContext, type RefObject, useContext, useEffect, useReducer, useSyncExternalStore } from "react";
import { keys } from "../queries/keys";
import { useIsMutating } from "../queries/query-hooks";
import { useApp } from "./use-app";

/**
 * Path, query and hash of the page; undefined on a server and while its markup is hydrated, which cannot see them. Does not
 * follow later changes: pages of the handler are left by navigation.
 */
export function useLocation(): string | undefined {
  return useSyncExternalStore(subscribe, currentLocation, () => undefined);
}

const subscribe = () => () => undefined;

function currentLocation(): string {
  const { pathname, search, hash } = window.location;
  return pathname + search + hash;
}

/** Goes to the app's home page; undefined, so that no button offers it, for an app whose `urls.home` is empty. */
export function useGoHome(): (() => Promise<void>) | undefined {
  const app = useApp();
  return app.urls.home ? () => app.redirectToHome() : undefined;
}

/** Says whether pages focus their first field. An element in the middle of a website's page must not take the focus. */
export const FirstFieldFocusContext = createContext(true);

/**
 * Focuses the first field inside of `container` once that is shown. Pages use it, not forms: a form that focused its own
 * field would take the focus from the tabs above it.
 */
export function useFirstFieldFocus(container: RefObject<HTMLElement | null>): void {
  const isWanted = useContext(FirstFieldFocusContext);
  useEffect(() => {
    const field = isWanted && container.current?.querySelector<HTMLElement>("input:not([readonly])");
    // On a small window, or a zoomed page, the heading above it stays in sight.
    if (field) field.focus({ preventScroll: true });
  }, [container, isWanted]);
}

/** Tells whether a sign-in or sign-up is in progress, its redirect included. Its mutation has the key `keys.authentication`. */
export function useIsAuthenticating(): boolean {
  return useIsMutating({ mutationKey: keys.authentication }) > 0;
}

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
