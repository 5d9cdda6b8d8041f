import { and, eq } from "drizzle-orm";
import type { Database, Statement } from "../../../platform/database";
import { removeOpenCodesExceptTo, removeOpenCodesOf } from "../../verification-codes/changes";
import { isEmailOf } from "../contact-channels/queries";
import { contactChannels } from "../contact-channels/schema";
import type { UserKey } from "../keys";

/** The kind of the codes that reset passwords. Those to a user's proven addresses have the user as their subject. */
export const resetKind = "password_reset";

/** Ends the codes that reset a user's password: it has been changed since they were emailed. */
export function endResetCodes(db: Database, { projectId, userId }: UserKey): Statement {
  return removeOpenCodesOf(db, { projectId, kind: resetKind, subject: userId });
}

/** Ends those that were emailed to addresses which the user has given up since, or signs in with no more. */
export function endResetCodesToOthers(db: Database, user: UserKey): Statement {
  const { value, isVerified, usedForAuth } = contactChannels;
  const own = db
    .select({ value })
    .from(contactChannels)
    .where(and(isEmailOf(user), eq(isVerified, true), eq(usedForAuth, true)));
  const codes = { projectId: user.projectId, kind: resetKind, subject: user.userId };
  return removeOpenCodesExceptTo(db, { ...codes, addresses: own });
}
