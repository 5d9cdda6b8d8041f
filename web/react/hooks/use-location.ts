import { useSyncExternalStore } from "react";

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
