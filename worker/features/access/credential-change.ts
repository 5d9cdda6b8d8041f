import type { OwnSession } from "../../db/sessions/queries";
import {
  type CredentialChange,
  type CredentialChangeError,
  impersonationRefused,
} from "../../protocol/credential-changes";
import type { Failing } from "../../protocol/failing";
import type { Claims } from "./caller";

/** Whether a request makes its change as the user of its access token, and not by the key of a server. */
export function actsByAccessToken({ of }: CredentialChange, { tier, userId, isAnonymous }: Claims): boolean {
  if (!userId) return false;
  return of === "own user" || (of === "named user" ? tier === "client" : isAnonymous);
}

/** Refuses a change of how a user signs in from a session that has ended, or that somebody else has as the user. */
export function requireOwnSession({ fail }: Failing<CredentialChangeError>, session: OwnSession | undefined): void {
  // Clients refresh the token, find that the session is gone, and sign out.
  if (!session || session.expiresAt <= Date.now()) fail("ACCESS_TOKEN_EXPIRED", { expired_at_millis: null });
  else if (session.isImpersonation) fail(impersonationRefused);
}
