import { Fault } from "../errors/fault";
import { isKnownError } from "../errors/known-error";
import type { Caller } from "../requests/caller";
import type { RequestParts } from "../requests/endpoints";

// Loaded when a website uses a provider's tokens: most never do.

/** A user's account at a provider, which the website may act for. */
export interface OAuthConnection {
  /** The provider's id. */
  readonly id: string;
  /** A token for the provider's own API, with the scopes of the connection. @throws Fault when there is none */
  getAccessToken(): Promise<{ readonly accessToken: string }>;
}

const tokenKey = "POST /connected-accounts/{user_id}/{provider_id}/access-token";

/** The errors by which the API says that there is no connection, or none with the requested scopes. */
const notConnected = [
  "OAUTH_CONNECTION_NOT_CONNECTED_TO_USER",
  "OAUTH_CONNECTION_DOES_NOT_HAVE_REQUIRED_SCOPE",
] as const;

/**
 * An account for whose tokens `parts` ask.
 * @internal
 */
export function connectedAccount(caller: Caller, parts: RequestParts<typeof tokenKey, "client">): OAuthConnection {
  return {
    id: parts.params.provider_id,
    async getAccessToken() {
      try {
        return { accessToken: (await caller.write(tokenKey, parts)).access_token };
      } catch (error) {
        if (notConnected.some((kind) => isKnownError(error, kind))) throw new Fault("No access token available");
        throw error;
      }
    },
  };
}
