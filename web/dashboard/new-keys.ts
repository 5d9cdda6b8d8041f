import { useSyncExternalStore } from "react";
import type { AdminOwnedProject, InternalApiKeyFirstView } from "../kit";
import { expiryAfter } from "../ui/api-keys/lifetime-field";

/** The newest keys that were created in this window, by their project: the server shows secret ones once. */
const newKeys = new Map<string, InternalApiKeyFirstView>();
const listeners = new Set<() => void>();

/** Keeps new keys for the quick start of their project, until they are copied or the window is closed. */
export function keepNewKeys(projectId: string, keys: InternalApiKeyFirstView): void {
  newKeys.set(projectId, keys);
  for (const changed of listeners) changed();
}

export function forgetNewKeys(projectId: string): void {
  newKeys.delete(projectId);
  for (const changed of listeners) changed();
}

/** The new keys of a project that nobody has confirmed to have copied. */
export function useNewKeys(projectId: string): InternalApiKeyFirstView | undefined {
  return useSyncExternalStore(subscribe, () => newKeys.get(projectId));
}

function subscribe(changed: () => void): () => void {
  listeners.add(changed);
  return () => void listeners.delete(changed);
}

/** Creates and keeps the keys that a website and its backend begin with. */
export async function createFirstKeys({ id, app }: AdminOwnedProject, description: string): Promise<void> {
  const keys = await app.createInternalApiKey({
    description,
    expiresAt: expiryAfter("never", new Date()),
    hasPublishableClientKey: true,
    hasSecretServerKey: true,
    hasSuperSecretAdminKey: false,
  });
  keepNewKeys(id, keys);
}
