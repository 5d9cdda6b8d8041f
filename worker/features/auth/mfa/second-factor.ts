import * as z from "zod";
import { batchThen, type Database, type Statement } from "../../../platform/database";
import type { Failing } from "../../../protocol/failing";
import { defineCodeKind, minutes, newCode } from "../../verification-codes";

/**
 * For a sign-in that lacks its second factor only. It has a kind of its own, so that no code that was mailed can be used
 * in its place.
 */
export const mfaAttempt = defineCodeKind({
  name: "mfa_attempt",
  lifetimeMillis: 5 * minutes,
  payload: z.object({ userId: z.string(), isNewUser: z.boolean() }),
});

/**
 * Stores the attempt of a sign-in whose first factor was right, when the user has a second one, and returns its code.
 *
 * @param signIn.before statements that run in any case, such as those that make the user: in one batch with the attempt's
 *   own, or by the caller when the user has no second factor
 */
export async function beginSecondFactor(
  { db }: { db: Database },
  project: { id: string },
  user: { id: string; requiresTotpMfa: boolean },
  { isNewUser, before = [] }: { isNewUser: boolean; before?: readonly Statement[] },
): Promise<string | undefined> {
  if (!user.requiresTotpMfa) return undefined;
  const payload = { userId: user.id, isNewUser };
  const { code, statement } = await newCode(db, mfaAttempt, { projectId: project.id, payload });
  await batchThen(db, before, statement);
  return code;
}

/**
 * Stops a sign-in whose first factor was right when the user has a second one. Every way to sign in calls this, or
 * `beginSecondFactor`, before it issues a session.
 */
export async function requireSecondFactor(
  { db, fail }: { db: Database } & Failing<"MULTI_FACTOR_AUTHENTICATION_REQUIRED">,
  project: { id: string },
  user: { id: string; requiresTotpMfa: boolean },
  signIn: { isNewUser: boolean; before?: readonly Statement[] },
): Promise<void> {
  const attemptCode = await beginSecondFactor({ db }, project, user, signIn);
  if (attemptCode !== undefined) fail("MULTI_FACTOR_AUTHENTICATION_REQUIRED", { attempt_code: attemptCode });
}
