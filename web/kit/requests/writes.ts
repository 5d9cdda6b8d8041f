import { isKnownError, type KnownError } from "../errors/known-error";

/** What can be read again after a write. */
export type Resource =
  | "current-user"
  | "users"
  | "contact-channels"
  | "oauth-providers"
  | "passkeys"
  | "recovery-codes"
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

/** Lets the user show again who they are, where a write was refused without that; resolves to whether they did. */
export type Reauthenticator = (refusal: KnownError<"REAUTHENTICATION_REQUIRED">) => Promise<boolean>;

/** Where an app announces its writes. The kit keeps no cache; a layer that does (React) listens here. */
export class Writes {
  readonly #listeners = new Set<WriteListener>();
  /** Asks the user, if there is a page that can. */
  reauthenticator: Reauthenticator | undefined;
  /** Shared, so that writes which are refused together ask once. */
  #question: Promise<boolean> | undefined;
  #reauthentications = 0;

  /** Returns a function that stops the listening. */
  onWrite(listener: WriteListener): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** How often the user has shown again who they are. */
  get reauthentications(): number {
    return this.#reauthentications;
  }

  /**
   * Whether a refused write may be sent again, because the user has shown who they are since it was sent.
   * @param before {@link reauthentications} at that time
   */
  async mayRepeat(refusal: unknown, before: number): Promise<boolean> {
    if (this.reauthenticator === undefined || !isKnownError(refusal, "REAUTHENTICATION_REQUIRED")) return false;
    if (this.#reauthentications > before) return true;
    this.#question ??= this.reauthenticator(refusal).finally(() => {
      this.#question = undefined;
    });
    const isShown = await this.#question;
    if (isShown) this.#reauthentications += 1;
    return isShown;
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
