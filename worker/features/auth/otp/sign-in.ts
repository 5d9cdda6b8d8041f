import type * as z from "zod";
import type { Project } from "../../../db/projects/project";
import { changeUser } from "../../../db/users/changes";
import { isSignInEmailTaken } from "../../../db/users/contact-channels/changes";
import { readSignInUser, selectUserBySignInEmail, type User } from "../../../db/users/queries";
import { takeProvenEmail } from "../../../db/users/take-email";
import { isConditionRefused } from "../../../platform/database";
import type { Tools } from "../../../platform/tools";
import type { Failing } from "../../../protocol/failing";
import type { Deferring } from "../../../protocol/handler";
import { deferSecurityNotice } from "../../security-notices";
import {
  boundTo,
  byProof,
  claimByEmail,
  type Holder,
  newUser,
  requireHolder,
  upgradeAnonymousUser,
} from "../../users/users";
import { clearTotpGuesses, requireSecondFactor } from "../mfa";
import { deferKnownNetwork, issueSession, requireUnsuspended } from "../sessions";
import type { SignedInHere, SignInError } from "../sessions/contract";
import { type AccountError, otpDisabled } from "./contract";

type SignInTools = Tools & Deferring & Failing<SignInError | AccountError | "VERIFICATION_CODE_NOT_FOUND">;
type SignedIn = z.input<typeof SignedInHere>;

/** Holds what the code of an email stands for, and `boundTo` when it was sent. */
interface Proof {
  email: string;
  userId: string | null;
}

interface SignIn {
  email: string;
  present: User | null;
  deviceTokens: readonly string[] | undefined;
}

/**
 * Signs in by a code that has been used up. Whoever has the address on an account may change that account after it was read. Then
 * it is read again, up to three times, so that such changes do not keep the address's owner out.
 *
 * @param signIn.account what `accountOfCode` found
 */
export async function signInByCode(
  tools: SignInTools,
  project: Project,
  { proof, ...signIn }: Omit<SignIn, "email"> & { account: Holder | undefined; proof: Proof },
): Promise<SignedIn> {
  const { db, fail } = tools;
  const { email } = proof;
  let { account } = signIn;
  for (let retries = 3; ; retries -= 1) {
    try {
      const signedIn = await trySignIn(tools, project, account, { ...signIn, email });
      const isFirst = !account || isClaimed(project, account);
      deferKnownNetwork(tools, project, { id: signedIn.user_id }, { isFirst });
      return signedIn;
    } catch (error) {
      if (!isSignInEmailTaken(error) && !isConditionRefused(error)) throw error;
      if (retries === 0) return fail("VERIFICATION_CODE_NOT_FOUND", undefined, { cause: error });
    }
    const [[row]] = await db.batch([selectUserBySignInEmail(db, { projectId: project.id, email })]);
    account = accountOfCode(tools, project, proof, row);
  }
}

function trySignIn(
  tools: SignInTools,
  project: Project,
  account: Holder | undefined,
  signIn: SignIn,
): Promise<SignedIn> {
  if (!account) return signUp(tools, project, signIn);
  return isClaimed(project, account)
    ? claim(tools, project, account, signIn)
    : signInKnown(tools, project, account, signIn);
}

/**
 * Tells whether a code claims the account that it signs in, as a reset would where there are passwords. Once the email
 * alone has proven the address, it does not where another address leads in too, or a second factor is to be passed.
 */
function isClaimed({ config }: Pick<Project, "config">, account: Holder): boolean {
  if (boundTo(account) !== null || config.auth.password.allowSignIn) return false;
  return !account.isEmailVerified || !(account.hasOtherEmail || account.user.requiresTotpMfa);
}

/**
 * Signs in the user whose address a code has proven. Codes are a way of theirs from then on. Neither requesting
 * the email, which anyone can do, nor half a sign-in makes them so.
 */
async function signInKnown(
  tools: SignInTools,
  project: Project,
  account: Holder,
  { email, deviceTokens }: SignIn,
): Promise<SignedIn> {
  const { user } = account;
  const isOfAnyVersion = boundTo(account) === null;
  if (user.requiresTotpMfa) await clearTotpGuesses(tools, { projectId: project.id, userId: user.id });
  await requireSecondFactor(tools, project, user, { isNewUser: false });
  const before = [
    ...(isOfAnyVersion ? [requireHolder(tools.db, account, email)] : []),
    ...(user.otpAuthEnabled
      ? []
      : changeUser(tools.db, { projectId: project.id, userId: user.id }, { otpAuthEnabled: true })),
  ];
  return issueSession(tools, project, user, { isNewUser: false, method: "code", deviceTokens, isOfAnyVersion, before });
}

