import * as z from "zod";
import type { Project } from "../../../db/projects/project";
import { endSessionsOf } from "../../../db/sessions/changes";
import { changeUser } from "../../../db/users/changes";
import { recordUser } from "../../../db/users/events";
import { readSignInUser, selectUserBySignInEmail, type User } from "../../../db/users/queries";
import type { Database, Statement } from "../../../platform/database";
import type { MailFailure, MailResult } from "../../../platform/mail";
import type { Tools } from "../../../platform/tools";
import type { Failing } from "../../../protocol/failing";
import { type KnownRequester, type MailCount, type MailTools, mailDepsOf, sendSystemMail } from "../../emails";
import type { TrustedUrl } from "../../projects";
import { claimByEmail } from "../../users/users";
import { codeLifetime, codeLink, defineCodeKind, lifetimeInWords, newCode } from "../../verification-codes";
import { deviceOf, hasSignedInFromHere } from "../sessions";

/** Lets the owner of an address choose a new password for the user who signs in with it. */
export const passwordReset = defineCodeKind({
  name: "password_reset",
  isUsedOncePerSubject: true,
  payload: z.object({ userId: z.string(), email: z.string() }),
});

/** A user whose password can be reset by mails to an address. */
interface Resettable {
  user: User;
  email: string;
  isEmailVerified: boolean;
  isProvenByMailAlone: boolean;
}

/**
 * Mails a reset link to an address, in normal form, that resets a user's password. Failures are in the delivery log.
 *
 * @param options.failure why no server is tried
 */
export async function mailResetCode(
  tools: MailTools,
  project: Project,
  { user, email }: Resettable,
  { callbackUrl, count, failure }: { callbackUrl: TrustedUrl; count: MailCount | null; failure?: MailFailure },
): Promise<MailResult> {
  const { db } = tools;
  const { code, statement } = await newCode(db, passwordReset, {
    projectId: project.id,
    lifetimeMillis: codeLifetime(project, "passwordReset"),
    subject: user.id,
    user,
    payload: { userId: user.id, email },
  });
  await db.batch([statement]);
  return sendSystemMail(await mailDepsOf(tools, project), {
    template: "password_reset",
    to: email,
    count,
    ...(failure && { failure }),
    variables: {
      userDisplayName: user.displayName,
      validFor: lifetimeInWords(project, "passwordReset"),
      passwordResetLink: codeLink(callbackUrl, code),
    },
  });
}

/**
 * The user that a code resets. Refuses the code of a mail to an address that no longer resets its user's password, or whose
 * user is gone: the next owner of a given-up address must not get into the account.
 */
export async function requireResettable(
  { db, fail }: Pick<Tools, "db"> & Failing<"VERIFICATION_CODE_NOT_FOUND">,
  project: Project,
  { userId, email }: { userId: string; email: string },
): Promise<Resettable> {
  const resettable = await readResettable(db, project, email);
  return resettable?.user.id === userId ? resettable : fail("VERIFICATION_CODE_NOT_FOUND");
}

/** Whether a reset is the first by which somebody who has proven the address comes to hold the account. */
export function isClaim({ isEmailVerified, isProvenByMailAlone }: Resettable): boolean {
  return !isEmailVerified || isProvenByMailAlone;
}

/**
 * The statements that give a user a new password by the code of a mail. A reset that claims the account is worth more than
 * all that was set up before it, by anyone who typed the address in; any other keeps the other ways to sign in. They fail as
 * those of `startClean` do.
 */
export function resetStatements(
  tools: Pick<Tools, "db" | "sender">,
  project: Project,
  resettable: Resettable,
  { passwordHash }: { passwordHash: string },
): [Statement, ...Statement[]] {
  const { user, email, isEmailVerified } = resettable;
  if (isClaim(resettable)) {
    return claimByEmail(tools, project, user, { email, isFirst: !isEmailVerified, by: { passwordHash } }).statements;
  }
  const one = { projectId: user.projectId, userId: user.id };
  return [
    endSessionsOf(tools.db, one),
    ...changeUser(tools.db, one, { passwordHash }, { from: user.credentialVersion }),
    recordUser(tools.db, "user.updated", one),
  ];
}

/**
 * Whether a request comes from the user whom an address resets: by one of a browser's tokens, or from where they have signed in before. It
 * takes as long for an address without an account.
 */
export async function knownOfResettable(
  { db, settings, limits }: Pick<Tools, "db" | "settings" | "limits">,
  project: Project,
  { email, deviceTokens }: { email: string; deviceTokens: readonly string[] | undefined },
): Promise<KnownRequester | undefined> {
  const user = (await readResettable(db, project, email))?.user;
  const device = await deviceOf({ settings }, user, deviceTokens);
  const isKnown = await hasSignedInFromHere({ limits }, project, user ?? { address: email });
  return isKnown || device !== undefined ? { device } : undefined;
}

/** The user whose password an address resets: who signs in with it, if it is verified or their primary one. */
export async function readResettable(db: Database, project: Project, email: string): Promise<Resettable | undefined> {
  const [[row]] = await db.batch([selectUserBySignInEmail(db, { projectId: project.id, email })]);
  return row && { ...readSignInUser(row), email };
}
