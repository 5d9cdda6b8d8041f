import { useApp } from "../../../hooks/use-app";
import { contactChannelOptions, linkedAccountOptions } from "../../../queries/account-queries";
import { useSuspenseQueries } from "../../../queries/use-suspense-queries";
import type { SectionProps } from "../section";
import { countSignInMethods } from "./sign-in-methods";

/** The addresses and linked accounts of the user, and what follows from them for the methods to sign in. */
export function useSignInState({ user, project }: SectionProps) {
  const app = useApp();
  const [{ data: channels }, { data: links }] = useSuspenseQueries({
    queries: [contactChannelOptions(app, user), linkedAccountOptions(app, user)],
  });
  const signInEmails = channels.filter(({ usedForAuth }) => usedForAuth);
  return {
    channels,
    links,
    hasSignInEmail: signInEmails.length > 0,
    hasVerifiedSignInEmail: signInEmails.some(({ isVerified }) => isVerified),
    /** Whether taking one method away leaves the user without any. */
    hasOneMethod: countSignInMethods(user, links, project) === 1,
  };
}
