/** What a write changed, in the words of the reads that show it. */
export type Resource =
  | "current-user"
  | "users"
  | "contact-channels"
  | "oauth-providers"
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

/** Told of a write; a promise it returns holds the write's own promise back until whatever it refreshes is there. */
export type WriteListener = (changed: readonly Resource[]) => void | Promise<void>;

/** Where an app announces its writes. The kit keeps no cache; whoever does (the React layer) listens here. */
export class Writes {
  readonly #listeners = new Set<WriteListener>();

  /** Returns what stops the listening. */
  onWrite(listener: WriteListener): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** Resolves when every listener is done. The write itself has succeeded by now, so a listener's failure is its own. */
  async announce(changed: readonly Resource[]): Promise<void> {
    await Promise.allSettled([...this.#listeners].map(async (listener) => await listener(changed)));
  }
}
