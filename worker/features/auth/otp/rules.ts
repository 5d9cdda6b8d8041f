import type { Project } from "../../../db/projects/project";
import { readSignInUser, selectUserBySignInEmail, type User } from "../../../db/users/queries";
import type { Tools } from "../../../platform/tools";
import type { Failing } from "../../../protocol/failing";
import { byProof } from "../../users/users";
import { type AccountError, otpDisabled } from "./contract";

export function requireOtpSignIn({ fail }: Failing<typeof otpDisabled>, { config }: Project): void {
  if (!config.auth.otp.allowSignIn) fail(otpDisabled);
}

/**
 * The user that a code to an address signs in, if codes are on for them; undefined when it makes one. Another person may have signed up with the
 * address and not verified it: while its owner can reset the password, the account is theirs until then.
 *
 * @param row what `selectUserBySignInEmail` found
 */
export function accountOf(
  { fail }: Failing<AccountError>,
  { config }: Project,
  email: string,
  row: Awaited<ReturnType<typeof selectUserBySignInEmail>>[number] | undefined,
): User | undefined {
  const holder = row && readSignInUser(row);
  const outcome = holder && byProof({ config }, holder);
  if (!holder || outcome === "yields") return config.auth.allowSignUp ? undefined : fail("SIGN_UP_NOT_ENABLED");
  const { user, isEmailVerified, signInProviders } = holder;
  if (outcome === "is-claimed") return user;
  if (!isEmailVerified) return fail("USER_EMAIL_ALREADY_EXISTS", { email, would_work_if_email_was_verified: true });
  const isRefused = !user.otpAuthEnabled && hasOtherSignIn(config, user, signInProviders);
  return isRefused ? fail("USER_EMAIL_ALREADY_EXISTS", { email, would_work_if_email_was_verified: false }) : user;
}

/**
 * Whether a user can sign in by anything but codes as the project is now. Who cannot may use codes though they are off for
 * them: a project that ends passwords, or a server that makes users with no more than an address, must not lock them out.
 */
function hasOtherSignIn(
  { auth }: Project["config"],
  { hasPassword, passkeyAuthEnabled }: User,
  signInProviders: readonly string[],
): boolean {
  return (
    (hasPassword && auth.password.allowSignIn) ||
    (passkeyAuthEnabled && auth.passkey.allowSignIn) ||
    signInProviders.some((id) => auth.oauth.providers[id]?.allowSignIn)
  );
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
