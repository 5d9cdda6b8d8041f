import {
  type ChannelParams,
  ContactChannel,
  type ContactChannelCreateOptions,
  type ContactChannelUpdateOptions,
} from "../account/contact-channel";
import type { Caller } from "../requests/caller";
import type * as wire from "../requests/wire";
import { wireNames } from "../requests/wire-names";
import type { Made } from "../rows/operation";

export interface ServerContactChannelCreateOptions extends ContactChannelCreateOptions {
  readonly isVerified?: boolean;
}

export interface ServerContactChannelUpdateOptions extends ContactChannelUpdateOptions {
  readonly isVerified?: boolean;
}

/** A contact channel as a trusted backend changes it: also whether it is verified. */
export class ServerContactChannel extends ContactChannel {
  readonly #caller: Caller<"server">;
  readonly #params: ChannelParams;

  /** @internal */
  constructor(channel: wire.ContactChannel, made: Made<{ readonly address: string }, "server">) {
    super(channel, made);
    this.#caller = made.caller;
    this.#params = { user_id: made.of.address, contact_channel_id: channel.id };
    Object.freeze(this);
  }

  override async update(changes: ServerContactChannelUpdateOptions): Promise<void> {
    const body = wireNames(changes);
    await this.#caller.write("PATCH /contact-channels/{user_id}/{contact_channel_id}", { params: this.#params, body });
  }
}
