import { type AppInternals, appInternals } from "../app/internals";
import { type ClientAppJson, registerApp, serialise } from "../app/serialisation";
import { type ClientAppOptions, publishableClientKeyOf } from "../connection/app-options";
import { Connection, type Keys } from "../connection/connection";
import type { RedirectOptions } from "../connection/redirects";
import type { HandlerUrls } from "../connection/urls";
import { isKnownError, type KnownError } from "../errors/known-error";
import { doneOf, type Result, resultOf } from "../errors/result";
import { type Host, realHost } from "../host/host";
import { type Project, toProject } from "../projects/project";
import type * as wire from "../requests/wire";
import type { Resource } from "../requests/writes";
import { type Session, sessionKey } from "../session/session";
import type { TokenStoreInit } from "../session/token-store/token-store";
import type { CliLoginOptions } from "../sign-in/cli-login";
import { type SignOutOptions, signOut } from "../sign-in/own-session";
import { signIn } from "../sign-in/sign-in";
import { type PartialUser, toPartialUser } from "../users/partial-user";
import { CurrentUser } from "./current-user";

/** What `getUser` does when nobody is signed in. Anonymous users count as nobody unless they are asked for. */
export interface GetUserOptions {
  /**
   * `return-null` (default), `redirect` to the sign-in page, `throw`, or `anonymous`: sign in with a new anonymous
   * account. The deprecated option answers an anonymous user if there is one.
   */
  readonly or?: "return-null" | "redirect" | "throw" | "anonymous" | "anonymous-if-exists[deprecated]";
  /** In place of the app's own store; required when that is null. */
  readonly tokenStore?: TokenStoreInit;
}

/** The options with which `getUser` always has a user to return. */
export interface GetUserOrElseOptions extends GetUserOptions {
  readonly or: "redirect" | "throw" | "anonymous";
}

/** Options of the methods that go on to another page when they succeed. */
export interface NoRedirectOption {
  /** Stays on the page. */
  readonly noRedirect?: boolean;
}

/** A website's way to Gatehouse: everything that its visitors may do. Needs a publishable client key only. */
export class GatehouseClientApp<U extends { readonly isAnonymous: boolean } = CurrentUser> {
  // Private, so that no serialiser and no error report carries keys or tokens away with the app.
  readonly #connection: Connection;
  readonly #publishableClientKey: string | null;
  #uniqueIdentifier: string | undefined;
  #anonymousSignUp: Promise<unknown> | null = null;

  /**
   * @param host what the surroundings lend the kit; only tests replace it
   * @param keys for the apps of other tiers
   * @throws Error when a setting is missing; Fault when the unique identifier is taken
   */
  constructor(options: ClientAppOptions, host: Host = realHost, keys: Keys = clientKeys(options)) {
    this.#connection = new Connection(options, keys, host);
    this.#publishableClientKey = keys.publishableClientKey;
    this.#uniqueIdentifier = options.uniqueIdentifier;
    if (options.uniqueIdentifier !== undefined) registerApp(options.uniqueIdentifier, this);
  }

  protected get connection(): Connection {
    return this.#connection;
  }

  /** The id of the project this app belongs to. */
  get projectId(): string {
    return this.#connection.projectId;
  }

  /** The addresses of all handler pages and redirect targets. */
  get urls(): HandlerUrls {
    return this.#connection.urls;
  }

