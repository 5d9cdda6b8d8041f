import type { Connection } from "../connection/connection";
import { mfaAttemptCodeKey } from "../connection/urls";
import { Fault } from "../errors/fault";
import { isKnownError, type KnownError } from "../errors/known-error";
import type { Caller } from "../requests/caller";
import type * as wire from "../requests/wire";
import type { TokenStore } from "../session/token-store/token-store";

// Loaded when somebody signs in.

/**
 * Keeps the tokens that a sign-in request returns in the app's token store. The request is sent with the current
 * session's tokens, so that an anonymous account becomes the new one instead of being left behind.
 *
 * When the account requires a second factor, the browser goes on to the mfa page.
 * @returns whether the account is new
 * @internal
 */
export async function signIn(
  connection: Connection,
  send: (caller: Caller<"client">) => Promise<wire.SignIn>,
): Promise<{ isNewUser: boolean }> {
  const store = connection.tokenStore();
  let signedIn: wire.SignIn;
  try {
    signedIn = await send(connection.visitorCaller(connection.sessions.of(store)));
  } catch (error) {
    if (isKnownError(error, "MULTI_FACTOR_AUTHENTICATION_REQUIRED")) return await continueWithMfa(connection, error);
    throw error;
  }
  return await keepSignIn(connection, store, signedIn);
}

/**
 * Keeps the tokens of a sign-in, and announces that the current user is another one.
 * @internal
 */
export async function keepSignIn(
  { writes }: Connection,
  store: TokenStore,
  signedIn: Pick<wire.SignIn, "access_token" | "refresh_token"> & Partial<Pick<wire.SignIn, "is_new_user">>,
): Promise<{ isNewUser: boolean }> {
  store.set({ accessToken: signedIn.access_token, refreshToken: signedIn.refresh_token });
  await writes.announce(["current-user"]);
  return { isNewUser: signedIn.is_new_user ?? false };
}

/** Leaves for the mfa page; never resolves. Outside a browser there is no such page, and the error is thrown on. */
export async function continueWithMfa(
  { host, redirects }: Connection,
  error: KnownError<"MULTI_FACTOR_AUTHENTICATION_REQUIRED">,
): Promise<never> {
  const page = host.page();
  const attemptCode = error.details?.attempt_code;
  if (page === null || typeof attemptCode !== "string") throw error;
  page.sessionStorage.setItem(mfaAttemptCodeKey, attemptCode);
  await redirects.toHandler("mfa");
  throw new Fault("we should have redirected in redirectToMfa()", { cause: error });
}
