import type { ServerUser } from "../../kit";

/** The names of a user's sign-in methods, including the second factor. */
export function signInMethods(user: ServerUser): string[] {
  return [
    ...(user.hasPassword ? ["Password"] : []),
    ...(user.otpAuthEnabled ? ["Email code"] : []),
    ...(user.passkeyAuthEnabled ? ["Passkey"] : []),
    ...user.oauthProviders.map(({ id }) => `${id.charAt(0).toUpperCase()}${id.slice(1)}`),
    ...(user.isMultiFactorRequired ? ["Second factor"] : []),
  ];
}
