import type { ClientAppOptions } from "../connection/app-options";
import { Connection, type Keys } from "../connection/connection";
import type { RedirectOptions } from "../connection/redirects";
import type { HandlerUrls } from "../connection/urls";
import type { Host } from "../host/host";
import type { Session } from "../session/session";
import type { TokenStoreInit } from "../session/token-store/token-store";

/** The connection of an app, and the pages of its website that it goes to. */
export abstract class AppPages {
  // Private, so that no serialiser and no error report finds keys or tokens in an app.
  readonly #connection: Connection;

  /** @internal */
  constructor(options: ClientAppOptions, host: Host, keys: Keys) {
    this.#connection = new Connection(options, keys, host);
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

  /** Goes to the sign-in page, which comes back here afterwards. */
  async redirectToSignIn(options?: RedirectOptions): Promise<void> {
    await this.#connection.redirects.toHandler("signIn", options);
  }

  /** Goes to the sign-up page, which comes back here afterwards. */
  async redirectToSignUp(options?: RedirectOptions): Promise<void> {
    await this.#connection.redirects.toHandler("signUp", options);
  }

  /** Goes to the page that signs out. */
  async redirectToSignOut(options?: RedirectOptions): Promise<void> {
    await this.#connection.redirects.toHandler("signOut", options);
  }

  /** Goes to the page that takes the code of a verification email. */
  async redirectToEmailVerification(options?: RedirectOptions): Promise<void> {
    await this.#connection.redirects.toHandler("emailVerification", options);
  }

  /** Goes to the page that takes the code of a reset email and a new password. */
  async redirectToPasswordReset(options?: RedirectOptions): Promise<void> {
    await this.#connection.redirects.toHandler("passwordReset", options);
  }

  /** Goes to the page that sends a reset email. */
  async redirectToForgotPassword(options?: RedirectOptions): Promise<void> {
    await this.#connection.redirects.toHandler("forgotPassword", options);
  }

  /** Goes to the page that providers send their users back to. */
  async redirectToOAuthCallback(options?: RedirectOptions): Promise<void> {
    await this.#connection.redirects.toHandler("oauthCallback", options);
  }

  /** Goes to the page that takes the code of a magic link. */
  async redirectToMagicLinkCallback(options?: RedirectOptions): Promise<void> {
    await this.#connection.redirects.toHandler("magicLinkCallback", options);
  }

  /** Goes to the page on which users manage their account. */
  async redirectToAccountSettings(options?: RedirectOptions): Promise<void> {
    await this.#connection.redirects.toHandler("accountSettings", options);
  }

  /** Goes to the page that takes the code of a team invitation. */
  async redirectToTeamInvitation(options?: RedirectOptions): Promise<void> {
    await this.#connection.redirects.toHandler("teamInvitation", options);
  }

  /** Goes to the page for the second factor. */
  async redirectToMfa(options?: RedirectOptions): Promise<void> {
    await this.#connection.redirects.toHandler("mfa", options);
  }

  /** Goes to the page that explains errors. */
  async redirectToError(options?: RedirectOptions): Promise<void> {
    await this.#connection.redirects.toHandler("error", options);
  }

  /** Goes home. */
  async redirectToHome(options?: RedirectOptions): Promise<void> {
    await this.#connection.redirects.toHandler("home", options);
  }

  /** Goes where a sign-in leads: to the page that required it, if one did. */
  async redirectToAfterSignIn(options?: RedirectOptions): Promise<void> {
    await this.#connection.redirects.toHandler("afterSignIn", options);
  }

  /** Goes where a sign-up leads: to the page that required it, if one did. */
  async redirectToAfterSignUp(options?: RedirectOptions): Promise<void> {
    await this.#connection.redirects.toHandler("afterSignUp", options);
  }

  /** Goes where a sign-out leads. */
  async redirectToAfterSignOut(options?: RedirectOptions): Promise<void> {
    await this.#connection.redirects.toHandler("afterSignOut", options);
  }
}
