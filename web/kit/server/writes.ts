import type { AccountTaken } from "../account/oauth-provider";
import type { Result } from "../errors/result";
import { checkoutKey, checkoutOf, type ServerCheckoutOptions } from "../payments/purchases";
import { wireNames } from "../requests/wire-names";
import { resultOfRow } from "../rows/made-of-rows";
import { type Subject, tableOf, tableOfObjects } from "../rows/operation";
import type { Row } from "../rows/with-rows";
import { ServerContactChannel, type ServerContactChannelCreateOptions } from "./contact-channel";
import { ServerOAuthProvider, type ServerOAuthProviderCreateOptions } from "./oauth-provider";

interface User extends Subject {
  readonly address: string;
}

export const serverUserWrites = /* @__PURE__ */ tableOfObjects<User>()("server", ({ write }) => ({
  createContactChannel: write(
    "POST /contact-channels",
    ({ address }: User, options: ServerContactChannelCreateOptions) => ({
      body: { ...wireNames(options), user_id: address },
    }),
    (channel, made) => new ServerContactChannel(channel, made),
  ),
}));

/** Writes of an app that most backends never use. */
export interface ServerAppWrites {
  /** Links a user with an account at a provider that the backend has found to be theirs. */
  createOAuthProvider: Row<[options: ServerOAuthProviderCreateOptions], Result<ServerOAuthProvider, AccountTaken>>;
  /**
   * The address of a page on which a customer of whom your backend has the record buys an offer. Users and teams have this
   * method themselves.
   */
  createCheckoutUrl: Row<[options: { readonly customCustomerId: string } & ServerCheckoutOptions], string>;
}

export const serverAppWrites: ServerAppWrites = /* @__PURE__ */ tableOf("server", ({ write }) => ({
  createOAuthProvider: resultOfRow(
    write(
      "POST /oauth-providers",
      (options: ServerOAuthProviderCreateOptions) => ({ body: wireNames(options) }),
      (link, made) => new ServerOAuthProvider(link, { ...made, of: { address: link.user_id } }),
    ),
    "OAUTH_PROVIDER_ACCOUNT_ID_ALREADY_USED_FOR_SIGN_IN",
  ),

  createCheckoutUrl: write(
    checkoutKey,
    ({ customCustomerId, ...options }: { readonly customCustomerId: string } & ServerCheckoutOptions) =>
      checkoutOf("custom", customCustomerId, options),
    ({ url }) => url,
  ),
}));
