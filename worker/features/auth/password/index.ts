import type { Project } from "../../../db/projects/project";
import { verifyPassword } from "../../../platform/password-hash";
import { countGuess } from "../../../platform/rate-limits";
import type { ShareHolder } from "../../../platform/shares";
import type { Tools } from "../../../platform/tools";
import type { tooManyRequests } from "../../../protocol/error-definitions";
import type { Failing } from "../../../protocol/failing";
import { maxPasswordLength, normalizePassword } from "../../../protocol/fields";
import { passwordFailures } from "../sessions";
import type { NewPasswordError } from "./contract";
import { type KnownPasswordReason, reasonToRefuse } from "./known-passwords";

export { clearPasswordGuesses, passwordCounters } from "./guesses";

type ConfirmationTools = Pick<Tools, "trace" | "settings" | "limits" | "attempts" | "costlyHashes" | "hashTurn"> &
  Failing<"USER_DOES_NOT_HAVE_PASSWORD" | "PASSWORD_CONFIRMATION_MISMATCH" | typeof tooManyRequests> & {
    defer(work: () => Promise<unknown>): void;
  };

/** Checks a password that a signed-in user has typed again. */
export async function confirmPassword(
  tools: ConfirmationTools,
  project: ShareHolder,
  userId: string,
  stored: { hash: string } | undefined,
  typed: string,
): Promise<void> {
  const { defer, fail } = tools;
  if (!stored) return fail("USER_DOES_NOT_HAVE_PASSWORD");
  const guess = await countGuess(tools, passwordFailures, { projectId: project.id, subject: userId });
  if (guess.isLocked) return fail("PASSWORD_CONFIRMATION_MISMATCH");
  const { valid } = await guess.whileChecked(verifyPassword(tools, project, stored.hash, typed));
  if (!valid) return fail("PASSWORD_CONFIRMATION_MISMATCH");
  defer(guess.succeed);
}

const refusals: Record<KnownPasswordReason, string> = {
  common: "This password is too common. Choose another one.",
  breached: "This password was found in a known data breach. Choose another one.",
  personal:
    "This password is your email address or the name of the project with little added to it. Choose another one.",
};

export function requirePasswordAuthentication(
  { fail }: Failing<"PASSWORD_AUTHENTICATION_NOT_ENABLED">,
  { config }: Project,
): void {
  if (!config.auth.password.allowSignIn) fail("PASSWORD_AUTHENTICATION_NOT_ENABLED");
}

/**
 * Checks the length of a new password, in the form that is hashed. Where the project refuses known passwords, the password must
 * also be none of them. There is no other rule on what it is made of (NIST SP 800-63B section 3.1.1.2).
 *
 * @param email the address of the user whose password it becomes
 */
export async function requireAcceptablePassword(
  { settings, fail }: Pick<Tools, "settings"> & Failing<NewPasswordError>,
  project: Project,
  { password: typed, email }: { password: string; email: string | null },
): Promise<void> {
  const password = normalizePassword(typed);
  const { minLength } = project.config.auth.password;
  if (password.length < minLength) fail("PASSWORD_TOO_SHORT", { min_length: minLength });
  if (password.length > maxPasswordLength) fail("PASSWORD_TOO_LONG", { maxLength: maxPasswordLength });
  if (!refusesKnownPasswords(project)) return;
  const words = [project.displayName, ...(email === null ? [] : [email])];
  const reason = await reasonToRefuse(password, words, settings.passwordRangeApiUrl);
  if (reason) fail("PASSWORD_REQUIREMENTS_NOT_MET", { reason, message: refusals[reason] });
}

function refusesKnownPasswords({ config, isProductionMode }: Project): boolean {
  const { knownPasswords } = config.auth.password;
  return knownPasswords === "refuse" || (knownPasswords === "refuse_in_production" && isProductionMode);
}
