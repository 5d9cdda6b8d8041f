import { OAuthProvider, type OAuthProviderUpdateOptions } from "../account/oauth-provider";
import type * as wire from "../requests/wire";
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
