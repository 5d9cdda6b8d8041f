import type { RedirectOptions } from "../connection/redirects";
import { doneOf, type Refusal, type Result, resultOf } from "../errors/result";
import type { CliLoginOptions } from "../sign-in/cli-login";
import type { CredentialSignUp } from "../sign-in/credential-sign-up";
import type { signInHere } from "../sign-in/known-device";
import { methods, passkeys } from "../sign-in/lazy";
import { type SignOutOptions, signOut } from "../sign-in/own-session";
import { AppPages } from "./pages";

/** Options of the methods that go on to another page when they succeed. */
export interface NoRedirectOption {
  /** Stays on the page. */
  readonly noRedirect?: boolean;
}

/** What a sign-in by a code is refused with. */
const codeErrors = ["VERIFICATION_ERROR", "INVALID_TOTP_CODE"] as const;

/** The ways to sign in and up, and out. */
export abstract class AppSignIns extends AppPages {
  #return: Promise<boolean> | undefined;

  /** Signs in with an address and a password, then goes on to the after-sign-in page. */
  async signInWithCredential(
    options: { readonly email: string; readonly password: string } & NoRedirectOption,
  ): Promise<Result<undefined, Refusal<"EMAIL_PASSWORD_MISMATCH" | "INVALID_TOTP_CODE">>> {
    const { password } = options;
    const email = options.email.trim();
    const signedIn = this.#signIn((caller, device) =>
      caller.write("POST /auth/password/sign-in", { body: { email, password, ...device } }),
    );
    const result = await doneOf(signedIn, "EMAIL_PASSWORD_MISMATCH", "INVALID_TOTP_CODE");
    if (result.status === "ok" && !options.noRedirect) await this.#goOn("afterSignIn");
    return result;
  }

  /**
   * Makes an account with an address and a password, signs in with it, and goes on to the after-sign-up page. The
   * server emails a link that verifies the address.
   * @param options.verificationCallbackUrl the page that link leads to; outside a browser it must be given
   */
  async signUpWithCredential(
    options: CredentialSignUp & NoRedirectOption,
  ): Promise<Result<undefined, Refusal<"USER_EMAIL_ALREADY_EXISTS" | "PASSWORD_REQUIREMENTS_NOT_MET">>> {
    const result = await (await methods()).signUpWithCredential(this.connection, options);
    if (result.status === "ok" && !options.noRedirect) await this.#goOn("afterSignUp");
    return result;
  }

  /**
   * Emails a link and a code to sign in with. An address without an account gets them where the project allows sign-up. One whose
   * account does not sign in by code is refused with `USER_EMAIL_ALREADY_EXISTS`.
   * @param options.callbackUrl the page the link leads to; outside a browser it must be given
   * @returns the nonce: after the six characters of the email, it makes the code for {@link signInWithMagicLink}
   */
  async sendMagicLinkEmail(
    email: string,
    options: { readonly callbackUrl?: string } = {},
  ): Promise<Result<{ nonce: string }, Refusal<"REDIRECT_URL_NOT_WHITELISTED" | "USER_EMAIL_ALREADY_EXISTS">>> {
    return (await methods()).sendMagicLinkEmail(this.connection, email, options.callbackUrl);
  }

  /**
   * Signs in with the code of an email, then goes on to the after-sign-in page, or with a new account to the after-sign-up
   * page.
   * @param code that of the link, or the six characters that were typed and the nonce
   */
  async signInWithMagicLink(
    code: string,
    options: NoRedirectOption = {},
  ): Promise<Result<undefined, Refusal<"VERIFICATION_ERROR" | "INVALID_TOTP_CODE" | "USER_EMAIL_ALREADY_EXISTS">>> {
    const signedIn = this.#signIn((caller, device) =>
      caller.write("POST /auth/otp/sign-in", { body: { code, ...device } }),
    );
    return await this.#finish(resultOf(signedIn, ...codeErrors, "USER_EMAIL_ALREADY_EXISTS"), options);
  }

  /**
   * Finishes a sign-in with a second factor, then goes on as the sign-in would have.
   * @param totp the six digits of the authenticator
   * @param attemptCode from the error of the sign-in; the mfa page finds it in session storage
   */
  async signInWithMfa(
    totp: string,
    attemptCode: string,
    options: NoRedirectOption = {},
  ): Promise<Result<undefined, Refusal<"VERIFICATION_ERROR" | "INVALID_TOTP_CODE">>> {
    const body = { type: "totp", totp, code: attemptCode } as const;
    const signedIn = this.#signIn((caller, device) =>
      caller.write("POST /auth/mfa/sign-in", { body: { ...body, ...device } }),
    );
    return await this.#finish(resultOf(signedIn, ...codeErrors), options);
  }

  /**
   * Like {@link signInWithMfa}, with a recovery code in place of the authenticator. It is used up.
   * @throws RequestError (400) for a code that is wrong or was used before
   */
  async signInWithRecoveryCode(
    recoveryCode: string,
    attemptCode: string,
    options: NoRedirectOption = {},
  ): Promise<Result<undefined, Refusal<"VERIFICATION_ERROR" | "INVALID_TOTP_CODE">>> {
    const body = { recovery_code: recoveryCode, code: attemptCode };
    const signedIn = this.#signIn((caller, device) =>
      caller.write("POST /auth/mfa/recovery/sign-in", { body: { ...body, ...device } }),
    );
    return await this.#finish(resultOf(signedIn, ...codeErrors), options);
  }

  async #signIn(send: Parameters<typeof signInHere>[1]): Promise<{ readonly isNewUser: boolean }> {
    return (await methods()).signInHere(this.connection, send);
  }

  /** Goes on after a sign-in by a code, which may have made the account. */
  async #finish<E>(
    signedIn: Promise<Result<{ readonly isNewUser: boolean }, E>>,
    { noRedirect }: NoRedirectOption,
  ): Promise<Result<undefined, E>> {
    const result = await signedIn;
    if (result.status === "error") return result;
    if (!noRedirect) await this.#goOn(result.data.isNewUser ? "afterSignUp" : "afterSignIn");
    return { status: "ok", data: undefined };
  }

  /**
   * Signs in with a passkey that the browser's user chooses, then goes on to the after-sign-in page.
   * @throws Fault outside a browser
   */
  async signInWithPasskey(): Promise<
    Result<undefined, Refusal<"PASSKEY_AUTHENTICATION_FAILED" | "INVALID_TOTP_CODE" | "PASSKEY_WEBAUTHN_ERROR">>
  > {
    const { signInWithPasskey } = await passkeys();
    return await this.finishPasskey(signInWithPasskey(this.connection));
  }

  /** Goes on after a sign-in with a passkey. */
  protected async finishPasskey(
    signedIn: Promise<void>,
  ): Promise<
    Result<undefined, Refusal<"PASSKEY_AUTHENTICATION_FAILED" | "INVALID_TOTP_CODE" | "PASSKEY_WEBAUTHN_ERROR">>
  > {
    const result = await doneOf(
      signedIn,
      "PASSKEY_AUTHENTICATION_FAILED",
      "INVALID_TOTP_CODE",
      "PASSKEY_WEBAUTHN_ERROR",
    );
    if (result.status === "ok") await this.#goOn("afterSignIn");
    return result;
  }

  /**
   * Leaves for a provider to sign in there; never resolves. {@link callOAuthCallback} does the rest, on the page that
   * the provider redirects to.
   * @param provider its id, such as `google`
   * @param options.returnTo that page; default `urls.oauthCallback`
   * @throws Error outside a browser
   */
  async signInWithOAuth(provider: string, options: { readonly returnTo?: string } = {}): Promise<never> {
    return (await methods()).signInWithOAuth(this.connection, provider, options.returnTo);
  }

  /**
   * Finishes what {@link signInWithOAuth} began, and goes on: for the page that providers redirect to. With hosted pages
   * it stays on the page, as `getUser` does, which finishes it too.
   * @returns whether there was anything to finish
   * @throws Error `Error signing in during OAuth callback. Please try again.`; Error outside a browser
   */
  async callOAuthCallback(): Promise<boolean> {
    if (this.connection.options.hosted) return await this.finishReturn();
    return (await methods()).callOAuthCallback(this.connection);
  }

  /**
   * Finishes a sign-in on hosted pages that has come back to this page; calls at once share it.
   * @returns whether there was anything to finish
   * @throws Error `Error signing in. Please try again.`
   * @internal
   */
  protected async finishReturn(): Promise<boolean> {
    const { host, options } = this.connection;
    const page = host.page();
    if (options.hosted && page && /[?&]code=/.test(page.location.href)) {
      this.#return ??= methods()
        .then(({ finishReturn }) => finishReturn(this.connection, page))
        .finally(() => {
          this.#return = undefined;
        });
    }
    return (await this.#return) ?? false;
  }

  /**
   * Logs a command line in: shows a link, and waits until a user has confirmed there that the command line may share
   * their session.
   * @returns its refresh token
   */
  async promptCliLogin(
    options: CliLoginOptions,
  ): Promise<Result<string, Refusal<"CLI_AUTH_ERROR" | "CLI_AUTH_EXPIRED_ERROR" | "CLI_AUTH_USED_ERROR">>> {
    const login = (await methods()).promptCliLogin(this.connection, options);
    return await resultOf(login, "CLI_AUTH_ERROR", "CLI_AUTH_EXPIRED_ERROR", "CLI_AUTH_USED_ERROR");
  }

  /** Goes on after a sign-in, by way of what a restricted user has to do first. */
  async #goOn(destination: "afterSignIn" | "afterSignUp"): Promise<void> {
    const claims = this.session().usableAccessToken(0)?.claims;
    const isHeld = claims?.is_restricted === true && !claims.is_anonymous;
    await this.connection.redirects.toHandler(isHeld ? "onboarding" : destination, { replace: true });
  }

  /** Goes to the page that signs out; with hosted pages, signs out at once, which ends the session there too. */
  async redirectToSignOut(options?: RedirectOptions): Promise<void> {
    if (this.connection.options.hosted) await this.signOut();
    else await this.connection.redirects.toHandler("signOut", options);
  }

  /** Signs the current user out; see `CurrentUser.signOut`. */
  async signOut(options?: SignOutOptions): Promise<void> {
    const session = this.session();
    if (session.isKnownInvalid) return;
    await signOut(this.connection, session, options);
  }
}
