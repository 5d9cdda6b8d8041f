import type * as z from "zod";
import type { Project } from "../../../db/projects/project";
import { changeUser } from "../../../db/users/changes";
import { isSignInEmailTaken } from "../../../db/users/contact-channels/changes";
import type { User } from "../../../db/users/queries";
import { takeProvenEmail } from "../../../db/users/take-email";
import type { Tools } from "../../../platform/tools";
import type { Failing } from "../../../protocol/failing";
import type { Deferring } from "../../../protocol/handler";
import { deferSecurityNotice } from "../../security-notices";
import { claimByEmail, newUser, upgradeAnonymousUser } from "../../users/users";
import { clearTotpGuesses, requireSecondFactor } from "../mfa";
import { issueSession, requireUnrestricted } from "../sessions";
import type { SignedInHere, SignInError } from "../sessions/contract";
import type { AccountError } from "./contract";
import { readAccount } from "./rules";

/**
 * Signs in the user whose address a code has proven. For one who had no other way, codes are one from then on: neither
 * requesting the mail, which anyone can, nor half a sign-in makes them so.
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
