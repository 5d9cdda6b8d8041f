import { and, eq } from "drizzle-orm";
import type { Database, Statement } from "../../../platform/database";
import type { UserKey } from "../../keys";
import { removeOpenCodesExceptTo, removeOpenCodesOf } from "../../verification-codes/changes";
import { isEmailOf } from "../contact-channels/queries";
import { contactChannels } from "../contact-channels/schema";

/** The kind of the codes that reset passwords, and that of those that sign in. */
export const resetKind = "password_reset";
export const signInKind = "sign_in";

/** Of both, those to a user's proven addresses have the user as their subject, and those to any other the address. */
const kind = [resetKind, signInKind];

/** Ends the codes of emails by which a user gets in: the password has been changed since they were sent. */
export function endEmailedCodes(db: Database, { projectId, userId }: UserKey): Statement {
  return removeOpenCodesOf(db, { projectId, kind, subject: userId });
}

/** Ends those that were emailed to addresses which the user has given up since, or signs in with no more. */
export function endEmailedCodesToOthers(db: Database, user: UserKey): Statement {
  const { value, isVerified, usedForAuth } = contactChannels;
  const own = db
    .select({ value })
    .from(contactChannels)
    .where(and(isEmailOf(user), eq(isVerified, true), eq(usedForAuth, true)));
  return removeOpenCodesExceptTo(db, { projectId: user.projectId, kind, subject: user.userId, addresses: own });
}