  /** The project: its name and what its users may do. */
  async getProject(): Promise<Project> {
    return toProject(await this.#connection.caller("client").read<wire.Project>("/projects/current"));
  }

  /**
   * The signed-in user.
   * @throws Error `User is not signed in but getUser was called with { or: 'throw' }`; and, after `or: "redirect"`,
   *   when two seconds later the page is still there
   */
  getUser(options: GetUserOrElseOptions): Promise<U>;
  getUser(options?: GetUserOptions): Promise<U | null>;
  async getUser({ or, tokenStore }: GetUserOptions = {}): Promise<U | null> {
    const user = await this.#userOf(this.#session(tokenStore));
    if (user !== null && (!user.isAnonymous || or === "anonymous" || or === "anonymous-if-exists[deprecated]"))
      return user;
    switch (or) {
      case "redirect":
        await this.redirectToSignIn({ replace: true });
        throw new Error("User is not signed in, and the redirect to the sign-in page did not leave this page.");
      case "throw":
        throw new Error("User is not signed in but getUser was called with { or: 'throw' }");
      case "anonymous":
        return await this.#signUpAnonymously();
      default:
        return null;
    }
  }

  async #userOf(session: Session): Promise<U | null> {
    if (session.isKnownInvalid) return null;
    try {
      return await this.fetchUser(session);
    } catch (error) {
      if (isKnownError(error, "CANNOT_GET_OWN_USER_WITHOUT_USER")) return null;
      throw error;
    }
  }

  /** Reads the user of a session as this app's tier sees them. */
  protected async fetchUser(session: Session): Promise<U> {
    const caller = this.#connection.caller("client", session);
    const user = await caller.read<wire.User>("/users/me");
    // The apps of other tiers override this method together with `U`.
    return new CurrentUser(user, { caller, connection: this.#connection }) as unknown as U;
  }

  async #signUpAnonymously(): Promise<U> {
    this.#anonymousSignUp ??= signIn(this.#connection, "/auth/anonymous/sign-up").finally(() => {
      this.#anonymousSignUp = null;
    });
    await this.#anonymousSignUp;
    return await this.fetchUser(this.#session());
  }

  /** What the access token says about the user: no request is made, and what it says may be some minutes old. */
  async getPartialUser(options: {
    readonly from: "token";
    /** Without it, an anonymous user counts as nobody. */
    readonly or?: "return-null" | "anonymous";
    readonly tokenStore?: TokenStoreInit;
  }): Promise<PartialUser | null> {
    if (options.from !== "token") throw new Error(`Invalid 'from' option: ${options.from}`);
    const token = this.#session(options.tokenStore).usableAccessToken(0);
    if (token === null || (token.claims.is_anonymous && options.or !== "anonymous")) return null;
    return toPartialUser(token.claims);
  }

