import type { Project } from "../../../db/projects/project";
import type { readSignInUser } from "../../../db/users/queries";

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
  }: Pick<ReturnType<typeof readSignInUser>, "user" | "isEmailVerified" | "hasOtherEmail" | "signInProviders">,
): "keeps" | "yields" | "is-claimed" {
  if (isEmailVerified) return "keeps";
  const { allowSignIn: hasResets } = auth.password;
  const usesPassword = user.hasPassword && hasResets;
  const madeWithout = user.isAnonymous || (!usesPassword && (user.passkeyAuthEnabled || signInProviders.length > 0));
  if (hasOtherEmail || madeWithout) return "yields";
  return hasResets ? "keeps" : "is-claimed";
}
