import { account } from "../account/reads";
import type { Connection } from "../connection/connection";
import { doneOf, errorOf, type Refusal, type Result, resultOf } from "../errors/result";
import type { AdminProjectCreateOptions } from "../projects/admin-project";
import type { Caller } from "../requests/caller";
import type * as wire from "../requests/wire";
import { type Subject, tableOfObjects } from "../rows/operation";
import { type Constructor, loadedRows, withRows } from "../rows/with-rows";
import type { TokenPair } from "../session/token-store/token-store";
import { methods, passkeys } from "../sign-in/lazy";
import { authHeaders, authorizationOf, type SignOutOptions, signOut, type TokenSource } from "../sign-in/own-session";
import type { OwnSignIn } from "../sign-in/own-sign-in";
import type { Reauthentication, ReauthenticationError } from "../sign-in/reauthentication";
import type { Team } from "../teams/team";
import type { User, UserUpdateOptions } from "../users/user";

/**
 * Makes objects of projects for those who own them, each with an app: loaded when needed, as no website but the dashboard does.
 * @internal
 */
interface Administration<Project> {
  createOwnedProject(options: AdminProjectCreateOptions, owner: Caller, connection: Connection): Promise<Project>;
  toOwnedProject(project: wire.AdminProject, owner: Caller, connection: Connection): Project;
}

/** Describes what the signed-in user has beside other users: a session, in an app of any tier. `Project` is one that they own. */
export interface OwnUser<Project> extends OwnSignIn {
  readonly currentSession: TokenSource;
  /**
   * Signs out and goes to `redirectUrl` (relative, or on this origin), else to the after-sign-out page.
   * @throws Error, before anything happens, for a `redirectUrl` that leads elsewhere
   */
  signOut(options?: SignOutOptions): Promise<void>;
  /** The header that passes this login to the website's own backend: `fetch(url, { headers: await user.getAuthHeaders() })`. */
  getAuthHeaders(): Promise<{ "x-stack-auth": string }>;
  /** The same as a value of the `Authorization` header, for a backend that takes no others; null once the login is over. */
  getAuthorizationHeader(): Promise<string | null>;
  /** The tokens themselves, good for the coming 20 seconds; nulls once the login is over. */
  getAuthJson(): Promise<TokenPair>;
  /**
   * Registers a passkey of the browser for this account, for the host of the page.
   * @param options.hostname ignored: the browser takes its own
   * @throws Fault outside a browser
   */
  registerPasskey(options?: {
    readonly hostname?: string;
  }): Promise<Result<undefined, Refusal<"PASSKEY_REGISTRATION_FAILED" | "PASSKEY_WEBAUTHN_ERROR">>>;
  /** Counts the recovery codes that this user has left. */
  countRecoveryCodes(): Promise<number>;
  /**
   * Shows again who the user is, after a change was refused with `REAUTHENTICATION_REQUIRED`; then the change can be
   * repeated. The error's details say by what (`methods`) and whether `totp` is needed (`requires_totp`). Returns the error,
   * or undefined.
   */
  reauthenticate(proof: Reauthentication): Promise<ReauthenticationError | undefined>;
  /**
   * Sends a verification email to the primary address. Returns the error, or undefined.
   * @deprecated Contact channels send their own.
   * @throws Error `User does not have a primary email`
   */
  sendVerificationEmail(options?: {
    readonly callbackUrl?: string;
  }): Promise<Refusal<"EMAIL_ALREADY_VERIFIED"> | undefined>;
  /**
   * The projects that this user administers, through teams that own them. Only for users of the internal project.
   * @throws Error in an app of any other project
   */
  listOwnedProjects(): Promise<Project[]>;
  /** Makes a project for one of this user's teams; like {@link listOwnedProjects}. */
  createProject(options: AdminProjectCreateOptions): Promise<Project>;
}

/**
 * The one whose users own projects.
 * @internal
 */
export function requireInternalProject({ projectId }: Connection): void {
  if (projectId !== "internal") {
    throw new Error("Cannot call this function on a Gatehouse app with a project ID other than 'internal'.");
  }
}

const ownSignIn = /* @__PURE__ */ loadedRows<OwnSignIn>(async () => (await account()).ownSignIn, {
  updatePassword: true,
  setPassword: true,
  createRecoveryCodes: true,
  sendReauthenticationCode: true,
});

/**
 * The users of a tier with what the signed-in one of them has.
 * @internal
 */
export function withSession<Base extends Constructor<User<Team, UserUpdateOptions>>, Project>(
  base: Base,
  administration: () => Promise<Administration<Project>>,
): Base & Constructor<OwnUser<Project>> {
  const reads = tableOfObjects<Subject>()("session", ({ read }) => ({
    countRecoveryCodes: read(
      "GET /auth/mfa/recovery-codes",
      () => ({}),
      ({ remaining }) => remaining,
      "recovery-codes",
    ),
    listOwnedProjects: read(
      "GET /internal/projects",
      ({ connection }: Subject) => {
        requireInternalProject(connection);
        return {};
      },
      async ({ items }, { caller, connection }): Promise<Project[]> => {
        const { toOwnedProject } = await administration();
        return items.map((project) => toOwnedProject(project, caller, connection));
      },
      "owned-projects",
    ),
  }));

  abstract class WithSession extends base implements Omit<OwnUser<Project>, keyof typeof reads | keyof OwnSignIn> {
    get #caller(): Caller<"client"> {
      return this.callerOf("session") as Caller<"client">;
    }

    get currentSession(): TokenSource {
      return { getTokens: () => this.getAuthJson() };
    }

    async signOut(options?: SignOutOptions): Promise<void> {
      await signOut(this.connection, this.caller.session, options);
    }

    getAuthHeaders(): ReturnType<OwnUser<Project>["getAuthHeaders"]> {
      return authHeaders(this.caller.session);
    }

    getAuthorizationHeader(): Promise<string | null> {
      return authorizationOf(this.caller.session);
    }

    getAuthJson(): Promise<TokenPair> {
      return this.caller.session.tokens();
    }

    protected override async connectAccount(providerId: string, scopes: readonly string[]): Promise<never> {
      return (await methods()).linkWithOAuth(this.connection, this.caller.session, providerId, scopes);
    }

    async registerPasskey(): ReturnType<OwnUser<Project>["registerPasskey"]> {
      const registered = (await passkeys()).registerPasskey(this.#caller, this.connection.host);
      return await doneOf(registered, "PASSKEY_REGISTRATION_FAILED", "PASSKEY_WEBAUTHN_ERROR");
    }

    async reauthenticate(proof: Reauthentication): ReturnType<OwnUser<Project>["reauthenticate"]> {
      return (await account()).reauthenticate(this.#caller, this.connection.host, proof);
    }

    async sendVerificationEmail({
      callbackUrl,
    }: {
      readonly callbackUrl?: string;
    } = {}): ReturnType<OwnUser<Project>["sendVerificationEmail"]> {
      if (this.primaryEmail === null) throw new Error("User does not have a primary email");
      const callback_url = this.connection.redirects.callbackUrl(callbackUrl, "emailVerification", "callbackUrl");
      const send = this.#caller.write("POST /contact-channels/send-verification-code", {
        body: { email: this.primaryEmail, callback_url },
      });
      return errorOf(await resultOf(send, "EMAIL_ALREADY_VERIFIED"));
    }

    async createProject(options: AdminProjectCreateOptions): Promise<Project> {
      return (await administration()).createOwnedProject(options, this.#caller, this.connection);
    }
  }
  return withRows(WithSession, reads, ownSignIn) as unknown as Base & Constructor<OwnUser<Project>>;
}
