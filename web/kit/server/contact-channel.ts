import {
  type ChannelParams,
  ContactChannel,
  type ContactChannelCreateOptions,
  type ContactChannelUpdateOptions,
} from "../account/contact-channel";
import type { Redirects } from "../connection/redirects";
import type { Caller } from "../requests/caller";
import type * as wire from "../requests/wire";
import { wireNames } from "../requests/wire-names";
import { type Subject, tableOfObjects } from "../rows/operation";

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

interface User extends Subject {
  readonly address: string;
}

export const serverUserWrites = /* @__PURE__ */ tableOfObjects<User>()("server", ({ write }) => ({
  createContactChannel: write(
    "POST /contact-channels",
    ({ address }: User, options: ServerContactChannelCreateOptions) => ({
      body: { ...wireNames(options), user_id: address },
    }),
    (channel, { caller, connection, of }) =>
      new ServerContactChannel(channel, of.address, caller, connection.redirects),
  ),
}));
