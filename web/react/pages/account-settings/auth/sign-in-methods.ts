import type { CurrentUser, OAuthProvider, Project } from "../../../../kit";

/** How many ways a user has to sign in, of those that the project offers. All passkeys together are one. */
export function countSignInMethods(
  user: Pick<CurrentUser, "hasPassword" | "passkeyAuthEnabled" | "otpAuthEnabled">,
  links: readonly Pick<OAuthProvider, "providerConfigId" | "allowSignIn">[],
  {
    config,
  }: {
    config: Pick<Project["config"], "credentialEnabled" | "passkeyEnabled" | "magicLinkEnabled" | "oauthProviders">;
  },
): number {
  const methods = [
    config.credentialEnabled && user.hasPassword,
    config.passkeyEnabled && user.passkeyAuthEnabled,
    config.magicLinkEnabled && user.otpAuthEnabled,
    ...links.map(
      ({ allowSignIn, providerConfigId }) =>
        allowSignIn && config.oauthProviders.some(({ id }) => id === providerConfigId),
    ),
  ];
  return methods.filter(Boolean).length;
}
