import { isKnownError } from "../errors/known-error";
import type { Host } from "../host/host";
import { AccessToken } from "../session/access-token";
import { Session } from "../session/session";
import { noTokens } from "../session/token-store/token-store";
import type { ResponseOf } from "./endpoints";
import { pathOf } from "./path";
import type { Transport } from "./transport";

// Loaded by backends only.

/**
 * Refreshes as a backend, with its key: the API then counts the request for the project and, where the backend has named them, the visitor.
 * All visitors of a website would share the limit of its server's network at the token endpoint, which takes no key.
 */
export async function refreshWithKey(
  host: Host,
  transport: Transport,
  refreshToken: string,
): Promise<AccessToken | null> {
  const key = "POST /auth/sessions/current/refresh";
  const signedOut = new Session({ ...noTokens, host, refresh: async () => null });
  const headers = { "x-stack-refresh-token": refreshToken };
  const request = { method: "POST", path: pathOf(key), headers, isIdempotent: true } as const;
  try {
    const { access_token } = (await transport.send("server", signedOut, request)) as ResponseOf<typeof key>;
    return AccessToken.parse(access_token);
  } catch (error) {
    if (isKnownError(error, "REFRESH_TOKEN_ERROR")) return null;
    throw error;
  }
}
