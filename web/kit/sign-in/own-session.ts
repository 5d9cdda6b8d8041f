import type { Redirects } from "../connection/redirects";
import { isKnownError, type KnownError } from "../errors/known-error";
import type { Caller } from "../requests/caller";
import type { Session } from "../session/session";
import { authHeaderName } from "../session/token-store/request";
import type { TokenPair } from "../session/token-store/token-store";

/** A login whose tokens can be read. */
export interface TokenSource {
  /** Both tokens, or nulls once the login is over. */
  getTokens(): Promise<{ accessToken: string | null; refreshToken: string | null }>;
}

/** What the signed-in user has beside other users: a session, in an app of any tier. */
export interface Auth {
  readonly currentSession: TokenSource;
  /**
   * Signs out and goes to `redirectUrl` (relative, or on this origin), else to the after-sign-out page.
   * @throws Error, before anything happens, for a `redirectUrl` that leads elsewhere
   */
  signOut(options?: SignOutOptions): Promise<void>;
  /** The header that passes this login to the website's own backend: `fetch(url, { headers: await user.getAuthHeaders() })`. */
  getAuthHeaders(): Promise<{ "x-stack-auth": string }>;
  /** The tokens themselves, good for the coming 20 seconds; nulls once the login is over. */
  getAuthJson(): Promise<TokenPair>;
  /** Replaces the password; this session stays, the others end. Returns the error, or undefined. */
  updatePassword(options: {
    readonly oldPassword: string;
    readonly newPassword: string;
  }): Promise<KnownError<"PASSWORD_CONFIRMATION_MISMATCH" | "PASSWORD_REQUIREMENTS_NOT_MET"> | undefined>;
}

export interface SignOutOptions {
  readonly redirectUrl?: string;
}

/** Signs the caller's session out; see {@link Auth.signOut}. */
export async function signOut(
  caller: Caller,
  redirects: Redirects,
  { redirectUrl }: SignOutOptions = {},
): Promise<void> {
  const target = redirectUrl === undefined ? null : redirects.trustedOnOrigin(redirectUrl);
  await endSession(caller);
  if (target === null) await redirects.toHandler("afterSignOut");
  else await redirects.to(target, { replace: true });
}

async function endSession(caller: Caller): Promise<void> {
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
  await caller.announce("current-user");
}

/** The header of {@link Auth.getAuthHeaders}. */
export async function authHeaders(session: Session): Promise<{ "x-stack-auth": string }> {
  return { [authHeaderName]: JSON.stringify(await session.tokens()) };
}
