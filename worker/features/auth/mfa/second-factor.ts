import * as z from "zod";
import type { User } from "../../../db/users/queries";
import type { Tools } from "../../../platform/tools";
import type { Failing } from "../../../protocol/failing";
import { defineCodeKind, minutes, newCode } from "../../verification-codes";
import { requireUnrestricted } from "../sessions";
import { sealLink, type WaitingLink } from "./waiting-link";

/**
 * For a sign-in that lacks its second factor only. It has a kind of its own, so that no code that was emailed can be used
 * in its place.
 */
export const mfaAttempt = defineCodeKind({
  name: "mfa_attempt",
  payload: z.object({ userId: z.string(), isNewUser: z.boolean(), sealedLink: z.string().optional() }),
});

const attemptMillis = 5 * minutes;

/** A user whose first factor was right, as they were read with it. */
type FirstFactorUser = Pick<User, "id" | "requiresTotpMfa" | "credentialVersion" | "restrictedAt">;

/**
 * Stops a sign-in whose first factor was right when the user has a second one, or is restricted. Every way to sign in an existing user calls
 * this before it issues a session. What it stores dies with the credentials that were checked.
 *
 * @param options.waiting an account to link once the factor is shown
 */
export async function requireSecondFactor(
  {
    db,
    settings,
    fail,
  }: Pick<Tools, "db" | "settings"> & Failing<"MULTI_FACTOR_AUTHENTICATION_REQUIRED" | "USER_RESTRICTED">,
  project: { id: string },
  user: FirstFactorUser,
  { isNewUser, waiting }: { isNewUser: boolean; waiting?: WaitingLink | undefined },
): Promise<void> {
  requireUnrestricted({ fail }, user);
  if (!user.requiresTotpMfa) return;
  const { code, statement } = await newCode(db, mfaAttempt, {
    projectId: project.id,
    lifetimeMillis: attemptMillis,
    user,
    payload: {
      userId: user.id,
      isNewUser,
      ...(waiting && { sealedLink: await sealLink(settings, { projectId: project.id, userId: user.id }, waiting) }),
    },
  });
  await db.batch([statement]);
  fail("MULTI_FACTOR_AUTHENTICATION_REQUIRED", { attempt_code: code });
}
