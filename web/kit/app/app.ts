import type { ClientAppOptions } from "../connection/app-options";
import type { Keys } from "../connection/connection";
import { Fault } from "../errors/fault";
import { isKnownError } from "../errors/known-error";
import type { Refusal, Result } from "../errors/result";
import type { Host } from "../host/host";
import type { OwnItems } from "../payments/item";
import type { OwnProject } from "../projects/project";
import type { Caller } from "../requests/caller";
import { connectivityOf } from "../requests/connectivity";
import type { Sender } from "../rows/operation";
import { loadedRows, withMethods } from "../rows/with-rows";
import { type Session, sessionKey } from "../session/session";
import type { TokenStoreInit } from "../session/token-store/token-store";
import type { EmailedCodes } from "../sign-in/emailed-codes";
import { methods, passkeys } from "../sign-in/lazy";
import { type ConvexContext, convexClaims, isAskedFor, type PartialUser, toPartialUser } from "../users/partial-user";
import { type AppInternals, appInternals, type StackAppInternals, stackAppInternals } from "./internals";
import { type ClientAppJson, type ClientAppSettings, registerApp, serialise } from "./serialisation";
import { AppSignIns } from "./sign-ins";

/** Says what `getUser` does when no user is signed in. Anonymous and restricted users count only where requested. */
export interface GetUserOptions {
  /**
   * `return-null` (default), `redirect` to the sign-in page, or to `urls.onboarding` for a restricted user, `throw`, or `anonymous`: sign in with a new anonymous
   * account. The deprecated option returns an anonymous user if there is one.
   */
  readonly or?: "return-null" | "redirect" | "throw" | "anonymous" | "anonymous-if-exists[deprecated]";
  /** Also returns a user whom the project keeps from full use, such as one without a verified address where it asks for one. */
  readonly includeRestricted?: boolean | undefined;
  /** In place of the app's own store; required when that is null. */
  readonly tokenStore?: TokenStoreInit;
}

/** The options with which `getUser` always has a user to return. */
export interface GetUserOrElseOptions extends GetUserOptions {
  readonly or: "redirect" | "throw" | "anonymous";
}

interface TokenStoreOption {
  /** In place of the app's own store; required when that is null. */
  readonly tokenStore?: TokenStoreInit;
}

/** Says whose claims `getPartialUser` reads. */
export type GetPartialUserOptions = {
  /** Without it, null for an anonymous user. */
  readonly or?: "return-null" | "anonymous";
} & (({ readonly from: "token" } & TokenStoreOption) | { readonly from: "convex"; readonly ctx: ConvexContext });

interface Rows extends OwnProject, OwnItems, EmailedCodes {}

const rows: Rows = /* @__PURE__ */ (() => ({
  ...loadedRows(async () => (await import("../projects/project")).ownProject, { getProject: true }),
  ...loadedRows(async () => (await import("../payments/item")).ownItems, { getItem: true }),
  // The actions for which the server emails a link with a code.
  ...loadedRows<EmailedCodes>(async () => (await methods()).emailedCodes, {
    resetPassword: true,
    verifyPasswordResetCode: true,
    verifyEmail: true,
    previewEmailVerification: true,
    previewMagicLink: true,
    previewPasswordReset: true,
    verifyTeamInvitationCode: true,
    getTeamInvitationDetails: true,
    previewTeamInvitation: true,
    acceptTeamInvitation: true,
  }),
}))();

/** Holds what the apps of all tiers have in common. `U` is how this tier sees the current user. */
export abstract class App<
  U extends { readonly isAnonymous: boolean; readonly isRestricted: boolean },
