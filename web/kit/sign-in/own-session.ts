import type { Connection } from "../connection/connection";
import { returnAddressesKey } from "../connection/urls";
import { isKnownError } from "../errors/known-error";
import type { Caller } from "../requests/caller";
import type { Session } from "../session/session";
import { authHeaderName, authorizationHeader } from "../session/token-store/request";

/** A login whose tokens can be read. */
export interface TokenSource {
  /** Both tokens, or nulls once the login is over. */
  getTokens(): Promise<{ accessToken: string | null; refreshToken: string | null }>;
}

export interface SignOutOptions {
  readonly redirectUrl?: string;
}

/** Signs a session out; see `CurrentUser.signOut`. */
export async function signOut(
  connection: Connection,
  session: Session,
  { redirectUrl }: SignOutOptions = {},
): Promise<void> {
  const { redirects, writes } = connection;
  const target = redirectUrl === undefined ? null : redirects.trustedOnOrigin(redirectUrl);
  await writes.signOut(async () => {
    await endSession(connection.caller("client", session));
    forgetReturnAddresses(connection);
    if (target === null) await redirects.toHandler("afterSignOut");
    else await redirects.to(target, { replace: true });
  });
}

/** They may have secrets in their query or hash, which are not for the next person at the browser. */
function forgetReturnAddresses({ host }: Connection): void {
  try {
    host.page()?.localStorage?.removeItem(returnAddressesKey);
  } catch {
    // Refused by the browser's settings, which then has kept none.
  }
}

async function endSession(caller: Caller<"client">): Promise<void> {
  const { session } = caller;
  if ((await session.accessToken()) !== null) {
    try {
      await caller.write("DELETE /auth/sessions/current", { body: {} });
    } catch (error) {
      // It is over already.
      if (!isKnownError(error, "REFRESH_TOKEN_ERROR")) throw error;
    }
  }
  session.markInvalid();
}

/** The same in the value of an `Authorization` header; null once the login is over. */
export async function authorizationOf(session: Session): Promise<string | null> {
  const tokens = await session.tokens();
  return tokens.accessToken === null && tokens.refreshToken === null ? null : authorizationHeader(tokens);
}

/** The header that passes a login to the website's own backend. */
export async function authHeaders(session: Session): Promise<{ "x-stack-auth": string }> {
  return { [authHeaderName]: JSON.stringify(await session.tokens()) };
}
