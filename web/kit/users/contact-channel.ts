import type { Connection } from "../connection/connection";
import type { Redirects } from "../connection/redirects";
import { isKnownError } from "../errors/known-error";
import type { Caller } from "../requests/caller";
import { path, withQuery } from "../requests/path";
import type * as wire from "../requests/wire";
import { wireNames } from "../requests/wire-names";

export interface ContactChannelCreateOptions {
  readonly value: string;
  readonly type: "email";
  /** Whether one can sign in with it; in a project an address can be used for that once. */
  readonly usedForAuth: boolean;
  readonly isPrimary?: boolean;
}

export interface ServerContactChannelCreateOptions extends ContactChannelCreateOptions {
  readonly isVerified?: boolean;
}

export interface ContactChannelUpdateOptions {
  readonly value?: string;
  readonly usedForAuth?: boolean;
  readonly isPrimary?: boolean;
}

export interface ServerContactChannelUpdateOptions extends ContactChannelUpdateOptions {
  readonly isVerified?: boolean;
}

/** What a change of a channel changes: the channels themselves, and the primary e-mail that the user shows. */
const channelChanges = ["contact-channels", "current-user", "users"] as const;

/** A way to reach a user; so far always an e-mail address. */
export class ContactChannel<Update extends ContactChannelUpdateOptions = ContactChannelUpdateOptions> {
  readonly id: string;
  readonly value: string;
  readonly type: "email";
  readonly isVerified: boolean;
  readonly isPrimary: boolean;
  readonly usedForAuth: boolean;
  readonly #caller: Caller;
  readonly #redirects: Redirects;
  readonly #path: string;

  /** @param owner the user's id, or `me` */
  constructor(channel: wire.ContactChannel, owner: string, caller: Caller, redirects: Redirects) {
    this.id = channel.id;
    this.value = channel.value;
    this.type = channel.type;
    this.isVerified = channel.is_verified;
    this.isPrimary = channel.is_primary;
    this.usedForAuth = channel.used_for_auth;
    this.#caller = caller;
    this.#redirects = redirects;
    this.#path = path`/contact-channels/${owner}/${channel.id}`;
    Object.freeze(this);
  }

  /**
   * Sends a mail with a link that verifies this address. Does nothing if it is verified already.
   * @param options.callbackUrl the page the link leads to; outside a browser it must be given
   */
  async sendVerificationEmail(options: { readonly callbackUrl?: string } = {}): Promise<void> {
    const callback_url = this.#redirects.callbackUrl(options.callbackUrl, "emailVerification", "callbackUrl");
    try {
      await this.#caller.write("POST", `${this.#path}/send-verification-code`, { callback_url });
    } catch (error) {
      if (!isKnownError(error, "EMAIL_ALREADY_VERIFIED")) throw error;
    }
  }

  /** Changes the given fields. A new value has to be verified again. */
  async update(changes: Update): Promise<void> {
    await this.#caller.write("PATCH", this.#path, wireNames(changes), channelChanges);
  }

  /** Removes this address from the user. */
  async delete(): Promise<void> {
    await this.#caller.write("DELETE", this.#path, undefined, channelChanges);
  }
}

/** Every address of a user. @param owner the user's id, or `me` */
export async function listContactChannels(
  caller: Caller,
  owner: string,
  { redirects }: Connection,
): Promise<ContactChannel[]> {
  const { items } = await caller.read<wire.List<wire.ContactChannel>>(
    withQuery("/contact-channels", { user_id: owner }),
  );
  return items.map((channel) => new ContactChannel(channel, owner, caller, redirects));
}

/** Adds an address to a user. @param owner the user's id, or `me` */
export async function createContactChannel(
  caller: Caller,
  owner: string,
  { redirects }: Connection,
  options: ContactChannelCreateOptions,
): Promise<ContactChannel> {
  const body = { ...wireNames(options), user_id: owner };
  const channel = await caller.write<wire.ContactChannel>("POST", "/contact-channels", body, channelChanges);
  return new ContactChannel(channel, owner, caller, redirects);
}

/** A contact channel in the hands of a trusted backend, which may also say that it is verified. */
export type ServerContactChannel = ContactChannel<ServerContactChannelUpdateOptions>;