/** Signs in the owner of an address, as the user of an account that somebody else may have made with it. */
async function claim(
  tools: SignInTools,
  project: Project,
  account: Holder,
  { email, deviceTokens }: SignIn,
): Promise<SignedIn> {
  requireUnsuspended(tools, account.user);
  const by = { otpAuthEnabled: true } as const;
  const { user: owner, statements: before } = claimByEmail(tools, project, account, { email, by });
  const signedIn = await issueSession(tools, project, owner, {
    isNewUser: false,
    method: "code",
    deviceTokens,
    isOfAnyVersion: true,
    before,
  });
  deferSecurityNotice(tools, project, owner, "accountClaimed");
  return signedIn;
}

/** Makes a user with an address that a code has proven, or makes the present anonymous user that user. */
async function signUp(
  tools: SignInTools,
  project: Project,
  { email, present, deviceTokens }: SignIn,
): Promise<SignedIn> {
  const { db } = tools;
  const fields = {
    primaryEmail: email,
    primaryEmailVerified: true,
    primaryEmailAuthEnabled: true,
    otpAuthEnabled: true,
  };
  const { user, statements } = present?.isAnonymous
    ? upgradeAnonymousUser(db, present, fields)
    : newUser(db, project, fields);
  return issueSession(tools, project, user, {
    isNewUser: true,
    method: "code",
    deviceTokens,
    before: [...takeProvenEmail(db, project, user.id, email), ...statements],
  });
}

type SignInRow = Awaited<ReturnType<typeof selectUserBySignInEmail>>[number];

export function requireOtpSignIn({ fail }: Failing<typeof otpDisabled>, { config }: Project): void {
  if (!config.auth.otp.allowSignIn) fail(otpDisabled);
}

/**
 * Tells whether codes are off for the user who has proven an address and signs in with it. They are until the user has chosen them, where
 * the email alone has proven it. Attack: who signed up with a stranger's address waits in that account. The stranger's click on a link
 * verifies it, and a code would lead them there. A reset claims it instead.
 */
function hasCodesOff({ config }: Pick<Project, "config">, holder: Holder): boolean {
  const { user, isEmailVerified, signInProviders } = holder;
  const isOff = user.otpAuthSwitchedOff || (!user.otpAuthEnabled && boundTo(holder) === null);
  if (!isEmailVerified || !isOff) return false;
  return hasOtherSignIn(config, user, signInProviders) && !isClaimed({ config }, holder);
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
  row: SignInRow | undefined,
): Holder | undefined {
  const holder = row && readSignInUser(row);
  const outcome = holder && byProof({ config }, holder);
  if (!holder || outcome === "yields") return config.auth.allowSignUp ? undefined : fail("SIGN_UP_NOT_ENABLED");
  if (outcome === "is-claimed") return holder;
  if (!holder.isEmailVerified) {
    return fail("USER_EMAIL_ALREADY_EXISTS", { email, would_work_if_email_was_verified: true });
  }
  return hasCodesOff({ config }, holder)
    ? fail("USER_EMAIL_ALREADY_EXISTS", { email, would_work_if_email_was_verified: false })
    : holder;
}

/**
 * As `accountOf`, of a request for an email. A user with codes off is `refused`, as if the address were unknown.
 * Attack: a stranger, who can request an email to any address, would learn from another response that there is an account.
 */
export function recipientOf(
  tools: Failing<AccountError>,
  project: Project,
  email: string,
  row: SignInRow | undefined,
): { account: Holder | undefined; refused: Holder | undefined } {
  const holder = row && readSignInUser(row);
  const refused = holder && hasCodesOff(project, holder) ? holder : undefined;
  return { account: accountOf(tools, project, email, refused ? undefined : row), refused };
}

/** As `accountOf`, of a code: one whose address has come to be another user's since, who has not asked for the email, signs nobody in. */
export function accountOfCode(
  tools: Failing<AccountError | "VERIFICATION_CODE_NOT_FOUND">,
  project: Project,
  { email, userId }: Proof,
  row: SignInRow | undefined,
): Holder | undefined {
  const account = accountOf(tools, project, email, row);
  return boundTo(account) === userId ? account : tools.fail("VERIFICATION_CODE_NOT_FOUND");
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
