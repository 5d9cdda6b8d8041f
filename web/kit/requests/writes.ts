import { isKnownError, type KnownError } from "../errors/known-error";

/** Names what can be read again after a write. */
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
  | "permission-definitions"
  | "data-vault"
  | "items"
  | "billing"
  | "transactions"
  | "stripe-account"
  | "sent-emails"
  | "email-sends"
  | "email-themes"
  | "email-templates"
  | "email-drafts"
  | "email-previews"
  | "metrics"
  | "audit-events"
  | "webhooks";

/** A write as it is announced: the endpoint that was written to, or at once what has to be read again. */
type Write = string | readonly Resource[];

/** Called after a write; the write's own promise waits for the promise it returns. */
export type WriteListener = (write: Write) => void | Promise<void>;

/**
 * Called before a sign-out, which waits for the promise that it returns. `done` resolves when the sign-out and its redirect
 * are over, also when they have failed.
 */
export type SignOutListener = (done: Promise<void>) => void | Promise<void>;

/** Lets the user show again who they are, where a write was refused without that; resolves to whether they did. */
export type Reauthenticator = (refusal: KnownError<"REAUTHENTICATION_REQUIRED">) => Promise<boolean>;

/** An app announces its writes here. The kit keeps no cache; a layer that does (React) listens here. */
export class Writes {
  readonly #listeners = new Set<WriteListener>();
  readonly #signOutListeners = new Set<SignOutListener>();
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

  /** Returns a function that stops the listening. */
  onSignOut(listener: SignOutListener): () => void {
    this.#signOutListeners.add(listener);
    return () => this.#signOutListeners.delete(listener);
  }

  /** Lets `leave` end the session and redirect, as soon as the listeners to sign-outs agree; then announces it. */
  async signOut(leave: () => Promise<void>): Promise<void> {
    let finish = () => {};
    const done = new Promise<void>((resolve) => {
      finish = resolve;
    });
    await Promise.allSettled([...this.#signOutListeners].map(async (listener) => await listener(done)));
    await leave().finally(async () => {
      finish();
      // Not before: a cache that reads again may hold its results back until then.
      await done;
      await this.announce(["current-user"]);
    });
  }

  /** Counts how often the user has shown again who they are. */
  get reauthentications(): number {
    return this.#reauthentications;
  }

  /**
   * Tells whether a refused write may be sent again, because the user has shown who they are since it was sent.
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

  /** Resolves when every listener is done. The write has succeeded by now, so it does not fail with a listener. */
  async announce(write: Write): Promise<void> {
    await Promise.allSettled([...this.#listeners].map(async (listener) => await listener(write)));
  }
}
