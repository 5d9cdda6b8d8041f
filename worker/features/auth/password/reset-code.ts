import * as z from "zod";
import type { Project } from "../../../db/projects/project";
import { readSignInUser, selectUserBySignInEmail } from "../../../db/users/queries";
import type { Tools } from "../../../platform/tools";
import { fail } from "../../../protocol/fail";
import { mailDepsOf, sendSystemMail } from "../../emails";
import type { TrustedUrl } from "../../projects";
import { codeLink, days, defineCodeKind, newCode } from "../../verification-codes";

/** Lets the owner of an address choose a new password for the user who signs in with it. */
export const passwordReset = defineCodeKind({
  name: "password_reset",
  lifetimeMillis: 7 * days,
  payload: z.object({ userId: z.string(), email: z.string() }),
});

/** Mails a reset link to an address, in normal form, if a user signs in with it. Failures are in the delivery log. */
export async function mailResetCode(
  { db, settings }: Pick<Tools, "db" | "settings">,
  project: Project,
  { email, callbackUrl }: { email: string; callbackUrl: TrustedUrl },
): Promise<void> {
  const projectId = project.id;
  const [[row]] = await db.batch([selectUserBySignInEmail(db, { projectId, email })]);
  if (!row) return;
  const { user } = readSignInUser(row);
  const { code, statement } = await newCode(db, passwordReset, { projectId, payload: { userId: user.id, email } });
  await db.batch([statement]);
  await sendSystemMail(await mailDepsOf({ db, settings }, project), {
    template: "password_reset",
    to: email,
    variables: { userDisplayName: user.displayName, passwordResetLink: codeLink(callbackUrl, code) },
  });
}

/**
 * Refuses the code of a mail to an address that its user no longer signs in with, or whose user is gone: the next
 * owner of a given-up address must not get into the account.
 *
 * @throws VERIFICATION_CODE_NOT_FOUND
 */
export async function requireSignInAddress(
  { db }: Pick<Tools, "db">,
  project: Project,
  { userId, email }: { userId: string; email: string },
): Promise<void> {
  const [[row]] = await db.batch([selectUserBySignInEmail(db, { projectId: project.id, email })]);
  if (!row || readSignInUser(row).user.id !== userId) fail("VERIFICATION_CODE_NOT_FOUND");
}
