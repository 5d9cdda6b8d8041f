import { useSyncExternalStore } from "react";
import type { GatehouseClientApp } from "../../kit";
import { neverChanges } from "../../ui/translation/use-translation";
import { useIsPrerendered } from "./prerendered";
import { useApp } from "./use-app";

/** Names a way to sign in: that of a tab, passkeys, or a provider by its id. */
type Method = "magic-link" | "password" | "passkey" | (string & {});

/** Names where the browser keeps the way that was used last. */
const key = "_STACK_AUTH.lastUsed";

/** Returns the way in which this browser has signed in last. A server has no storage: its markup marks none. */
export function useLastUsed(): Method | null {
  const read = () => kept(key);
  // What the build has rendered looks alike for all ways, and keeps its fields as the browser hydrates it.
  const isPrerendered = useIsPrerendered();
  return useSyncExternalStore(neverChanges, read, isPrerendered ? read : () => null);
}

export function rememberLastUsed(method: Method): void {
  keep(key, method);
}

/** Says whether the session of this browser's user was ended elsewhere; not once there is a user again. */
export function useWasEnded(): boolean {
  const app = useApp();
  const isPrerendered = useIsPrerendered();
  const ended = useSyncExternalStore(
    neverChanges,
    () => kept(endedKey(app)),
    () => null,
  );
  return ended !== null && !isPrerendered;
}

/** For all tabs, as the others do not learn why they have no session any more. */
export function keepEnded(app: GatehouseClientApp, wasEnded: boolean): void {
  keep(endedKey(app), wasEnded ? "1" : null);
}

const endedKey = ({ projectId }: GatehouseClientApp) => `gatehouse-ended-${projectId}`;

function kept(key: string): string | null {
  try {
    return localStorage.getItem(key);
  } catch {
    // A server has no storage, and a browser may deny it.
    return null;
  }
}

function keep(key: string, value: string | null): void {
  try {
    if (value === null) localStorage.removeItem(key);
    else localStorage.setItem(key, value);
  } catch {
    // A convenience only.
  }
}
