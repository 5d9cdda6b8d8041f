import { useSyncExternalStore } from "react";
import { neverChanges } from "../../ui/translation/use-translation";
import { useIsPrerendered } from "./prerendered";

/** Names a way to sign in: that of a tab, passkeys, or a provider by its id. */
type Method = "magic-link" | "password" | "passkey" | (string & {});

/** Names where the browser keeps the way that was used last. */
const key = "_STACK_AUTH.lastUsed";

/** Returns the way in which this browser has signed in last. A server has no storage: its markup marks none. */
export function useLastUsed(): Method | null {
  // What the build has rendered looks alike for all ways, and keeps its fields as the browser hydrates it.
  const isPrerendered = useIsPrerendered();
  return useSyncExternalStore(neverChanges, readLastUsed, isPrerendered ? readLastUsed : () => null);
}

function readLastUsed(): Method | null {
  try {
    return localStorage.getItem(key);
  } catch {
    // A server has no storage, and a browser may deny it.
    return null;
  }
}

export function rememberLastUsed(method: Method): void {
  try {
    localStorage.setItem(key, method);
  } catch {
    // A convenience only.
  }
}
