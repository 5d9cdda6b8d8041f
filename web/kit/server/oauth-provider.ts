import {
  type AccountTaken,
  type LinkParams,
  OAuthProvider,
  type OAuthProviderUpdateOptions,
} from "../account/oauth-provider";
import { doneOf, type Result } from "../errors/result";
import type { Caller } from "../requests/caller";
import type * as wire from "../requests/wire";
import { wireNames } from "../requests/wire-names";
import type { Made } from "../rows/operation";

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
export class ServerOAuthProvider extends OAuthProvider {
  /** The user's id at the provider. */
  readonly accountId: string;
  readonly #caller: Caller<"server">;
  readonly #params: LinkParams;

  /** @internal */
  constructor(provider: wire.ServerOAuthProvider, made: Made<{ readonly address: string }, "server">) {
    super(provider, made);
    this.accountId = provider.account_id;
    this.#caller = made.caller;
    this.#params = { user_id: made.of.address, provider_id: provider.id };
    Object.freeze(this);
  }

  override async update(changes: ServerOAuthProviderUpdateOptions): Promise<Result<undefined, AccountTaken>> {
    const body = wireNames(changes);
    const params = this.#params;
    const updated = this.#caller.write("PATCH /oauth-providers/{user_id}/{provider_id}", { params, body });
    return await doneOf(updated, "OAUTH_PROVIDER_ACCOUNT_ID_ALREADY_USED_FOR_SIGN_IN");
  }
}