> extends /* @__PURE__ */ withMethods(AppSignIns, rows) {
  readonly #publishableClientKey: string | null;
  #uniqueIdentifier: string | undefined;
  #anonymousSignUp: Promise<unknown> | null = null;

  /** @internal */
  constructor(options: ClientAppOptions, host: Host, keys: Keys) {
    super(options, host, keys);
    this.#publishableClientKey = keys.publishableClientKey;
    this.#uniqueIdentifier = options.uniqueIdentifier;
    if (options.uniqueIdentifier !== undefined) registerApp(options.uniqueIdentifier, this);
  }

  /**
   * The signed-in user.
   * @throws Error `User is not signed in but getUser was called with { or: 'throw' }`; and, after `or: "redirect"`,
   *   when two seconds later the page is still there
   */
  getUser(options: GetUserOrElseOptions): Promise<U>;
  getUser(options?: GetUserOptions): Promise<U | null>;
  async getUser({ or, includeRestricted, tokenStore }: GetUserOptions = {}): Promise<U | null> {
    if (tokenStore === undefined) await this.finishReturn();
    const user = await this.#userOf(this.session(tokenStore));
    if (user !== null && isAskedFor(user, { or, includeRestricted })) return user;
    switch (or) {
      case "redirect":
        if (user !== null && !user.isAnonymous) await this.redirectToOnboarding({ replace: true });
        else await this.redirectToSignIn({ replace: true });
        throw new Error("The redirect to sign-in did not leave this page.");
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
      const user = await this.fetchUser(session);
      const token = session.usableAccessToken(0);
      // What the token says lags behind a verification: the website's backend reads it.
      if (token && toPartialUser(token.claims).isRestricted !== user.isRestricted && session.refreshToken)
        session.markAccessTokenExpired(token);
      return user;
    } catch (error) {
      if (isKnownError(error, "CANNOT_GET_OWN_USER_WITHOUT_USER")) return null;
      throw error;
    }
  }

  /**
   * Reads the user of a session as this app's tier sees them.
   * @internal
   */
  abstract fetchUser(session: Session): Promise<U>;

  async #signUpAnonymously(): Promise<U> {
    this.#anonymousSignUp ??= methods()
      .then(({ signIn }) => signIn(this.connection, (caller) => caller.write("POST /auth/anonymous/sign-up")))
      .finally(() => {
        this.#anonymousSignUp = null;
      });
    await this.#anonymousSignUp;
    return await this.fetchUser(this.session());
  }

  /** A signed-out one in an app without a token store. */
  protected ownSession(): Session {
    return this.connection.options.tokenStore === null ? this.connection.sessions.signedOut() : this.session();
  }

  /**
   * Sends an email with a link to set a new password. Nothing reveals whether the address has an account.
   * @param options.callbackUrl the page the link leads to; outside a browser it must be given
   */
  async sendForgotPasswordEmail(
    email: string,
    options: { readonly callbackUrl?: string } = {},
  ): Promise<Result<undefined, Refusal<"USER_NOT_FOUND">>> {
    return (await methods()).sendForgotPasswordEmail(this.connection, email, options.callbackUrl);
  }

  /**
   * The claims of the access token about the user: no request is made, and they may be some minutes old. In a function of a
   * Convex backend they are those of its caller's token.
   */
  async getPartialUser(options: GetPartialUserOptions): Promise<PartialUser | null> {
    const { from } = options;
    if (from !== "token" && from !== "convex") throw new Error(`Invalid 'from' option: ${from}`);
    const claims =
      from === "convex"
        ? await convexClaims(options.ctx)
        : this.session(options.tokenStore).usableAccessToken(0)?.claims;
    return claims && (!claims.is_anonymous || options.or === "anonymous") ? toPartialUser(claims) : null;
  }

  /** @internal */
  callerOf(sender: Sender): Caller {
    const { connection } = this;
    if (sender === "guest") return connection.visitorCaller();
    const tier = sender === "server" || sender === "admin" ? sender : "client";
    const session = sender === "client" ? this.ownSession() : sender === "session" ? this.session() : undefined;
    return connection.caller(tier, session);
  }

  /** Returns what the `setAuth` of a Convex client takes: it returns an access token, or null while no user is signed in. */
  getConvexClientAuth({
    tokenStore,
  }: TokenStoreOption = {}): (options: { readonly forceRefreshToken: boolean }) => Promise<string | null> {
    return async ({ forceRefreshToken }) => {
      const session = this.session(tokenStore);
      const current = session.usableAccessToken();
      if (forceRefreshToken && current && session.refreshToken) session.markAccessTokenExpired(current);
      return (await session.accessToken())?.text ?? null;
    };
  }

  /** Returns what the `setAuth` of a Convex HTTP client takes. @throws Fault while no user is signed in */
  async getConvexHttpClientAuth(options: TokenStoreOption = {}): Promise<string> {
    const token = await this.getConvexClientAuth(options)({ forceRefreshToken: false });
    if (token === null) throw new Fault("No access token available");
    return token;
  }

  /** For the layers built on the kit. */
  get [appInternals](): AppInternals {
    const connection = this.connection;
    return {
      toClientJson: () => this.#toClientJson(),
      clientSettings: () => this.#clientSettings(),
      connection,
      caller: (tier) => connection.caller(tier, this.ownSession()),
      session: (tokenStore) => this.session(tokenStore),
      onSessionChange: (listener, tokenStore) => {
        const store = connection.tokenStore(tokenStore);
        let key = sessionKey(store.get());
        return store.onChange((tokens) => {
          if (sessionKey(tokens) === key) return;
          key = sessionKey(tokens);
          listener();
        });
      },
      choosePasskeyByAutofill: async (signal) => {
        const signIn = await (await passkeys()).choosePasskeyByAutofill(connection, signal);
        return signIn && (() => this.finishPasskey(signIn()));
      },
      connectivity: connectivityOf(connection.host),
      onWrite: (listener) => connection.writes.onWrite(listener),
      onSignOut: (listener) => connection.writes.onSignOut(listener),
      onReauthenticationRequired: (reauthenticator) => {
        const { writes } = connection;
        writes.reauthenticator = reauthenticator;
        return () => {
          if (writes.reauthenticator === reauthenticator) writes.reauthenticator = undefined;
        };
      },
    };
  }

  /** For code that was written for the reference. */
  get [stackAppInternals](): StackAppInternals {
    return {
      toClientJson: () => this.#toClientJson(),
      sendRequest: async (path, init, tier = "client") => {
        return (await methods()).sendRequest(this.connection, this.ownSession(), tier, path, init);
      },
    };
  }

  #toClientJson(): ClientAppJson {
    if (this.#uniqueIdentifier === undefined) {
      this.#uniqueIdentifier = crypto.randomUUID();
      registerApp(this.#uniqueIdentifier, this);
    }
    return { ...this.#clientSettings(), uniqueIdentifier: this.#uniqueIdentifier };
  }

  #clientSettings(): ClientAppSettings {
    const { projectId, connection } = this;
    return serialise(connection.options, { projectId, publishableClientKey: this.#publishableClientKey });
  }
}
