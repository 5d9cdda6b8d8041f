import type { Connection } from "../connection/connection";
import type { Redirects } from "../connection/redirects";
import { isKnownError } from "../errors/known-error";
import type { Caller } from "../requests/caller";
import type { ParamsOf } from "../requests/endpoints";
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

type ChannelParams = ParamsOf<"PATCH /contact-channels/{user_id}/{contact_channel_id}">;

/** A way to reach a user; so far always an e-mail address. */
export class ContactChannel {
  readonly id: string;
  readonly value: string;
  readonly type: "email";
  readonly isVerified: boolean;
  readonly isPrimary: boolean;
  readonly usedForAuth: boolean;
  readonly #caller: Caller;
  readonly #redirects: Redirects;
  readonly #params: ChannelParams;

  /**
   * @param owner the user's id, or `me`
   * @internal
   */
  constructor(channel: wire.ContactChannel, owner: string, caller: Caller, redirects: Redirects) {
    this.id = channel.id;
    this.value = channel.value;
    this.type = channel.type;
    this.isVerified = channel.is_verified;
    this.isPrimary = channel.is_primary;
    this.usedForAuth = channel.used_for_auth;
    this.#caller = caller;
    this.#redirects = redirects;
    this.#params = { user_id: owner, contact_channel_id: channel.id };
    if (new.target === ContactChannel) Object.freeze(this);
  }

  /**
   * Sends a mail with a link that verifies this address. Does nothing if it is verified already.
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
  async update(changes: ContactChannelUpdateOptions): Promise<void> {
    const body = wireNames(changes);
    await this.#caller.write("PATCH /contact-channels/{user_id}/{contact_channel_id}", { params: this.#params, body });
  }

  /** Removes this address from the user. */
  async delete(): Promise<void> {
    await this.#caller.write("DELETE /contact-channels/{user_id}/{contact_channel_id}", { params: this.#params });
  }
}

/** A contact channel as a trusted backend changes it: also whether it is verified. */
export class ServerContactChannel extends ContactChannel {
  readonly #caller: Caller<"server">;
  readonly #params: ChannelParams;

  /** @internal */
  constructor(channel: wire.ContactChannel, owner: string, caller: Caller<"server">, redirects: Redirects) {
    super(channel, owner, caller, redirects);
    this.#caller = caller;
    this.#params = { user_id: owner, contact_channel_id: channel.id };
    Object.freeze(this);
  }

  override async update(changes: ServerContactChannelUpdateOptions): Promise<void> {
    const body = wireNames(changes);
    await this.#caller.write("PATCH /contact-channels/{user_id}/{contact_channel_id}", { params: this.#params, body });
  }
}

/**
 * Every address of a user. @param owner the user's id, or `me`
 * @internal
 */
export async function listContactChannels(
  caller: Caller,
  owner: string,
  { redirects }: Connection,
): Promise<ContactChannel[]> {
  const channels = await readChannels(caller, owner);
  return channels.map((channel) => new ContactChannel(channel, owner, caller, redirects));
}

/**
 * {@link listContactChannels} as a trusted backend sees them.
 * @internal
 */
export async function listServerContactChannels(
  caller: Caller<"server">,
  owner: string,
  { redirects }: Connection,
): Promise<ServerContactChannel[]> {
  const channels = await readChannels(caller, owner);
  return channels.map((channel) => new ServerContactChannel(channel, owner, caller, redirects));
}

async function readChannels(caller: Caller, owner: string): Promise<readonly wire.ContactChannel[]> {
  return (await caller.read("GET /contact-channels", { query: { user_id: owner } })).items;
}

/**
 * Adds an address to a user. @param owner the user's id, or `me`
 * @internal
 */
export async function createContactChannel(
  caller: Caller,
  owner: string,
  { redirects }: Connection,
  options: ContactChannelCreateOptions,
): Promise<ContactChannel> {
  const channel = await caller.write("POST /contact-channels", { body: { ...wireNames(options), user_id: owner } });
  return new ContactChannel(channel, owner, caller, redirects);
}

/**
 * {@link createContactChannel} for a trusted backend.
 * @internal
 */
export async function createServerContactChannel(
  caller: Caller<"server">,
  owner: string,
  { redirects }: Connection,
  options: ServerContactChannelCreateOptions,
): Promise<ServerContactChannel> {
  const channel = await caller.write("POST /contact-channels", { body: { ...wireNames(options), user_id: owner } });
  return new ServerContactChannel(channel, owner, caller, redirects);
}
