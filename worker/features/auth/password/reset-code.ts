import * as z from "zod";
import { userActor } from "../../../db/audit/actor";
import { recordAudit } from "../../../db/audit/changes";
import type { Project } from "../../../db/projects/project";
import { endSessionsOf } from "../../../db/sessions/changes";
import { advanceCredentials } from "../../../db/users/changes";
import { recordUser } from "../../../db/users/events";
import { followPassword, resetKind, setPassword, signInKind } from "../../../db/users/passwords";
import { readSignInUser, selectUserBySignInEmail } from "../../../db/users/queries";
import { removeOpenCodesTo } from "../../../db/verification-codes/changes";
import type { Database, Statement } from "../../../platform/database";
import type { EmailFailure, EmailResult } from "../../../platform/email";
import type { Tools } from "../../../platform/tools";
import type { Failing } from "../../../protocol/failing";
import { type EmailCount, type EmailTools, emailDepsOf, type KnownRequester, sendSystemEmail } from "../../emails";
import type { TrustedUrl } from "../../projects";
import { type AddressHolder, boundTo, claimByEmail, isUnprovenOfSuspended, requireHolder } from "../../users/users";
import {
  checkCode,
  claimCodeWith,
  codeLifetime,
  codeLink,
  defineCodeKind,
  lifetimeInWords,
  newCode,
} from "../../verification-codes";
import type { VerificationCodeError } from "../../verification-codes/contract";
import { deviceOf, hasSignedInFromHere } from "../sessions";

/**
 * Lets the owner of an address choose a new password for the user who signs in with it. The code is bound as `boundTo` says. A code
 * that is bound to the address alone claims whichever account has the address by then. Any other is bound to the user, the address
 * and the password that they have.
 */
export const passwordReset = defineCodeKind({
  name: resetKind,
  isUsedOncePerEmail: true,
  payload: z.object({ userId: z.string().nullable(), email: z.string() }),
});

type ResetPayload = z.output<typeof passwordReset.payload>;

/** A user whose password can be reset by emails to an address. */
interface Resettable extends AddressHolder {
  email: string;
}

/**
 * Emails a reset link to an address, in normal form, that resets a user's password. Failures are in the delivery log.
 *
 * @param options.failure why no server is tried
 */
export async function emailResetCode(
  tools: EmailTools,
  project: Project,
  resettable: Resettable,
  { callbackUrl, count, failure }: { callbackUrl: TrustedUrl; count: EmailCount | null; failure?: EmailFailure },
): Promise<EmailResult> {
  const { db } = tools;
  const { user, email } = resettable;
  const userId = boundTo(resettable);
  const { code, statement } = await newCode(db, passwordReset, {
    projectId: project.id,
    lifetimeMillis: codeLifetime(project, "passwordReset"),
    subject: userId ?? email,
    payload: { userId, email },
  });
  await db.batch([statement]);
  return sendSystemEmail(await emailDepsOf(tools, project), {
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
 * Finds the user that a code resets. It refuses the code of an email to an address that no longer resets its user's password, or
 * whose user is gone. Otherwise the next owner of a given-up address would get into the account. Where nobody had proven the
 * address when the code was emailed, the code claims its account only while that is still so.
 */
export async function requireResettable(
  tools: Pick<Tools, "db"> & Failing<VerificationCodeError>,
  project: Project,
  { code, payload }: { code: string; payload: ResetPayload },
): Promise<Resettable> {
  const { userId, email } = payload;
  const resettable = await readResettable(tools.db, project, email);
  if (resettable && boundTo(resettable) === userId) return resettable;
  // It may have been used in this moment, so that the account is claimed by now.
  await checkCode(tools, passwordReset, { projectId: project.id, code }, { isPreview: true });
  return tools.fail("VERIFICATION_CODE_NOT_FOUND");
}

/** Tells whether a reset is the first by which somebody who has proven the address comes to hold the account. */
export function isClaim(resettable: Resettable): boolean {
  return boundTo(resettable) === null;
}

/**
 * Gives a new password to the user of an address by the code of an email, and uses the code up with that. Other changes of the
 * user's credentials in the meantime do not matter. The holder of a session must not keep the owner of the address out by such
 * changes.
 *
 * @param reset.payload that of the code
 * @param reset.resettable what `requireResettable` has returned
 * @returns the user as they were before
 */
export async function resetByCode(
  tools: Pick<Tools, "db" | "sender"> & Failing<VerificationCodeError>,
  project: Project,
  { code, payload, ...reset }: { code: string; payload: ResetPayload; resettable: Resettable; passwordHash: string },
): Promise<Resettable> {
  const { db, sender, fail } = tools;
  let { resettable } = reset;
  for (let retries = 3; ; retries -= 1) {
    const { user } = resettable;
    const event = { type: "password.reset", target: { type: "user", id: user.id } } as const;
    const done = await claimCodeWith(tools, passwordReset, { projectId: project.id, code }, [
      ...resetStatements(tools, project, resettable, reset),
      recordAudit(db, project, userActor(sender, user.id), event),
    ]);
    if (done) return resettable;
    if (retries === 0) return fail("VERIFICATION_CODE_NOT_FOUND");
    // In this moment, the address has passed on to another account or was verified.
    resettable = await requireResettable(tools, project, { code, payload });
  }
}

/**
 * Makes the statements that give a user a new password by the code of an email. A reset that claims the account ends every way to
 * sign in that it finds, because anyone may have typed the address in. Any other reset keeps the other ways to sign in, and the
 * codes of resets by other addresses. One of those addresses may be the owner's.
 */
function resetStatements(
  tools: Pick<Tools, "db" | "sender">,
  project: Project,
  resettable: Resettable,
  { passwordHash }: { passwordHash: string },
): [Statement, ...Statement[]] {
  const { user, email } = resettable;
  if (isClaim(resettable)) return claimByEmail(tools, project, resettable, { email, by: { passwordHash } }).statements;
  const { db } = tools;
  const one = { projectId: user.projectId, userId: user.id };
  return [
    requireHolder(db, resettable, email),
    endSessionsOf(db, one),
    setPassword(db, one, passwordHash),
    followPassword(db, one),
    removeOpenCodesTo(db, { projectId: project.id, kind: signInKind, subject: user.id, addresses: [email] }),
    advanceCredentials(db, one),
    recordUser(db, "user.updated", one),
  ];
}

/**
 * Tells whether a request comes from the user whom an address resets. It does by one of a browser's tokens, or from
 * where they have signed in before. It takes as long for an address without an account.
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
  const holder = row && readSignInUser(row);
  return holder && !isUnprovenOfSuspended(holder) ? { ...holder, email } : undefined;
}
