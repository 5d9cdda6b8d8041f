import type { Project } from "../../../db/projects/project";
import type { AttemptRule } from "../../../platform/rate-limits";
import type { Failing } from "../../../protocol/failing";
import type { NewPasswordError } from "./contract";

const shortestPassword = 8;
const longestPassword = 70;

/**
 * Wrong passwords for one address or, of requests with an access token, one user. After 100 in a row (NIST SP 800-63B
 * section 3.2.2) no password is right any more, until a mail resets it.
 */
export const passwordFailures: AttemptRule = {
  name: "password",
  limit: 10,
  windowMillis: 10 * 60_000,
  lockAfter: 100,
};

export function requirePasswordAuthentication(
  { fail }: Failing<"PASSWORD_AUTHENTICATION_NOT_ENABLED">,
  { config }: Project,
): void {
  if (!config.auth.password.allowSignIn) fail("PASSWORD_AUTHENTICATION_NOT_ENABLED");
}

/** Holds a new password to its length (NIST SP 800-63B section 3.1.1.2: no other rule on what it is made of). */
export function requireAcceptablePassword({ fail }: Failing<NewPasswordError>, password: string): void {
  if (password.length < shortestPassword) fail("PASSWORD_TOO_SHORT", { min_length: shortestPassword });
  if (password.length > longestPassword) fail("PASSWORD_TOO_LONG", { maxLength: longestPassword });
}
