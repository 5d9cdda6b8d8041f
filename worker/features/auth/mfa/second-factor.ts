import * as z from "zod";
import type { User } from "../../../db/users/queries";
import type { Database } from "../../../platform/database";
import type { Failing } from "../../../protocol/failing";
import { defineCodeKind, minutes, newCode } from "../../verification-codes";
import { requireUnrestricted } from "../sessions";

/**
 * For a sign-in that lacks its second factor only. It has a kind of its own, so that no code that was emailed can be used
 * in its place.
 */
export const mfaAttempt = defineCodeKind({
  name: "mfa_attempt",
  payload: z.object({ userId: z.string(), isNewUser: z.boolean() }),
});

const attemptMillis = 5 * minutes;

/** A user whose first factor was right, as they were read with it. */
type FirstFactorUser = Pick<User, "id" | "requiresTotpMfa" | "credentialVersion" | "restrictedAt">;

/**
 * Stops a sign-in whose first factor was right when the user has a second one, or is restricted. Every way to sign in an existing user calls
 * this before it issues a session. What it stores dies with the credentials that were checked.
 */
export async function requireSecondFactor(
  { db, fail }: { db: Database } & Failing<"MULTI_FACTOR_AUTHENTICATION_REQUIRED" | "USER_RESTRICTED">,
  project: { id: string },
  user: FirstFactorUser,
  { isNewUser }: { isNewUser: boolean },
): Promise<void> {
  requireUnrestricted({ fail }, user);
  if (!user.requiresTotpMfa) return;
  const { code, statement } = await newCode(db, mfaAttempt, {
    projectId: project.id,
    lifetimeMillis: attemptMillis,
    user,
    payload: { userId: user.id, isNewUser },
  });
  await db.batch([statement]);
  fail("MULTI_FACTOR_AUTHENTICATION_REQUIRED", { attempt_code: code });
}
