import * as tanstack from "@tanstack/react-query";
import type { ContactChannel, CurrentUser, OAuthProvider, Project } from "../../../../kit/index";
import { useQueryClient } from "../../../queries/query-hooks";
import { viewOf } from "../../../queries/view-of";
import type { SectionProps } from "../section";

/** The addresses and linked accounts of the user, and what follows from them for the methods to sign in. */
export function useSignInState({ user, project }: SectionProps) {
  const [{ data: channels }, { data: links }] = useSuspenseQueries({
    queries: [viewOf(user, user.listContactChannels), viewOf(user, user.listOAuthProviders)],
  });
  const { hasPassword, passkeyAuthEnabled } = user;
  const signInEmails = channels.filter(({ usedForAuth }) => usedForAuth);
  const hasVerifiedSignInEmail = signInEmails.some(({ isVerified }) => isVerified);
  const others = countSignInMethods({ hasPassword, passkeyAuthEnabled, otpAuthEnabled: false }, links, project);
  const hasCodes = getsCodes(user, signInEmails, others > 0);
  return {
    channels,
    links,
    hasSignInEmail: signInEmails.length > 0,
    hasVerifiedSignInEmail,
    hasCodes,
    /** Is true if taking one method away leaves the user without any. */
    hasOneMethod:
      countSignInMethods({ hasPassword, passkeyAuthEnabled, otpAuthEnabled: hasCodes }, links, project) === 1,
  };
}

/**
 * Tells whether codes sign a user in. Whoever has never chosen them has not switched them off, unless its email alone has proven the
 * address. Whoever has no other way gets them in any case.
 */
export function getsCodes(
  user: Pick<CurrentUser, "otpAuthEnabled" | "otpAuthSwitchedOff">,
  signInEmails: readonly Pick<ContactChannel, "isVerified" | "isProvenByEmailAlone">[],
  hasOtherMethod: boolean,
): boolean {
  if (user.otpAuthEnabled) return true;
  const isUnlessChosen = (email: (typeof signInEmails)[number]) =>
    !hasOtherMethod || !(user.otpAuthSwitchedOff || email.isProvenByEmailAlone);
  return signInEmails.some((email) => email.isVerified && isUnlessChosen(email));
}

/** Counts the ways that a user has to sign in, of those that the project offers. All passkeys together are one. */
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

/** TanStack Query's hook on the provider's cache, in a module of its own: the sign-in page does not load it. */
const useSuspenseQueries = ((options: Parameters<typeof tanstack.useSuspenseQueries>[0]) =>
  tanstack.useSuspenseQueries(options, useQueryClient())) as typeof tanstack.useSuspenseQueries;