  /** Signs in with an address and a password, then goes on to the after-sign-in page. */
  async signInWithCredential(
    options: { readonly email: string; readonly password: string } & NoRedirectOption,
  ): Promise<Result<undefined, KnownError<"EMAIL_PASSWORD_MISMATCH" | "INVALID_TOTP_CODE">>> {
    const { email, password } = options;
    const signedIn = signIn(this.#connection, "/auth/password/sign-in", { email, password });
    const result = await doneOf(signedIn, "EMAIL_PASSWORD_MISMATCH", "INVALID_TOTP_CODE");
    if (result.status === "ok" && !options.noRedirect) await this.redirectToAfterSignIn({ replace: true });
    return result;
  }

  /**
   * Makes an account with an address and a password, signs in with it, and goes on to the after-sign-up page. A mail
   * with a link that verifies the address is on its way.
   * @param options.verificationCallbackUrl the page that link leads to; outside a browser it must be given
   */
  async signUpWithCredential(
    options: {
      readonly email: string;
      readonly password: string;
      readonly verificationCallbackUrl?: string;
    } & NoRedirectOption,
  ): Promise<Result<undefined, KnownError<"USER_EMAIL_ALREADY_EXISTS" | "PASSWORD_REQUIREMENTS_NOT_MET">>> {
    const signedUp = signIn(this.#connection, "/auth/password/sign-up", {
      email: options.email,
      password: options.password,
      verification_callback_url: this.#callbackUrl(
        options.verificationCallbackUrl,
        "emailVerification",
        "verificationCallbackUrl",
      ),
    });
    const result = await doneOf(signedUp, "USER_EMAIL_ALREADY_EXISTS", "PASSWORD_REQUIREMENTS_NOT_MET");
    if (result.status === "ok" && !options.noRedirect) await this.redirectToAfterSignUp({ replace: true });
    return result;
  }

  /**
   * Mails a link and a code to sign in with. An address without an account gets them where the project takes newcomers.
   * @param options.callbackUrl the page the link leads to; outside a browser it must be given
   * @returns the nonce: after the six characters of the mail, it makes the code for {@link signInWithMagicLink}
   */
  async sendMagicLinkEmail(
    email: string,
    options: { readonly callbackUrl?: string } = {},
  ): Promise<Result<{ nonce: string }, KnownError<"REDIRECT_URL_NOT_WHITELISTED">>> {
    const callback_url = this.#callbackUrl(options.callbackUrl, "magicLinkCallback", "callbackUrl");
    const sent = this.#post<{ nonce: string }>("/auth/otp/send-sign-in-code", { email, callback_url });
    return await resultOf(sent, "REDIRECT_URL_NOT_WHITELISTED");
  }

  /**
   * Signs in with the code of a mail, then goes on to the after-sign-in page, or with a new account to the after-sign-up
   * page.
   * @param code that of the link, or the six characters that were typed and the nonce
   */
  async signInWithMagicLink(
    code: string,
    options: NoRedirectOption = {},
  ): Promise<Result<undefined, KnownError<"VERIFICATION_ERROR" | "INVALID_TOTP_CODE">>> {
    return await this.#enter(signIn(this.#connection, "/auth/otp/sign-in", { code }), options);
  }

  /**
   * Finishes a sign-in with a second factor, then goes on as the sign-in would have.
   * @param totp the six digits of the authenticator
   * @param attemptCode what the sign-in was answered with; the mfa page finds it in session storage
   */
  async signInWithMfa(
    totp: string,
    attemptCode: string,
    options: NoRedirectOption = {},
  ): Promise<Result<undefined, KnownError<"VERIFICATION_ERROR" | "INVALID_TOTP_CODE">>> {
    const factor = { type: "totp", totp, code: attemptCode };
    return await this.#enter(signIn(this.#connection, "/auth/mfa/sign-in", factor), options);
  }

  /** What follows a sign-in by a code, which may have made the account. */
  async #enter(
    signedIn: Promise<{ readonly isNewUser: boolean }>,
    { noRedirect }: NoRedirectOption,
  ): Promise<Result<undefined, KnownError<"VERIFICATION_ERROR" | "INVALID_TOTP_CODE">>> {
    const result = await resultOf(signedIn, "VERIFICATION_ERROR", "INVALID_TOTP_CODE");
    if (result.status === "error") return result;
    if (!noRedirect) await this.#redirectAfter(result.data);
    return { status: "ok", data: undefined };
  }

  /**
   * Signs in with a passkey that the browser's user chooses, then goes on to the after-sign-in page.
   * @throws Fault outside a browser
   */
  async signInWithPasskey(): Promise<
    Result<undefined, KnownError<"PASSKEY_AUTHENTICATION_FAILED" | "INVALID_TOTP_CODE" | "PASSKEY_WEBAUTHN_ERROR">>
  > {
    const { signInWithPasskey } = await import("../sign-in/passkeys");
    const signedIn = signInWithPasskey(this.#connection);
    const result = await doneOf(
      signedIn,
      "PASSKEY_AUTHENTICATION_FAILED",
      "INVALID_TOTP_CODE",
      "PASSKEY_WEBAUTHN_ERROR",
    );
    if (result.status === "ok") await this.redirectToAfterSignIn({ replace: true });
    return result;
  }

  /**
   * Leaves for a provider to sign in there; never resolves. {@link callOAuthCallback} does the rest, on the page that
   * the provider sends people back to.
   * @param provider its id, such as `google`
   * @param options.returnTo that page; default `urls.oauthCallback`
   * @throws Error outside a browser
   */
  async signInWithOAuth(provider: string, options: { readonly returnTo?: string } = {}): Promise<never> {
    const { signInWithOAuth } = await import("../sign-in/oauth");
    return await signInWithOAuth(this.#connection, provider, options.returnTo);
  }

  /**
   * Finishes what {@link signInWithOAuth} began, and goes on: for the page that providers send people back to.
   * @returns whether there was anything to finish
   * @throws Error `Error signing in during OAuth callback. Please try again.`; Error outside a browser
   */
  async callOAuthCallback(): Promise<boolean> {
    const { callOAuthCallback } = await import("../sign-in/oauth");
    return await callOAuthCallback(this.#connection);
  }

  /**
   * Logs a command line in: shows a link, and waits until somebody has confirmed there that the command line may share
   * their session.
   * @returns its refresh token
   */
  async promptCliLogin(
    options: CliLoginOptions,
  ): Promise<Result<string, KnownError<"CLI_AUTH_ERROR" | "CLI_AUTH_EXPIRED_ERROR" | "CLI_AUTH_USED_ERROR">>> {
    const { promptCliLogin } = await import("../sign-in/cli-login");
    const login = promptCliLogin(this.#connection, options);
    return await resultOf(login, "CLI_AUTH_ERROR", "CLI_AUTH_EXPIRED_ERROR", "CLI_AUTH_USED_ERROR");
  }

  async #redirectAfter({ isNewUser }: { readonly isNewUser: boolean }): Promise<void> {
    await this.#connection.redirects.toHandler(isNewUser ? "afterSignUp" : "afterSignIn", { replace: true });
  }

  /** Signs out whoever is signed in; see {@link CurrentUser.signOut}. */
  async signOut(options?: SignOutOptions): Promise<void> {
    const session = this.#session();
    if (session.isKnownInvalid) return;
    await signOut(this.#connection.caller("client", session), this.#connection.redirects, options);
  }

  /**
   * Sends a mail with a link to set a new password. Whether the address has an account, nobody is told.
   * @param options.callbackUrl the page the link leads to; outside a browser it must be given
   */
  async sendForgotPasswordEmail(
    email: string,
    options: { readonly callbackUrl?: string } = {},
  ): Promise<Result<undefined, KnownError<"USER_NOT_FOUND">>> {
    const callback_url = this.#callbackUrl(options.callbackUrl, "passwordReset", "callbackUrl");
    return await doneOf(this.#post("/auth/password/send-reset-code", { email, callback_url }), "USER_NOT_FOUND");
  }

  /** Sets a new password with the code of a mail. Every session of the account ends. */
  async resetPassword(options: {
    readonly password: string;
    readonly code: string;
  }): Promise<Result<undefined, KnownError<"VERIFICATION_ERROR">>> {
    const { password, code } = options;
    return await doneOf(this.#post("/auth/password/reset", { password, code }), "VERIFICATION_ERROR");
  }

  /** Asks whether a code would do for `resetPassword`, without using it up. */
  async verifyPasswordResetCode(code: string): Promise<Result<undefined, KnownError<"VERIFICATION_ERROR">>> {
    return await doneOf(this.#post("/auth/password/reset/check-code", { code }), "VERIFICATION_ERROR");
  }

  /** Verifies an address with the code of a mail that was sent there. Works for whoever holds the code. */
  async verifyEmail(code: string): Promise<Result<undefined, KnownError<"VERIFICATION_ERROR">>> {
    const changed = ["current-user", "contact-channels", "users"] as const;
    const verified = this.#connection.caller("client").write("POST", "/contact-channels/verify", { code }, changed);
    return await doneOf(verified, "VERIFICATION_ERROR");
  }

  /** Asks whether a code would do for `acceptTeamInvitation`, without using it up. */
  async verifyTeamInvitationCode(code: string): Promise<Result<undefined, KnownError<"VERIFICATION_ERROR">>> {
    return await doneOf(this.#sendInvitationCode("/check-code", code), "VERIFICATION_ERROR");
  }

  /** Which team the code of an invitation leads to. Somebody must be signed in. */
  async getTeamInvitationDetails(
    code: string,
  ): Promise<Result<{ readonly teamDisplayName: string }, KnownError<"VERIFICATION_ERROR">>> {
    const details = this.#sendInvitationCode<{ readonly team_display_name: string }>("/details", code);
    return await resultOf(
      details.then(({ team_display_name }) => ({ teamDisplayName: team_display_name })),
      "VERIFICATION_ERROR",
    );
  }

  /** Makes whoever is signed in a member of the team that the code of a mail leads to. */
  async acceptTeamInvitation(code: string): Promise<Result<undefined, KnownError<"VERIFICATION_ERROR">>> {
    const changed = ["teams", "team-members", "team-invitations"] as const;
    return await doneOf(this.#sendInvitationCode("", code, changed), "VERIFICATION_ERROR");
  }

  #sendInvitationCode<T>(call: string, code: string, changed?: readonly Resource[]): Promise<T> {
    const caller = this.#connection.caller("client", this.#session());
    return caller.write<T>("POST", `/team-invitations/accept${call}`, { code }, changed);
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

  /** Goes to the page that takes the code of a verification mail. */
  async redirectToEmailVerification(options?: RedirectOptions): Promise<void> {
    await this.#connection.redirects.toHandler("emailVerification", options);
  }

  /** Goes to the page that takes the code of a reset mail and a new password. */
  async redirectToPasswordReset(options?: RedirectOptions): Promise<void> {
    await this.#connection.redirects.toHandler("passwordReset", options);
  }

  /** Goes to the page that asks where to send a reset mail. */
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

  /** Goes to the page that asks for a second factor. */
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

  /** Goes where a sign-in leads: to the page that wanted it, if one did. */
  async redirectToAfterSignIn(options?: RedirectOptions): Promise<void> {
    await this.#connection.redirects.toHandler("afterSignIn", options);
  }

  /** Goes where a sign-up leads: to the page that wanted it, if one did. */
  async redirectToAfterSignUp(options?: RedirectOptions): Promise<void> {
    await this.#connection.redirects.toHandler("afterSignUp", options);
  }

  /** Goes where a sign-out leads. */
  async redirectToAfterSignOut(options?: RedirectOptions): Promise<void> {
    await this.#connection.redirects.toHandler("afterSignOut", options);
  }

  /** For the layers built on the kit. */
  get [appInternals](): AppInternals {
    const connection = this.#connection;
    return {
      toClientJson: () => this.#toClientJson(),
      caller: (tier) => connection.caller(tier, connection.options.tokenStore === null ? undefined : this.#session()),
      session: (tokenStore) => this.#session(tokenStore),
      onSessionChange: (listener, tokenStore) => {
        const store = connection.tokenStore(tokenStore);
        let key = sessionKey(store.get());
        return store.onChange((tokens) => {
          if (sessionKey(tokens) === key) return;
          key = sessionKey(tokens);
          listener();
        });
      },
      onWrite: (listener) => connection.writes.onWrite(listener),
    };
  }

  #toClientJson(): ClientAppJson {
    if (this.#uniqueIdentifier === undefined) {
      this.#uniqueIdentifier = crypto.randomUUID();
      registerApp(this.#uniqueIdentifier, this);
    }
    return serialise(this.#connection.options, {
      projectId: this.projectId,
      publishableClientKey: this.#publishableClientKey,
      uniqueIdentifier: this.#uniqueIdentifier,
    });
  }

  #session(tokenStore?: TokenStoreInit): Session {
    return this.#connection.sessions.of(this.#connection.tokenStore(tokenStore));
  }

  #callbackUrl(...given: Parameters<Connection["redirects"]["callbackUrl"]>): string {
    return this.#connection.redirects.callbackUrl(...given);
  }

  /** A call that is nobody's. */
  #post<T>(path: string, body: unknown): Promise<T> {
    return this.#connection.caller("client").write<T>("POST", path, body);
  }
}

function clientKeys(options: ClientAppOptions): Keys {
  return {
    publishableClientKey: publishableClientKeyOf(options),
    secretServerKey: null,
    superSecretAdminKey: null,
    ownerSession: null,
  };
}
