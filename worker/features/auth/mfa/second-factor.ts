import * as z from "zod";
import { batchThen, type Database, type Statement } from "../../../platform/database";
import { fail } from "../../../protocol/fail";
import { defineCodeKind, minutes, newCode } from "../../verification-codes";

/**
 * Stands for a sign-in that lacks its second factor only. It has a kind of its own, so that no code that was mailed can
 * take its place.
 */
export const mfaAttempt = defineCodeKind({
  name: "mfa_attempt",
  lifetimeMillis: 5 * minutes,
  payload: z.object({ userId: z.string(), isNewUser: z.boolean() }),
});

/**
 * Stops a sign-in whose first factor was right when the user has a second one. Every way to sign in calls this before it
 * issues a session.
 *
 * @param signIn.before statements that are due all the same, such as those that make the user; they are sent in one batch
 *   with the attempt's own, or left to the caller when the user has no second factor
 * @throws MULTI_FACTOR_AUTHENTICATION_REQUIRED with the code of the attempt
 */
export async function requireSecondFactor(
  { db }: { db: Database },
  project: { id: string },
  user: { id: string; requiresTotpMfa: boolean },
  { isNewUser, before = [] }: { isNewUser: boolean; before?: readonly Statement[] },
): Promise<void> {
  if (!user.requiresTotpMfa) return;
  const payload = { userId: user.id, isNewUser };
  const { code, statement } = await newCode(db, mfaAttempt, { projectId: project.id, payload });
  await batchThen(db, before, statement);
  fail("MULTI_FACTOR_AUTHENTICATION_REQUIRED", { attempt_code: code });
}
