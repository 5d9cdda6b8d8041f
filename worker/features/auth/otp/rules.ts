import type { Project } from "../../../db/projects/project";
import { readSignInUser, selectUserBySignInEmail, type User } from "../../../db/users/queries";
import type { Tools } from "../../../platform/tools";
import { fail } from "../../../protocol/fail";
import { PlainError } from "../../../protocol/plain-error";

/** @throws plain 403 */
export function requireOtpSignIn({ config }: Project): void {
  if (!config.auth.otp.allowSignIn) throw new PlainError(403, "OTP sign-in is not enabled for this project");
}

/**
 * The user whom a code to an address signs in; undefined when it makes one. Another person may have signed up with the
 * address and not verified it: until then the account is theirs, and not the owner's of the address.
 *
 * @param row what `selectUserBySignInEmail` found
 * @throws USER_EMAIL_ALREADY_EXISTS, SIGN_UP_NOT_ENABLED
 */
export function accountOf(
  { config }: Project,
  email: string,
  row: Awaited<ReturnType<typeof selectUserBySignInEmail>>[number] | undefined,
): User | undefined {
  if (!row) return config.auth.allowSignUp ? undefined : fail("SIGN_UP_NOT_ENABLED");
  const { user, isEmailVerified } = readSignInUser(row);
  return isEmailVerified ? user : fail("USER_EMAIL_ALREADY_EXISTS", { email, would_work_if_email_was_verified: true });
}

/** Looks an address up, in normal form. @throws as `accountOf` does */
export async function readAccount(
  { db }: Pick<Tools, "db">,
  project: Project,
  email: string,
): Promise<User | undefined> {
  const [[row]] = await db.batch([selectUserBySignInEmail(db, { projectId: project.id, email })]);
  return accountOf(project, email, row);
}
