import type { ClientAppOptions } from "../connection/app-options";
import { Connection, type Keys } from "../connection/connection";
import type { RedirectOptions } from "../connection/redirects";
import type { HandlerUrlName, HandlerUrls } from "../connection/urls";
import type { Host } from "../host/host";
import { classOf, type Row } from "../rows/with-rows";
import type { Session } from "../session/session";
import type { TokenStoreInit } from "../session/token-store/token-store";
import { methods } from "../sign-in/lazy";

function redirectTo(page: HandlerUrlName): Row<[options?: RedirectOptions], void> {
  return function (this: { readonly connection: Connection }, options) {
    return this.connection.redirects.toHandler(page, options);
  };
}

const redirects = /* @__PURE__ */ (() => ({
  /** Goes to the sign-in page, which comes back here afterwards. */
  redirectToSignIn: redirectTo("signIn"),
  /** Goes to the sign-up page, which comes back here afterwards. */
  redirectToSignUp: redirectTo("signUp"),
  /** Goes to the page that takes the code of a verification email. */
  redirectToEmailVerification: redirectTo("emailVerification"),
  /** Goes to the page that takes the code of a reset email and a new password. */
  redirectToPasswordReset: redirectTo("passwordReset"),
  /** Goes to the page that sends a reset email. */
  redirectToForgotPassword: redirectTo("forgotPassword"),
  /** Goes to the page that providers send their users back to. */
  redirectToOAuthCallback: redirectTo("oauthCallback"),
  /** Goes to the page that takes the code of a magic link. */
  redirectToMagicLinkCallback: redirectTo("magicLinkCallback"),
  /** Goes to the page on which users manage their account. */
  redirectToAccountSettings: redirectTo("accountSettings"),
  /** Goes to the page that takes the code of a team invitation. */
  redirectToTeamInvitation: redirectTo("teamInvitation"),
  /** Goes to the page for the second factor. */
  redirectToMfa: redirectTo("mfa"),
  /** Goes to the page that asks a restricted user for what is missing, and comes back here afterwards. */
  redirectToOnboarding: redirectTo("onboarding"),
  /** Goes to the page that explains errors. */
  redirectToError: redirectTo("error"),
  /** Goes home. */
  redirectToHome: redirectTo("home"),
  /** Goes where a sign-in leads: to the page that required it, if one did. */
  redirectToAfterSignIn: redirectTo("afterSignIn"),
  /** Goes where a sign-up leads: to the page that required it, if one did. */
  redirectToAfterSignUp: redirectTo("afterSignUp"),
  /** Goes where a sign-out leads. */
  redirectToAfterSignOut: redirectTo("afterSignOut"),
}))();

/** The connection of an app, and the pages of its website that it goes to. */
export abstract class AppPages extends /* @__PURE__ */ classOf(redirects) {
  // Private, so that no serialiser and no error report finds keys or tokens in an app.
  readonly #connection: Connection;

  /** @internal */
  constructor(options: ClientAppOptions, host: Host, keys: Keys) {
    super();
    this.#connection = new Connection(options, keys, host, methods);
  }

  /** @internal */
  get connection(): Connection {
    return this.#connection;
  }

  /**
   * The current session of a token store, by default the app's own.
   * @internal
   */
  protected session(tokenStore?: TokenStoreInit): Session {
    return this.#connection.sessions.of(this.#connection.tokenStore(tokenStore));
  }

  /** The id of the project this app belongs to. */
  get projectId(): string {
    return this.#connection.projectId;
  }

  /** The addresses of all handler pages and redirect targets. */
  get urls(): HandlerUrls {
    return this.#connection.urls;
  }
}
