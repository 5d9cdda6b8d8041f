import { Fault } from "../errors/fault";
import { isKnownError } from "../errors/known-error";
import type { Caller } from "../requests/caller";

// Loaded when a website uses a provider's tokens: most never do.

/** A user's account at a provider, which the website may act for. */
export interface OAuthConnection {
  /** The provider's id. */
  readonly id: string;
  /** A token for the provider's own API, with the scopes of the connection. @throws Fault when there is none */
  getAccessToken(): Promise<{ readonly accessToken: string }>;
}

/**
 * The account that a user has at `provider`, if its tokens have all of `scopes`; null otherwise.
 * @param owner the user's id, or `me`
 */
export async function findConnectedAccount(
  caller: Caller,
  owner: string,
  provider: string,
  scopes: readonly string[],
): Promise<OAuthConnection | null> {
  if ((await accessTokenOf(caller, owner, provider, scopes)) === null) return null;
  return {
    id: provider,
    async getAccessToken() {
      const accessToken = await accessTokenOf(caller, owner, provider, scopes);
      if (accessToken === null) throw new Fault("No access token available");
      return { accessToken };
    },
  };
}

/** Null when there is no connection, or none with these scopes. */
async function accessTokenOf(
  caller: Caller,
  owner: string,
  provider: string,
  scopes: readonly string[],
): Promise<string | null> {
  try {
    const { access_token } = await caller.write("POST /connected-accounts/{user_id}/{provider_id}/access-token", {
      params: { user_id: owner, provider_id: provider },
      body: { scope: scopes.join(" ") },
    });
    return access_token;
  } catch (error) {
    if (
      isKnownError(error, "OAUTH_CONNECTION_NOT_CONNECTED_TO_USER") ||
      isKnownError(error, "OAUTH_CONNECTION_DOES_NOT_HAVE_REQUIRED_SCOPE")
    )
      return null;
    throw error;
  }
}
