/** The address of each page of a website's sign-in; paths, or addresses on the website's own origin. */
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
  readonly error: string;
  readonly home: string;
  readonly afterSignIn: string;
  readonly afterSignUp: string;
  readonly afterSignOut: string;
}

/** A page by name. */
export type HandlerUrlName = keyof HandlerUrls;

/** All addresses, with `overrides` in place of the defaults; an override of undefined is ignored. */
export function handlerUrls(overrides: Partial<HandlerUrls> = {}): HandlerUrls {
  const handler = overrides.handler ?? "/handler";
  const home = overrides.home ?? "/";
  const afterSignIn = overrides.afterSignIn ?? home;
  const defaults: HandlerUrls = {
    handler,
    signIn: `${handler}/sign-in`,
    signUp: `${handler}/sign-up`,
    signOut: `${handler}/sign-out`,
    emailVerification: `${handler}/email-verification`,
    passwordReset: `${handler}/password-reset`,
    forgotPassword: `${handler}/forgot-password`,
    oauthCallback: `${handler}/oauth-callback`,
    magicLinkCallback: `${handler}/magic-link-callback`,
    accountSettings: `${handler}/account-settings`,
    teamInvitation: `${handler}/team-invitation`,
    mfa: `${handler}/mfa`,
    error: `${handler}/error`,
    home,
    afterSignIn,
    afterSignUp: afterSignIn,
    afterSignOut: home,
  };
  const given = Object.entries(overrides).filter(([, url]) => url !== undefined);
  return { ...defaults, ...Object.fromEntries(given) };
}
