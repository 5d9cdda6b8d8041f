import type { KnownError } from "../errors/known-error";
import { doneOf, type Result } from "../errors/result";
import type { Caller } from "../requests/caller";
import { path, withQuery } from "../requests/path";
import type * as wire from "../requests/wire";
import { wireNames } from "../requests/wire-names";

// Loaded when linked accounts are looked at: most pages never do.

export interface OAuthProviderUpdateOptions {
  readonly allowSignIn?: boolean;
  readonly allowConnectedAccounts?: boolean;
}

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

/** Why a link cannot be made or changed: another user signs in with that account. */
export type AccountTaken = KnownError<"OAUTH_PROVIDER_ACCOUNT_ID_ALREADY_USED_FOR_SIGN_IN">;

/** What a change of a link changes: the links themselves, and the methods that the user shows. */
const linkChanges = ["oauth-providers", "current-user", "users"] as const;

/** The link of a user with their account at an OAuth provider. */
export class OAuthProvider<Update extends OAuthProviderUpdateOptions = OAuthProviderUpdateOptions> {
  /** Of the link. */
  readonly id: string;
  /** The provider: `google`. */
  readonly type: string;
  readonly userId: string;
  readonly email: string | undefined;
  /** Whether one can sign in with the account. */
  readonly allowSignIn: boolean;
  /** Whether the website may use the account's tokens. */
  readonly allowConnectedAccounts: boolean;
  readonly #caller: Caller;
  readonly #path: string;

  /** @param owner the user's id, or `me` */
  constructor(provider: wire.OAuthProvider, owner: string, caller: Caller) {
    this.id = provider.id;
    this.type = provider.type;
    this.userId = provider.user_id;
    this.email = provider.email;
    this.allowSignIn = provider.allow_sign_in;
    this.allowConnectedAccounts = provider.allow_connected_accounts;
    this.#caller = caller;
    this.#path = path`/oauth-providers/${owner}/${provider.id}`;
    if (new.target === OAuthProvider) Object.freeze(this);
  }

  /** Changes the given fields. The object itself is a snapshot and stays as it was. */
  async update(changes: Update): Promise<Result<undefined, AccountTaken>> {
    const updated = this.#caller.write("PATCH", this.#path, wireNames(changes), linkChanges);
    return await doneOf(updated, "OAUTH_PROVIDER_ACCOUNT_ID_ALREADY_USED_FOR_SIGN_IN");
  }

  /** Ends the link. The account at the provider stays what it is. */
  async delete(): Promise<void> {
    await this.#caller.write("DELETE", this.#path, undefined, linkChanges);
  }
}

/** A link in the hands of a trusted backend. */
export class ServerOAuthProvider extends OAuthProvider<ServerOAuthProviderUpdateOptions> {
  /** The user's id at the provider. */
  readonly accountId: string;
  /** The provider, as the project's configuration names it. */
  readonly providerConfigId: string;

  constructor(provider: wire.ServerOAuthProvider, owner: string, caller: Caller) {
    super(provider, owner, caller);
    this.accountId = provider.account_id;
    this.providerConfigId = provider.provider_config_id;
    Object.freeze(this);
  }
}

/** The links of `owner` (a user's id, or `me`). */
export async function listOAuthProviders(caller: Caller, owner: string): Promise<OAuthProvider[]> {
  const { items } = await readLinks<wire.OAuthProvider>(caller, owner);
  return items.map((link) => new OAuthProvider(link, owner, caller));
}

/** {@link listOAuthProviders} as a trusted backend sees them. */
export async function listServerOAuthProviders(caller: Caller, owner: string): Promise<ServerOAuthProvider[]> {
  const { items } = await readLinks<wire.ServerOAuthProvider>(caller, owner);
  return items.map((link) => new ServerOAuthProvider(link, owner, caller));
}

function readLinks<T>(caller: Caller, owner: string): Promise<wire.List<T>> {
  return caller.read(withQuery("/oauth-providers", { user_id: owner }));
}

/** Links a user with an account that the backend knows to be theirs. */
export async function createServerOAuthProvider(
  caller: Caller,
  options: ServerOAuthProviderCreateOptions,
): Promise<ServerOAuthProvider> {
  const body = wireNames(options);
  const link = await caller.write<wire.ServerOAuthProvider>("POST", "/oauth-providers", body, linkChanges);
  return new ServerOAuthProvider(link, link.user_id, caller);
}
