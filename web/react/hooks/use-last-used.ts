import { useSyncExternalStore } from "react";
import type { GatehouseClientApp } from "../../kit";
import { neverChanges } from "../../ui/translation/use-translation";
import { useIsPrerendered } from "./prerendered";
import { useApp } from "./use-app";

/** Names a way to sign in: that of a tab, passkeys, or a provider by its id. */
type Method = "magic-link" | "password" | "passkey" | (string & {});

/** Names where the browser keeps the way that was used last. */
const key = "_STACK_AUTH.lastUsed";

/** Names where it keeps the ways that addresses used last. */
const byAddressKey = `${key}ByAddress`;

/** Limits for how many addresses a browser keeps that. */
const maxAddresses = 10;

/** Holds the way that the address used last which is typed at the moment. */
let ofTyped: Method | undefined;
const listeners = new Set<() => void>();

/** Returns the way in which this browser has signed in last. A server has no storage: its markup marks none. */
export function useLastUsed(): Method | null {
  return useOfBrowser(neverChanges, ofBrowser);
}

/** Returns the same of the address that is typed, if this browser has signed in with it. */
export function useLastUsedOfTyped(): Method | null {
  return useOfBrowser(onTyped, () => ofTyped ?? ofBrowser());
}

function useOfBrowser(subscribe: (listener: () => void) => () => void, read: () => Method | null): Method | null {
  // What the build has rendered looks alike for all ways, and keeps its fields as the browser hydrates it.
  const isPrerendered = useIsPrerendered();
  return useSyncExternalStore(subscribe, read, isPrerendered ? read : () => null);
}

const ofBrowser = () => kept(key);

function onTyped(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Keeps the way, also for an address if that is known. Without one, it is so once the user is. */
export function rememberLastUsed(method: Method | null, address?: string | null): void {
  if (!method) return;
  keep(key, method);
  if (!address) return;
  const others = waysByAddress().filter(([digest]) => digest !== digestOf(address));
  keep(byAddressKey, JSON.stringify([[digestOf(address), method], ...others].slice(0, maxAddresses)));
}

/** Keeps for the user's address what this browser was signed in with. */
export function rememberFor(address: string | null): void {
  rememberLastUsed(ofBrowser(), address);
}

/** Looks up the address in a field: in this browser, as a server would tell strangers what it knows. */
export function typeAddress(address: string): void {
  const found = waysByAddress().find(([digest]) => digest === digestOf(address))?.[1];
  if (found === ofTyped) return;
  ofTyped = found;
  for (const listener of listeners) listener();
}

function waysByAddress(): [digest: number, Method][] {
  return JSON.parse(kept(byAddressKey) ?? "[]");
}

/** FNV-1a, so that whoever looks into the storage does not read who uses the browser. */
function digestOf(address: string): number {
  let digest = 0x811c9dc5;
  for (const letter of address.trim().toLowerCase()) digest = Math.imul(digest ^ letter.charCodeAt(0), 0x01000193);
  return digest;
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
