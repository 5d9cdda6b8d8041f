import type { CurrentUser } from "../../../../kit";

/** The ways of signing in that a user can switch off. */
export type SwitchableMethod = "passkey" | "otp";

/** Whether a user could not sign in any more without `method`. */
export function isOnlyMethod(
  user: Pick<CurrentUser, "hasPassword" | "passkeyAuthEnabled" | "otpAuthEnabled" | "oauthProviders">,
  method: SwitchableMethod,
): boolean {
  const hasOther = method === "passkey" ? user.otpAuthEnabled : user.passkeyAuthEnabled;
  return !hasOther && !user.hasPassword && user.oauthProviders.length === 0;
}
