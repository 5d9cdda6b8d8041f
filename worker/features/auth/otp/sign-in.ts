import type * as z from "zod";
import type { Project } from "../../../db/projects/project";
import { changeUser } from "../../../db/users/changes";
import { isSignInEmailTaken } from "../../../db/users/contact-channels/changes";
import type { User } from "../../../db/users/queries";
import type { Tools } from "../../../platform/tools";
import type { Failing } from "../../../protocol/failing";
import { newUser, upgradeAnonymousUser } from "../../users/users";
import { clearTotpGuesses, requireSecondFactor } from "../mfa";
import { issueSession } from "../sessions";
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
      before: statements,
    });
  } catch (error) {
    if (!isSignInEmailTaken(error)) throw error;
    await readAccount(tools, project, email);
    // Verified in this moment by other means: the code was not for that account.
    return fail("VERIFICATION_CODE_NOT_FOUND", undefined, { cause: error });
  }
}
