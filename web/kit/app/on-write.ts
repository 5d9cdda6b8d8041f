import type { Connection } from "../connection/connection";
import { refreshedBy } from "../requests/refreshed-by";
import type { Resource } from "../requests/writes";

// Imported by what keeps a cache. An app alone does not need to know what a write changes.

/**
 * Calls `listener` with what each write of an app has to be read again, before the write's promise resolves, which waits for
 * the listener's. Returns what stops it.
 */
export function onWrite(
  { writes }: Pick<Connection, "writes">,
  listener: (changed: readonly Resource[]) => void | Promise<void>,
): () => void {
  return writes.onWrite(async (write) => {
    const changed = typeof write === "string" ? refreshedBy(write) : write;
    if (changed.length > 0) await listener(changed);
  });
}
