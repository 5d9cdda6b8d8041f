import { type ApiKey, type ApiKeyCreateOptions, keyBody, keyOfTeam, keyOfUser } from "../api-keys/api-key";
import { type CheckoutOptions, checkoutKey, checkoutOf } from "../payments/purchases";
import { wireNames } from "../requests/wire-names";
import { nothing, type Subject, tableOfObjects } from "../rows/operation";
import { ContactChannel, type ContactChannelCreateOptions } from "./contact-channel";
import type { TeamInviteOptions } from "./members";

// What users and teams of every tier add to themselves, loaded with the first of it.

interface User extends Subject {
  readonly id: string;
  readonly address: string;
}

interface Team extends Subject {
  readonly id: string;
}

export const userWrites = /* @__PURE__ */ tableOfObjects<User>()("client", ({ write }) => ({
  /** Makes an API key for this user. This is the only time that it can be read. */
  createApiKey: write(
    "POST /user-api-keys",
    ({ address }: User, options: ApiKeyCreateOptions) => ({ body: { ...keyBody(options), user_id: address } }),
    (key, made): ApiKey<string> => keyOfUser(key, made),
  ),

  /** The address of a page on which this user buys an offer. It works for 24 hours, and for one purchase. */
  createCheckoutUrl: write(
    checkoutKey,
    ({ id }: User, options: CheckoutOptions) => checkoutOf("user", id, options),
    ({ url }) => url,
  ),

  /** Adds an address. It is unverified until its owner follows a link sent there. */
  createContactChannel: write(
    "POST /contact-channels",
    ({ address }: User, options: ContactChannelCreateOptions) => ({
      body: { ...wireNames(options), user_id: address },
    }),
    (channel, made) => new ContactChannel(channel, made),
  ),
}));

export const teamWrites = /* @__PURE__ */ tableOfObjects<Team>()("client", ({ write }) => ({
  /** Makes an API key for the team. This is the only time that it can be read. */
  createApiKey: write(
    "POST /team-api-keys",
    ({ id }: Team, options: ApiKeyCreateOptions) => ({ body: { ...keyBody(options), team_id: id } }),
    (key, made): ApiKey<string> => keyOfTeam(key, made),
  ),

  /** The address of a page on which this team buys an offer. It works for 24 hours, and for one purchase. */
  createCheckoutUrl: write(
    checkoutKey,
    ({ id }: Team, options: CheckoutOptions) => checkoutOf("team", id, options),
    ({ url }) => url,
  ),

  /** Sends an email with a link that makes a signed-in user who follows it a member. */
  inviteUser: write(
    "POST /team-invitations/send-code",
    ({ id, connection }: Team, { email, callbackUrl, forRecipientOnly }: TeamInviteOptions) => ({
      body: {
        team_id: id,
        email,
        callback_url: connection.redirects.callbackUrl(callbackUrl, "teamInvitation", "callbackUrl"),
        for_recipient_only: forRecipientOnly,
      },
    }),
    nothing,
  ),
}));

export type UserWrites = typeof userWrites;
export type TeamWrites = typeof teamWrites;
