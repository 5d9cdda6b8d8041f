import {
  ContactChannel,
  type ContactChannelCreateOptions,
  type ContactChannelUpdateOptions,
} from "../account/contact-channel";
import { type AccountTaken, OAuthProvider, type OAuthProviderUpdateOptions } from "../account/oauth-provider";
import { type InScope, scoped } from "../account/permissions";
import { isKnownError } from "../errors/known-error";
import type { Result } from "../errors/result";
import { checkoutKey, checkoutOf, type ServerCheckoutOptions } from "../payments/purchases";
import type { Caller } from "../requests/caller";
import type * as wire from "../requests/wire";
import { wireNames } from "../requests/wire-names";
import { type Made, type Subject, tableOf, tableOfObjects } from "../rows/operation";
import { type Row, resultOfRow } from "../rows/with-rows";

export interface ServerOAuthProviderUpdateOptions extends OAuthProviderUpdateOptions {
  /** The user's id at the provider. */
  readonly accountId?: string;
  readonly email?: string;
}

export interface ServerOAuthProviderCreateOptions {
  readonly userId: string;
  /** The provider, as the project names it: `google`. */
  readonly providerConfigId: string;
  /** The user's id at the provider. */
  readonly accountId: string;
  readonly email: string;
  readonly allowSignIn: boolean;
  readonly allowConnectedAccounts: boolean;
}

/** A link as a trusted backend sees and changes it. */
export class ServerOAuthProvider extends OAuthProvider<ServerOAuthProviderUpdateOptions> {
  /** The user's id at the provider. */
  readonly accountId: string;

  /** @internal */
  constructor(provider: wire.ServerOAuthProvider, made: Made<{ readonly address: string }, "server">) {
    super(provider, made);
    this.accountId = provider.account_id;
    Object.freeze(this);
  }
}

export interface ServerContactChannelCreateOptions extends ContactChannelCreateOptions {
  readonly isVerified?: boolean;
}

export interface ServerContactChannelUpdateOptions extends ContactChannelUpdateOptions {
  readonly isVerified?: boolean;
}

/** A contact channel as a trusted backend changes it: also whether it is verified. */
export class ServerContactChannel extends ContactChannel<ServerContactChannelUpdateOptions> {}

// Exports what a trusted backend manages of users, loaded together when the first of it is needed, like that of the users themselves.

export { ownSignIn } from "../sign-in/own-sign-in";

/** Grants a permission, or revokes a direct grant. */
export async function changePermission(
  caller: Caller<"server">,
  method: "POST" | "DELETE",
  user: string,
  args: InScope<[permissionId: string]>,
): Promise<void> {
  const [team, permissionId] = scoped(args);
  const params = { user_id: user, permission_id: permissionId };
  if (team) {
    const inTeam = { params: { ...params, team_id: team.id }, body: {} };
    await caller.write(`${method} /team-permissions/{team_id}/{user_id}/{permission_id}`, inTeam);
  } else {
    await caller.write(`${method} /project-permissions/{user_id}/{permission_id}`, { params, body: {} });
  }
}

/** The id of the key's user; null for a key that is not valid, or a team's. */
export async function userOfApiKey(caller: Caller<"server">, apiKey: string): Promise<string | null> {
  const checked = caller.write("POST /user-api-keys/check", { body: { api_key: apiKey } });
  return (await ifValid(checked))?.user_id ?? null;
}

/** {@link userOfApiKey} of a team. */
export async function teamOfApiKey(caller: Caller<"server">, apiKey: string): Promise<string | null> {
  const checked = caller.write("POST /team-api-keys/check", { body: { api_key: apiKey } });
  return (await ifValid(checked))?.team_id ?? null;
}

async function ifValid<Key>(checked: Promise<Key>): Promise<Key | null> {
  try {
    return await checked;
  } catch (error) {
    if (isKnownError(error, "API_KEY_NOT_VALID")) return null;
    throw error;
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
