import { doneOf, type Refusal, type Result } from "../errors/result";
import type { Caller } from "../requests/caller";
import type { ParamsOf } from "../requests/endpoints";
import type * as wire from "../requests/wire";
import { wireNames } from "../requests/wire-names";
import type { Made } from "../rows/operation";

// Loaded when linked accounts are shown: most pages never do.

export interface OAuthProviderUpdateOptions {
  readonly allowSignIn?: boolean;
  readonly allowConnectedAccounts?: boolean;
}

/** Says why a link cannot be made or changed: another user signs in with that account. */
export type AccountTaken = Refusal<"OAUTH_PROVIDER_ACCOUNT_ID_ALREADY_USED_FOR_SIGN_IN">;

type LinkParams = ParamsOf<"PATCH /oauth-providers/{user_id}/{provider_id}">;

/** The link of a user with their account at an OAuth provider. `Changes` is what a tier may change of it. */
export class OAuthProvider<Changes extends OAuthProviderUpdateOptions = OAuthProviderUpdateOptions> {
  /** Of the link. */
  readonly id: string;
  /** The provider: `google`. */
  readonly type: string;
  /** The provider, as the project's configuration names it. */
  readonly providerConfigId: string;
  readonly createdAt: Date;
  readonly userId: string;
  readonly email: string | undefined;
  /** Is true if one can sign in with the account. */
  readonly allowSignIn: boolean;
  /** Is true if the website may use the account's tokens. */
  readonly allowConnectedAccounts: boolean;
  readonly #caller: Caller;
  readonly #params: LinkParams;

  /** @internal */
  constructor(provider: wire.OAuthProvider, { caller, of }: Made<{ readonly address: string }>) {
    this.id = provider.id;
    this.type = provider.type;
    this.providerConfigId = provider.provider_config_id;
    this.createdAt = new Date(provider.created_at_millis);
    this.userId = provider.user_id;
    this.email = provider.email;
    this.allowSignIn = provider.allow_sign_in;
    this.allowConnectedAccounts = provider.allow_connected_accounts;
    this.#caller = caller;
    this.#params = { user_id: of.address, provider_id: provider.id };
    if (new.target === OAuthProvider) Object.freeze(this);
  }

  /** Changes the given fields. The object itself is a snapshot and stays as it was. */
  async update(changes: Changes): Promise<Result<undefined, AccountTaken>> {
    const body = wireNames<OAuthProviderUpdateOptions>(changes);
    const params = this.#params;
    const updated = this.#caller.write("PATCH /oauth-providers/{user_id}/{provider_id}", { params, body });
    return await doneOf(updated, "OAUTH_PROVIDER_ACCOUNT_ID_ALREADY_USED_FOR_SIGN_IN");
  }

  /** Ends the link. The account at the provider stays what it is. */
  async delete(): Promise<void> {
    await this.#caller.write("DELETE /oauth-providers/{user_id}/{provider_id}", { params: this.#params });
  }
}
