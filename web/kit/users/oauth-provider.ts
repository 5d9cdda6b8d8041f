import type { KnownError } from "../errors/known-error";
import { doneOf, type Result } from "../errors/result";
import type { Caller } from "../requests/caller";
import type { ParamsOf } from "../requests/endpoints";
import type * as wire from "../requests/wire";
import { wireNames } from "../requests/wire-names";

// Loaded when linked accounts are shown: most pages never do.

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

type LinkParams = ParamsOf<"PATCH /oauth-providers/{user_id}/{provider_id}">;

/** The link of a user with their account at an OAuth provider. */
export class OAuthProvider {
  /** Of the link. */
  readonly id: string;
  /** The provider: `google`. */
  readonly type: string;
  /** The provider, as the project's configuration names it. */
  readonly providerConfigId: string;
  readonly createdAt: Date;
  readonly userId: string;
  readonly email: string | undefined;
  /** Whether one can sign in with the account. */
  readonly allowSignIn: boolean;
  /** Whether the website may use the account's tokens. */
  readonly allowConnectedAccounts: boolean;
  readonly #caller: Caller;
  readonly #params: LinkParams;

  /**
   * @param owner the user's id, or `me`
   * @internal
   */
  constructor(provider: wire.OAuthProvider, owner: string, caller: Caller) {
    this.id = provider.id;
    this.type = provider.type;
    this.providerConfigId = provider.provider_config_id;
    this.createdAt = new Date(provider.created_at_millis);
    this.userId = provider.user_id;
    this.email = provider.email;
    this.allowSignIn = provider.allow_sign_in;
    this.allowConnectedAccounts = provider.allow_connected_accounts;
    this.#caller = caller;
    this.#params = { user_id: owner, provider_id: provider.id };
    if (new.target === OAuthProvider) Object.freeze(this);
  }

  /** Changes the given fields. The object itself is a snapshot and stays as it was. */
  async update(changes: OAuthProviderUpdateOptions): Promise<Result<undefined, AccountTaken>> {
    const body = wireNames(changes);
    const params = this.#params;
    const updated = this.#caller.write("PATCH /oauth-providers/{user_id}/{provider_id}", { params, body });
    return await doneOf(updated, "OAUTH_PROVIDER_ACCOUNT_ID_ALREADY_USED_FOR_SIGN_IN");
  }

  /** Ends the link. The account at the provider stays what it is. */
  async delete(): Promise<void> {
    await this.#caller.write("DELETE /oauth-providers/{user_id}/{provider_id}", { params: this.#params });
  }
}

/** A link as a trusted backend sees and changes it. */
export class ServerOAuthProvider extends OAuthProvider {
  /** The user's id at the provider. */
  readonly accountId: string;
  readonly #caller: Caller<"server">;
  readonly #params: LinkParams;

  /** @internal */
  constructor(provider: wire.ServerOAuthProvider, owner: string, caller: Caller<"server">) {
    super(provider, owner, caller);
    this.accountId = provider.account_id;
    this.#caller = caller;
    this.#params = { user_id: owner, provider_id: provider.id };
    Object.freeze(this);
  }

  override async update(changes: ServerOAuthProviderUpdateOptions): Promise<Result<undefined, AccountTaken>> {
    const body = wireNames(changes);
    const params = this.#params;
    const updated = this.#caller.write("PATCH /oauth-providers/{user_id}/{provider_id}", { params, body });
    return await doneOf(updated, "OAUTH_PROVIDER_ACCOUNT_ID_ALREADY_USED_FOR_SIGN_IN");
  }
}

/**
 * The links of `owner` (a user's id, or `me`).
 * @internal
 */
export async function listOAuthProviders(caller: Caller, owner: string): Promise<OAuthProvider[]> {
  const { items } = await caller.read("GET /oauth-providers", { query: { user_id: owner } });
  return items.map((link) => new OAuthProvider(link, owner, caller));
}

/**
 * {@link listOAuthProviders} as a trusted backend sees them.
 * @internal
 */
export async function listServerOAuthProviders(
  caller: Caller<"server">,
  owner: string,
): Promise<ServerOAuthProvider[]> {
  const { items } = await caller.read("GET /oauth-providers", { query: { user_id: owner } });
  return items.map((link) => new ServerOAuthProvider(link, owner, caller));
}

/**
 * Links a user with an account that the backend has found to be theirs.
 * @internal
 */
export async function createServerOAuthProvider(
  caller: Caller<"server">,
  options: ServerOAuthProviderCreateOptions,
): Promise<ServerOAuthProvider> {
  const link = await caller.write("POST /oauth-providers", { body: wireNames(options) });
  return new ServerOAuthProvider(link, link.user_id, caller);
}
