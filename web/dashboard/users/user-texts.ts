import type { ServerUser } from "../../kit";
import type { Translate } from "../translation/use-translation";

/** The names of a user's sign-in methods, including the second factor. */
export function signInMethods(user: ServerUser, t: Translate): string[] {
  return [
    ...(user.hasPassword ? [t("Password")] : []),
    ...(user.otpAuthEnabled ? [t("Email code")] : []),
    ...(user.passkeyAuthEnabled ? [t("Passkey")] : []),
    ...user.oauthProviders.map(({ id }) => providerName(id)),
    ...(user.isMultiFactorRequired ? [t("Second factor")] : []),
  ];
}

/** A provider's name, as far as its id says it. */
export function providerName(id: string): string {
  return `${id.charAt(0).toUpperCase()}${id.slice(1)}`;
}

/** The display name of a user, or the email address of one without a name. */
export function userName(user: ServerUser, t: Translate): string {
  return user.displayName ?? user.primaryEmail ?? t("User without a name");
}
