import type { Connection } from "../connection/connection";
import { Fault } from "../errors/fault";
import { isKnownError, type KnownError } from "../errors/known-error";
import type * as wire from "../requests/wire";
import type { TokenStore } from "../session/token-store/token-store";

/** Where the attempt code of a sign-in waits for its second factor, in the page's session storage. */
export const mfaAttemptCodeKey = "stack_mfa_attempt_code";

/**
 * Makes a sign-in call and keeps the tokens it is answered with in the app's token store. The current session's tokens
 * travel along, so that an anonymous account grows into the new one instead of being left behind.
 *
 * When the account wants a second factor, the browser goes on to the mfa page.
 * @returns whether the account is new
 */
export async function signIn(connection: Connection, path: string, body?: unknown): Promise<{ isNewUser: boolean }> {
  const store = connection.tokenStore();
  const caller = connection.caller("client", connection.sessions.of(store));
  let answer: wire.SignIn;
  try {
    answer = await caller.write<wire.SignIn>("POST", path, body);
  } catch (error) {
    if (isKnownError(error, "MULTI_FACTOR_AUTHENTICATION_REQUIRED")) return await handOverToMfa(connection, error);
    throw error;
  }
  return await keepSignIn(connection, store, answer);
}

/** Keeps the tokens of a sign-in, and tells that somebody else is here now. */
export async function keepSignIn(
  { writes }: Connection,
  store: TokenStore,
  answer: wire.SignIn,
): Promise<{ isNewUser: boolean }> {
  store.set({ accessToken: answer.access_token, refreshToken: answer.refresh_token });
  await writes.announce(["current-user"]);
  return { isNewUser: answer.is_new_user ?? false };
}

/** Leaves for the mfa page; never resolves. Outside a browser there is no such page, and the error is the caller's. */
export async function handOverToMfa(
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
