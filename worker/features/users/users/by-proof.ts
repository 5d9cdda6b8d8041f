import type { Project } from "../../../db/projects/project";
import { isSignInEmail } from "../../../db/users/contact-channels/queries";
import type { readSignInUser } from "../../../db/users/queries";
import { type Database, refuseUnless, type Statement } from "../../../platform/database";

/** Says who signs in with an address. */
export type Holder = ReturnType<typeof readSignInUser>;

/** Says whose an address is, as it was read: a row of `selectUserBySignInEmail`, or a part of it. */
export type AddressHolder = Pick<Holder, "user" | "isEmailVerified" | "isProvenByMailAlone">;

/**
 * Returns the id of the user to whom a proof of an address is bound as it begins. That user has proven the address as the user of
 * the account. Null binds the proof to the address alone, since whoever set an account up may only have typed the address in. Then
 * nothing that the account's user can do refuses the proof. It is good for whichever account has the address when it is used.
 */
export function boundTo(holder: AddressHolder | undefined): string | null {
  return holder?.isEmailVerified && !holder.isProvenByMailAlone ? holder.user.id : null;
}

/** The statement by which a batch fails, as `isConditionRefused` recognises, unless an address is still a user's as it was read. */
export function requireHolder(
  db: Database,
  { user, isEmailVerified: isVerified, isProvenByMailAlone }: AddressHolder,
  email: string,
): Statement {
  const key = { projectId: user.projectId, userId: user.id };
  return refuseUnless(db, isSignInEmail(db, { ...key, value: email, isVerified, isProvenByMailAlone }));
}

/**
 * Tells whether a suspended user goes by an address without having proven it. They may have planted it, and its owner must meet neither
 * their suspension nor their account.
 */
export function isUnprovenOfSuspended({ user, isEmailVerified }: Pick<Holder, "user" | "isEmailVerified">): boolean {
  return user.suspendedAt !== null && !isEmailVerified;
}

/**
 * Says what becomes of the user who signs in with an address when another person proves it. They keep what they have proven themselves. An
 * address that the account was not made with yields, because the account has another way in. An account that looks as if it was made with
 * the address belongs to the address's owner. They claim it by a reset of the password, or by the proof itself where the project has no
 * resets. Statements that write by the result ask `isKept` again.
 */
export function byProof(
  { config: { auth } }: Pick<Project, "config">,
  {
    user,
    isEmailVerified,
    hasOtherEmail,
    signInProviders,
  }: Pick<Holder, "user" | "isEmailVerified" | "hasOtherEmail" | "signInProviders">,
): "keeps" | "yields" | "is-claimed" {
  if (isEmailVerified) return "keeps";
  if (isUnprovenOfSuspended({ user, isEmailVerified })) return "yields";
  const { allowSignIn: hasResets } = auth.password;
  const usesPassword = user.hasPassword && hasResets;
  const madeWithout = user.isAnonymous || (!usesPassword && (user.passkeyAuthEnabled || signInProviders.length > 0));
  if (hasOtherEmail || madeWithout) return "yields";
  return hasResets ? "keeps" : "is-claimed";
}
