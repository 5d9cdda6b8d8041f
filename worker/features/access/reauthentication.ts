import type { Project } from "../../db/projects/project";
import type { OwnSession } from "../../db/sessions/queries";
import type { User } from "../../db/users/queries";
import type { Failing } from "../../protocol/failing";

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
