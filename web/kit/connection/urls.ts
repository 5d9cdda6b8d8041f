/** Names where the local storage has the whole addresses to come back to from hosted pages, until the user signs out. */
export const returnAddressesKey = "stack-return-addresses";

/** The address of each page of a website's sign-in: paths, addresses on the website's own origin, or hosted pages. */
export interface HandlerUrls {
  readonly handler: string;
  readonly signIn: string;
  readonly signUp: string;
  readonly signOut: string;
  readonly emailVerification: string;
  readonly passwordReset: string;
  readonly forgotPassword: string;
  readonly oauthCallback: string;
  readonly magicLinkCallback: string;
  readonly accountSettings: string;
  readonly teamInvitation: string;
  readonly mfa: string;
  readonly onboarding: string;
  readonly error: string;
  readonly home: string;
  readonly afterSignIn: string;
  readonly afterSignUp: string;
  readonly afterSignOut: string;
}

/** A page by name. */
export type HandlerUrlName = keyof HandlerUrls;

/** A URL that passed the trust check of `Redirects`; nothing else makes one. */
export type TrustedUrl = string & { readonly trusted: unique symbol };

/**
 * All addresses, with `overrides` in place of the defaults; an override of undefined is ignored.
 * @param query what the default address of every handler page ends in, with its `?`
 */
export function handlerUrls(overrides: Partial<HandlerUrls> = {}, query = ""): HandlerUrls {
  // Of "/", a page would be at "//sign-in", which is another host.
  const handler = (overrides.handler ?? "/handler").replace(/\/$/, "");
  const home = overrides.home ?? "/";
  const afterSignIn = overrides.afterSignIn ?? home;
  const page = (name: string) => `${handler}/${name}${query}`;
  const defaults: HandlerUrls = {
    handler,
    signIn: page("sign-in"),
    signUp: page("sign-up"),
    signOut: page("sign-out"),
    emailVerification: page("email-verification"),
    passwordReset: page("password-reset"),
    forgotPassword: page("forgot-password"),
    oauthCallback: page("oauth-callback"),
    magicLinkCallback: page("magic-link-callback"),
    accountSettings: page("account-settings"),
    teamInvitation: page("team-invitation"),
    mfa: page("mfa"),
    onboarding: page("onboarding"),
    error: page("error"),
    home,
    afterSignIn,
    afterSignUp: afterSignIn,
    afterSignOut: home,
  };
  const given = Object.entries(overrides).filter(([, url]) => url !== undefined);
  return { ...defaults, ...Object.fromEntries(given) };
}

/** Names where the attempt code of a sign-in waits for its second factor, in the page's session storage. */
export const mfaAttemptCodeKey = "stack_mfa_attempt_code";
