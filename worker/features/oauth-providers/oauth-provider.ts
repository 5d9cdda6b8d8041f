/** Says who signed in at a provider. */
export interface ProviderProfile {
  /** Never changes and is never empty: what an account is known by, within its provider. */
  accountId: string;
  /** In normal form; null when there is none, or none that is an address. */
  email: string | null;
  /** Is true if the provider vouches for the address; false without one. */
  emailVerified: boolean;
  displayName: string | null;
  profileImageUrl: string | null;
}

/** Holds what a provider grants for its API. */
export interface ProviderTokens {
  accessToken: string;
  /** Milliseconds since the epoch; as the provider reports it, or else its usual lifetime. */
  expiresAt: number;
  refreshToken: string | undefined;
}

/** The secrets of one sign-in, made at its start and kept by the caller until the provider's response. */
export interface ProviderFlow {
  /** Comes back with the response, which proves that it belongs to this sign-in. */
  state: string;
  /** RFC 7636: proves to the provider that the same client requested and redeems the code. 43 characters or more. */
  codeVerifier: string;
  /** OpenID Connect Core 3.1.2.1: binds the ID token to this sign-in. */
  nonce: string;
}

/**
 * A provider as one project uses it. Every method but `scopes` may throw `ProviderError`, and nothing else for what a
 * provider does or fails to do.
 */
export interface OAuthProvider {
  /** The key of the provider in the project's configuration, which accounts are linked under. */
  readonly id: string;
  /** Is true if it runs on keys that projects share. */
  readonly isShared: boolean;
  readonly allowsSignIn: boolean;
  readonly allowsConnectedAccounts: boolean;
  /** The provider's scopes of every sign-in, the project's, then those of `extra` (separated by white space), each once. */
  scopes(extra?: string): string[];
  /** Returns where to send the browser (RFC 6749 section 4.1.1). */
  authorizationUrl(flow: ProviderFlow & { scopes: readonly string[] }): Promise<URL>;
  /**
   * Turns the provider's response at the callback into a profile, and tokens for the provider's API.
   *
   * @param response the parameters of the callback, from its query or its form
   */
  finish(response: URLSearchParams, flow: ProviderFlow): Promise<{ profile: ProviderProfile; tokens: ProviderTokens }>;
  /** RFC 6749 section 6. A refresh token in the result replaces the old one. */
  refresh(refreshToken: string, scopes: readonly string[]): Promise<ProviderTokens>;
  /** Tells whether the provider still takes an access token. Throws when that cannot be checked. */
  accepts(accessToken: string): Promise<boolean>;
}
