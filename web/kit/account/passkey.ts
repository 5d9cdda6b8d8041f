import type { Caller } from "../requests/caller";
import type * as wire from "../requests/wire";
import type { Made } from "../rows/operation";

// Loaded when passkeys are shown: most pages never do.

/** A passkey of a user. A frozen snapshot: methods change the passkey, not the object. */
export class Passkey {
  readonly id: string;
  /** Is what the user calls it; at first the model of its authenticator, or the browser and system. */
  readonly name: string;
  readonly createdAt: Date;
  /** The last sign-in with it; undefined before the first. */
  readonly lastUsedAt: Date | undefined;
  readonly #caller: Caller;

  /** @internal */
  constructor(passkey: wire.Passkey, { caller }: Made) {
    this.id = passkey.id;
    this.name = passkey.name;
    this.createdAt = new Date(passkey.created_at_millis);
    this.lastUsedAt = passkey.last_used_at_millis === null ? undefined : new Date(passkey.last_used_at_millis);
    this.#caller = caller;
    Object.freeze(this);
  }

  /** Gives it another name, of at most 64 characters. */
  async rename(name: string): Promise<void> {
    const params = { passkey_id: this.id };
    await this.#caller.write("PATCH /auth/passkeys/{passkey_id}", { params, body: { name } });
  }

  /** Removes it: it signs in no more. The authenticator may go on offering it. */
  async delete(): Promise<void> {
    await this.#caller.write("DELETE /auth/passkeys/{passkey_id}", { params: { passkey_id: this.id } });
  }
}
