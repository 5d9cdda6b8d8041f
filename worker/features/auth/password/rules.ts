import type { Project } from "../../../db/projects/project";
import type { AttemptRule } from "../../../platform/rate-limits";
import { fail } from "../../../protocol/fail";

const shortestPassword = 8;
const longestPassword = 70;

/** Wrong passwords for one address or, of requests with an access token, one user. Right ones do not count. */
export const passwordFailures: AttemptRule = { name: "password", limit: 10, windowMillis: 10 * 60_000 };

/** @throws PASSWORD_AUTHENTICATION_NOT_ENABLED */
export function requirePasswordAuthentication({ config }: Project): void {
  if (!config.auth.password.allowSignIn) fail("PASSWORD_AUTHENTICATION_NOT_ENABLED");
}

/**
 * Holds a new password to its length (NIST SP 800-63B section 3.1.1.2: no other rule on what it is made of).
 *
 * @throws PASSWORD_TOO_SHORT, PASSWORD_TOO_LONG
 */
export function requireAcceptablePassword(password: string): void {
  if (password.length < shortestPassword) fail("PASSWORD_TOO_SHORT", { min_length: shortestPassword });
  if (password.length > longestPassword) fail("PASSWORD_TOO_LONG", { maxLength: longestPassword });
}
