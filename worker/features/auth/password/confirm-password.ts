import { verifyPassword } from "../../../platform/password-hash";
import { countGuess } from "../../../platform/rate-limits";
import type { ShareHolder } from "../../../platform/shares";
import type { Tools } from "../../../platform/tools";
import type { tooManyRequests } from "../../../protocol/error-definitions";
import type { Failing } from "../../../protocol/failing";
import { passwordFailures } from "../sessions";

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
