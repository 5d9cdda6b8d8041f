/** What can be read again after a write. */
export type Resource =
  | "current-user"
  | "users"
  | "contact-channels"
  | "oauth-providers"
  | "passkeys"
  | "notification-categories"
  | "teams"
  | "team-members"
  | "team-invitations"
  | "sessions"
  | "project"
  | "owned-projects"
  | "internal-api-keys"
  | "api-keys"
  | "permissions"
  | "permission-definitions";

/** Called after a write; the write's own promise waits for the promise it returns. */
export type WriteListener = (changed: readonly Resource[]) => void | Promise<void>;

/** Where an app announces its writes. The kit keeps no cache; a layer that does (React) listens here. */
export class Writes {
  readonly #listeners = new Set<WriteListener>();

  /** Returns a function that stops the listening. */
  onWrite(listener: WriteListener): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** Announces what a write to an endpoint has to be read again. */
  async announceWrite(key: string): Promise<void> {
    if (this.#listeners.size === 0) return;
    const { refreshedBy } = await import("./refreshed-by");
    const changed = refreshedBy(key);
    if (changed.length > 0) await this.announce(changed);
  }

  /** Resolves when every listener is done. The write has succeeded by now, so it does not fail with a listener. */
  async announce(changed: readonly Resource[]): Promise<void> {
    await Promise.allSettled([...this.#listeners].map(async (listener) => await listener(changed)));
  }
}
