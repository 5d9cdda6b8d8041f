import type { Project } from "../../../db/projects/project";
import { readSignInUser, selectUserBySignInEmail, type User } from "../../../db/users/queries";
import type { Tools } from "../../../platform/tools";
import type { Failing } from "../../../protocol/failing";
import { type AccountError, otpDisabled } from "./contract";

export function requireOtpSignIn({ fail }: Failing<typeof otpDisabled>, { config }: Project): void {
  if (!config.auth.otp.allowSignIn) fail(otpDisabled);
}

/**
 * The user that a code to an address signs in; undefined when it makes one. Another person may have signed up with the
 * address and not verified it: until then the account is theirs, and not the owner's of the address.
 *
 * @param row what `selectUserBySignInEmail` found
 */
export function accountOf(
  { fail }: Failing<AccountError>,
  { config }: Project,
  email: string,
  row: Awaited<ReturnType<typeof selectUserBySignInEmail>>[number] | undefined,
): User | undefined {
  if (!row) return config.auth.allowSignUp ? undefined : fail("SIGN_UP_NOT_ENABLED");
  const { user, isEmailVerified } = readSignInUser(row);
  return isEmailVerified ? user : fail("USER_EMAIL_ALREADY_EXISTS", { email, would_work_if_email_was_verified: true });
}

/** As `accountOf`, with a query for an address in normal form. */
export async function readAccount(
  { db, fail }: Pick<Tools, "db"> & Failing<AccountError>,
  project: Project,
  email: string,
): Promise<User | undefined> {
  const [[row]] = await db.batch([selectUserBySignInEmail(db, { projectId: project.id, email })]);
  return accountOf({ fail }, project, email, row);
}
