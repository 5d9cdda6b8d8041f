import type * as z from "zod";
import type { Project } from "../../../db/projects/project";
import { changeUser } from "../../../db/users/changes";
import { isSignInEmailTaken } from "../../../db/users/contact-channels/changes";
import { readSignInUser, selectUserBySignInEmail, type User } from "../../../db/users/queries";
import { takeProvenEmail } from "../../../db/users/take-email";
import type { Tools } from "../../../platform/tools";
import type { Failing } from "../../../protocol/failing";
import type { Deferring } from "../../../protocol/handler";
import { deferSecurityNotice } from "../../security-notices";
import { byProof, claimByEmail, newUser, upgradeAnonymousUser } from "../../users/users";
import { clearTotpGuesses, requireSecondFactor } from "../mfa";
import { issueSession, requireUnrestricted } from "../sessions";
import type { SignedInHere, SignInError } from "../sessions/contract";
import { type AccountError, otpDisabled } from "./contract";

/**
 * Signs in the user whose address a code has proven. For a user who had no other way to sign in, codes are one from then on.
 * Neither requesting the email, which anyone can do, nor half a sign-in makes them so.
 */
export async function signInKnown(
  tools: Tools & Failing<SignInError>,
  project: Project,
  { user, deviceTokens }: { user: User; deviceTokens: readonly string[] | undefined },
): Promise<z.input<typeof SignedInHere>> {
  if (user.requiresTotpMfa) await clearTotpGuesses(tools, { projectId: project.id, userId: user.id });
  await requireSecondFactor(tools, project, user, { isNewUser: false });
  const before = user.otpAuthEnabled
    ? []
    : changeUser(tools.db, { projectId: project.id, userId: user.id }, { otpAuthEnabled: true });
  return issueSession(tools, project, user, { isNewUser: false, method: "code", deviceTokens, before });
}

/** Signs in the owner of an address that nobody had proven, as the user of an account that somebody made with it. */
export async function claim(
  tools: Tools & Deferring & Failing<SignInError>,
  project: Project,
  { user, email, deviceTokens }: { user: User; email: string; deviceTokens: readonly string[] | undefined },
): Promise<z.input<typeof SignedInHere>> {
  requireUnrestricted(tools, user);
  const by = { otpAuthEnabled: true } as const;
  const { user: owner, statements: before } = claimByEmail(tools, project, user, { email, isFirst: true, by });
  const signedIn = await issueSession(tools, project, owner, {
    isNewUser: false,
    method: "code",
    deviceTokens,
    before,
  });
  deferSecurityNotice(tools, project, owner, "accountClaimed");
  return signedIn;
}

/** Makes a user with an address that a code has proven, or makes the present anonymous user that user. */
export async function signUp(
  tools: Tools & Failing<SignInError | AccountError | "VERIFICATION_CODE_NOT_FOUND">,
  project: Project,
  {
    email,
    present,
    deviceTokens,
  }: {
    email: string;
    present: User | null;
    deviceTokens: readonly string[] | undefined;
  },
): Promise<z.input<typeof SignedInHere>> {
  const { db, fail } = tools;
  const fields = {
    primaryEmail: email,
    primaryEmailVerified: true,
    primaryEmailAuthEnabled: true,
    otpAuthEnabled: true,
  };
  const { user, statements } = present?.isAnonymous
    ? upgradeAnonymousUser(db, present, fields)
    : newUser(db, project, fields);
  try {
    return await issueSession(tools, project, user, {
      isNewUser: true,
      method: "code",
      deviceTokens,
      before: [...takeProvenEmail(db, project, user.id, email), ...statements],
    });
  } catch (error) {
    if (!isSignInEmailTaken(error)) throw error;
    await readAccount(tools, project, email);
    // Verified in this moment by other means: the code was not for that account.
    return fail("VERIFICATION_CODE_NOT_FOUND", undefined, { cause: error });
  }
}

export function requireOtpSignIn({ fail }: Failing<typeof otpDisabled>, { config }: Project): void {
  if (!config.auth.otp.allowSignIn) fail(otpDisabled);
}

/**
 * Returns the user that a code to an address signs in, if codes are on for them. It returns undefined when the code makes a user.
 * Another person may have signed up with the address and not verified it. While the owner of the address can reset the password,
 * the account is that person's until the reset.
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
 * Tells whether a user can sign in by anything but codes, as the project is now. A user who cannot may use codes though they are
 * off for them. A project that ends passwords must not lock them out, nor a server that makes users with no more than an address.
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
async function readAccount(
  { db, fail }: Pick<Tools, "db"> & Failing<AccountError>,
  project: Project,
  email: string,
): Promise<User | undefined> {
  const [[row]] = await db.batch([selectUserBySignInEmail(db, { projectId: project.id, email })]);
  return accountOf({ fail }, project, email, row);
}
