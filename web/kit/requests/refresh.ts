import { decodeKnownError, isKnownError } from "../errors/known-error";
import type { Host } from "../host/host";
import { AccessToken } from "../session/access-token";
import type { BodyOf } from "./endpoints";
import { pathOf } from "./path";
import { Retry, withRetries } from "./retries";
import { oauthClient, postToTokenEndpoint } from "./token-endpoint";
import { type ApiResponse, requestError, type Transport } from "./transport";

/**
 * Exchanges a refresh token for a new access token (RFC 6749, section 6), as the OAuth client that the project is.
 * Null when the login is over.
 * @throws KnownError for other refusals; ConnectionError; Error for a response without a token
 */
export async function refreshAccessToken(
  host: Host,
  transport: Transport,
  refreshToken: string,
): Promise<AccessToken | null> {
  const fields = {
    grant_type: "refresh_token" as const,
    refresh_token: refreshToken,
    ...oauthClient(
      transport,
      "Admin session token is currently not supported for fetching new access token. Did you try to log in on a Gatehouse app initiated with the admin session?",
    ),
  };
  const response = await withRetries(host, () => requestToken(host, transport, fields));
  const { status, headers, text } = response;
  const errorCode = headers.get("x-stack-known-error");
  if (errorCode !== null) {
    const error = decodeKnownError(errorCode, status, text);
    if (isKnownError(error, "REFRESH_TOKEN_ERROR")) return null;
    throw error;
  }
  if (status !== 200) {
    const cause = requestError(transport.url(pathOf("POST /auth/oauth/token")), response);
    throw new Error(`Failed to refresh the access token: ${status} ${text}`, { cause });
  }
  return readToken(text);
}

async function requestToken(
  host: Host,
  transport: Transport,
  fields: BodyOf<"POST /auth/oauth/token", "client">,
): Promise<ApiResponse | Retry> {
  try {
    return await postToTokenEndpoint(host, transport, fields);
  } catch (error) {
    // Refreshing twice gives two tokens of the same login, so here a POST may be repeated.
    if (error instanceof TypeError) return new Retry(error);
    throw error;
  }
}

function readToken(text: string): AccessToken {
  let response: { access_token?: unknown; token_type?: unknown };
  try {
    response = JSON.parse(text) ?? {};
  } catch (cause) {
    throw new Error("The response to the token refresh is not JSON", { cause });
  }
  const type = typeof response.token_type === "string" ? response.token_type.toLowerCase() : null;
  if (type !== "bearer" && type !== "dpop")
    throw new Error("The response to the token refresh names no usable token_type");
  const token = typeof response.access_token === "string" ? AccessToken.parse(response.access_token) : null;
  if (token === null) throw new Error("The response to the token refresh holds no usable access token");
  return token;
}
