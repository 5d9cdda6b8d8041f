import type { ServerUser } from "../../kit";
import { RelativeTime } from "../../ui/text/relative-time";
import { type Translate, useTranslation } from "../translation/use-translation";
import { providerName } from "../user-filters/provider-name";

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

/** Shows when a user last had a session. One who was created or imported and never signed in has the time of sign-up there. */
export function LastActive({ user, className }: { user: ServerUser; className?: string }) {
  const t = useTranslation();
  if (user.lastActiveAt.getTime() <= user.signedUpAt.getTime()) {
    return <span className={className}>{t("Never signed in")}</span>;
  }
  return <RelativeTime at={user.lastActiveAt} {...(className && { className })} />;
}
