import type { CurrentUser } from "../../../../kit";

/** The authentication methods that a user can switch off. */
export type SwitchableMethod = "passkey" | "otp";

/** Whether `method` is the only one left that the user can sign in with. */
export function isLastSignInMethod(
  user: Pick<CurrentUser, "hasPassword" | "passkeyAuthEnabled" | "otpAuthEnabled" | "oauthProviders">,
  method: SwitchableMethod,
): boolean {
  const hasOther = method === "passkey" ? user.otpAuthEnabled : user.passkeyAuthEnabled;
  return !hasOther && !user.hasPassword && user.oauthProviders.length === 0;
}
