import { actorFrom } from "../../../db/audit/actor";
import { recordAudit } from "../../../db/audit/changes";
import type { Project } from "../../../db/projects/project";
import { selectUserOfNonce } from "../../../db/verification-codes/queries";
import type { Database } from "../../../platform/database";
import { hashSecret } from "../../../platform/secrets";
import type { Tools } from "../../../platform/tools";
import { DefinedError } from "../../../protocol/error-definitions";
import { KnownError, type KnownErrorCode } from "../../../protocol/known-errors";
import { halvesOf } from "../../verification-codes";
import type { SignInMethod } from "./issue-session";

/** Says why a user could not sign in, as the project's owner sees it, and nobody else. */
export type FailureReason =
  | "wrong_password"
  | "no_password"
  | "locked"
  | "too_many_tries"
  | "method_off"
  | "suspended"
  | "wrong_code"
  | "code_expired"
  | "code_used"
  | "codes_refused"
  | "codes_limited"
  | "wrong_second_factor"
  | "wrong_passkey"
  | "address_taken";

/** Says whose sign-in failed; of an emailed code that was mistyped, the user of the email. */
export interface FailedSignIn {
  user: { id: string } | { code: string };
  method: SignInMethod;
  /** Says what it is, or the error that the sign-in ended with. */
  reason: unknown;
}

const sampling = { first: 20, windowMillis: 60 * 60_000 };

/**
 * Records that a user could not sign in. Strangers cause it, so of each user only the first of an hour have an event of their
 * own. Of the rest, those that double their number have an event, which says how many it stands for.
 */
export async function recordFailedSignIn(
  { db, limits, sender }: Pick<Tools, "db" | "limits" | "sender">,
  project: Project,
  { user, method, reason: given }: FailedSignIn,
): Promise<void> {
  const reason = typeof given === "string" ? given : reasonOf(given);
  if (reason === undefined) return;
  const userId = "id" in user ? user.id : await userIdOfNonce(db, project, user.code);
  if (userId === undefined) return;
  const counter = limits?.attempts.getByName(`failed-sign-ins/${project.id}/${userId}`);
  const count = counter ? await counter.sample(sampling) : 1;
  if (count === 0) return;
  const actor = actorFrom(sender, { type: "system", id: null });
  const target = { type: "user", id: userId };
  const event = { type: "sign_in.failed", target, details: { method, reason, count } } as const;
  await db.batch([recordAudit(db, project, actor, event)]);
}

/** Returns whom the email was for whose code was mistyped; undefined where it was for nobody. */
async function userIdOfNonce(db: Database, { id: projectId }: Project, code: string): Promise<string | undefined> {
  const nonceHash = await hashSecret(halvesOf(code.toLowerCase()).nonce);
  const [[found]] = await db.batch([selectUserOfNonce(db, { projectId, nonceHash })]);
  return found?.userId ?? undefined;
}

const reasons: Partial<Record<KnownErrorCode, FailureReason>> = {
  USER_SUSPENDED: "suspended",
  PASSWORD_AUTHENTICATION_NOT_ENABLED: "method_off",
  PASSKEY_AUTHENTICATION_NOT_ENABLED: "method_off",
  PASSKEY_AUTHENTICATION_FAILED: "wrong_passkey",
  VERIFICATION_CODE_EXPIRED: "code_expired",
  VERIFICATION_CODE_ALREADY_USED: "code_used",
  VERIFICATION_CODE_MAX_ATTEMPTS_REACHED: "too_many_tries",
  VERIFICATION_CODE_NOT_FOUND: "wrong_code",
  USER_EMAIL_ALREADY_EXISTS: "codes_refused",
  INVALID_TOTP_CODE: "wrong_second_factor",
  CONTACT_CHANNEL_ALREADY_USED_FOR_AUTH_BY_SOMEONE_ELSE: "address_taken",
};

/** Errors without a code: a wrong recovery code, codes that are off, too many tries. */
const reasonsByStatus: Partial<Record<number, FailureReason>> = {
  400: "wrong_second_factor",
  403: "method_off",
  429: "too_many_tries",
};

/** Returns what a refusal means of the user whom it is about; undefined for errors that are none, or not about them. */
function reasonOf(error: unknown): FailureReason | undefined {
  if (error instanceof KnownError) return reasons[error.code as KnownErrorCode];
  if (!(error instanceof DefinedError)) return undefined;
  return reasonsByStatus[error.definition.status];
}
