import type { Redirects } from "../connection/redirects";
import { isKnownError } from "../errors/known-error";
import type { Caller } from "../requests/caller";
import type { ParamsOf } from "../requests/endpoints";
import type * as wire from "../requests/wire";
import { wireNames } from "../requests/wire-names";
import type { Made } from "../rows/operation";

export interface ContactChannelCreateOptions {
  readonly value: string;
  readonly type: "email";
  /** Is true if one can sign in with it; in a project an address can be used for that once. */
  readonly usedForAuth: boolean;
  readonly isPrimary?: boolean;
}

export interface ContactChannelUpdateOptions {
  readonly value?: string;
  readonly usedForAuth?: boolean;
  readonly isPrimary?: boolean;
}

type ChannelParams = ParamsOf<"PATCH /contact-channels/{user_id}/{contact_channel_id}">;

/** A way to reach a user; so far always an email address. `Changes` is what a tier may change of it. */
export class ContactChannel<Changes extends ContactChannelUpdateOptions = ContactChannelUpdateOptions> {
  readonly id: string;
  readonly value: string;
  readonly type: "email";
  readonly isVerified: boolean;
  readonly isPrimary: boolean;
  readonly usedForAuth: boolean;
  /** Is true where a link verified it without the user's session. It gets codes once the user has chosen them, or has no other way. */
  readonly isProvenByEmailAlone: boolean;
  readonly #caller: Caller;
  readonly #redirects: Redirects;
  readonly #params: ChannelParams;

  /** @internal */
  constructor(channel: wire.ContactChannel, { caller, connection, of }: Made<{ readonly address: string }>) {
    this.id = channel.id;
    this.value = channel.value;
    this.type = channel.type;
    this.isVerified = channel.is_verified;
    this.isPrimary = channel.is_primary;
    this.usedForAuth = channel.used_for_auth;
    this.isProvenByEmailAlone = channel.is_proven_by_email_alone ?? false;
    this.#caller = caller;
    this.#redirects = connection.redirects;
    this.#params = { user_id: of.address, contact_channel_id: channel.id };
    Object.freeze(this);
  }

  /**
   * Sends an email with a link that verifies this address. Does nothing if it is verified already.
   * @param options.callbackUrl the page the link leads to; outside a browser it must be given
   */
  async sendVerificationEmail(options: { readonly callbackUrl?: string } = {}): Promise<void> {
    const callback_url = this.#redirects.callbackUrl(options.callbackUrl, "emailVerification", "callbackUrl");
    try {
      await this.#caller.write("POST /contact-channels/{user_id}/{contact_channel_id}/send-verification-code", {
        params: this.#params,
        body: { callback_url },
      });
    } catch (error) {
      if (!isKnownError(error, "EMAIL_ALREADY_VERIFIED")) throw error;
    }
  }

  /** Changes the given fields. A new value has to be verified again. */
  async update(changes: Changes): Promise<void> {
    const body = wireNames<ContactChannelUpdateOptions>(changes);
    await this.#caller.write("PATCH /contact-channels/{user_id}/{contact_channel_id}", { params: this.#params, body });
  }

  /** Removes this address from the user. */
  async delete(): Promise<void> {
    await this.#caller.write("DELETE /contact-channels/{user_id}/{contact_channel_id}", { params: this.#params });
  }
}
