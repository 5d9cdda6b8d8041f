import type { Project } from "../../db/projects/project";
import type { OwnSession } from "../../db/sessions/queries";
import type { User } from "../../db/users/queries";
import { type CredentialChange, impersonationRefused } from "../../protocol/credential-changes";
import type { Failing } from "../../protocol/failing";
import type { Claims } from "./caller";
import { isSessionLive } from "./session-policy";

/** Tells whether a request makes its change as the user of its access token, and not by the key of a server. */
export function actsByAccessToken({ of }: CredentialChange, { tier, userId, isAnonymous }: Claims): boolean {
  if (!userId) return false;
  return of === "own user" || (of === "named user" ? tier === "client" : isAnonymous);
}

/** Refuses an access token whose session has ended. */
export function requireLiveSession(
  { fail }: Failing<"ACCESS_TOKEN_EXPIRED">,
  project: Project,
  session: OwnSession | undefined,
): OwnSession {
  // Clients refresh the token, find that the session is gone, and sign out.
  return session && isSessionLive(project, session)
    ? session
    : fail("ACCESS_TOKEN_EXPIRED", { expired_at_millis: null });
}

/** Refuses what outlasts a session from one that has ended, or that somebody else has as the user. */
export function requireOwnSession(
  { fail }: Failing<"ACCESS_TOKEN_EXPIRED" | typeof impersonationRefused>,
  project: Project,
  found: OwnSession | undefined,
): OwnSession {
  const session = requireLiveSession({ fail }, project, found);
  return session.isImpersonation ? fail(impersonationRefused) : session;
}

/** Refuses an anonymous user a way to sign in where no one may sign up: it would make them a user who has. */
export function requireSignUpFor(
  { fail }: Failing<"SIGN_UP_NOT_ENABLED">,
  { config }: Project,
  { isAnonymous }: Pick<User, "isAnonymous">,
): void {
  if (isAnonymous && !config.auth.allowSignUp) fail("SIGN_UP_NOT_ENABLED");
}

/** Names what a user can show to prove who they are: their password, a passkey, or a code that is emailed to them. */
type ProofMethod = "password" | "passkey" | "code";

function proofMethodsOf({ config: { auth } }: Project, user: User): ProofMethod[] {
  return [
    ...(user.hasPassword && auth.password.allowSignIn ? ["password" as const] : []),
    ...(user.passkeyAuthEnabled && auth.passkey.allowSignIn ? ["passkey" as const] : []),
    ...(user.primaryEmail === null ? [] : ["code" as const]),
  ];
}

/**
 * Refuses a user who has not proven who they are for longer than the project's rule allows. One who has nothing to prove it
 * with, such as an anonymous user, could never go on: their session is all there is.
 */
export function requireRecentProof(
  { fail }: Failing<"REAUTHENTICATION_REQUIRED">,
  project: Project,
  user: User,
  { authenticatedAt }: OwnSession,
): void {
  const { reauthenticationMinutes } = project.config.auth.sessions;
  if (reauthenticationMinutes === undefined) return;
  const maxAgeMillis = reauthenticationMinutes * 60_000;
  if (authenticatedAt !== null && Date.now() < authenticatedAt + maxAgeMillis) return;
  const methods = proofMethodsOf(project, user);
  if (methods.length === 0) return;
  fail("REAUTHENTICATION_REQUIRED", {
    max_age_millis: maxAgeMillis,
    methods,
    requires_totp: user.requiresTotpMfa,
  });
}
