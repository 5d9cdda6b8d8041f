import {
  ContactChannel,
  type ContactChannelCreateOptions,
  type ContactChannelUpdateOptions,
} from "../account/contact-channel";

export interface ServerContactChannelCreateOptions extends ContactChannelCreateOptions {
  readonly isVerified?: boolean;
}

export interface ServerContactChannelUpdateOptions extends ContactChannelUpdateOptions {
  readonly isVerified?: boolean;
}

/** A contact channel as a trusted backend changes it: also whether it is verified. */
export class ServerContactChannel extends ContactChannel<ServerContactChannelUpdateOptions> {}
