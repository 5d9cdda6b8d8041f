import type { AdminOwnedProject, AdminProjectCreateOptions } from "../admin/owned-projects";
import type { KnownError } from "../errors/known-error";
import { doneOf, errorOf, type Result, resultOf } from "../errors/result";
import type { Caller } from "../requests/caller";
import type * as wire from "../requests/wire";
import { wireNames } from "../requests/wire-names";
import type { TokenPair } from "../session/token-store/token-store";
import { type Auth, authHeaders, type SignOutOptions, signOut, type TokenSource } from "../sign-in/own-session";
import type { Reauthentication, ReauthenticationError } from "../sign-in/reauthentication";
import { Team, type TeamCreateOptions } from "../teams/team";
import { User, type UserContext, type UserUpdateOptions, userBody } from "../users/user";

/** The signed-in user, as a client sees them. A frozen snapshot: methods change the account, not the object. */
export class CurrentUser extends User<Team, UserUpdateOptions> implements Auth {
  readonly #caller: Caller<"client">;

  /** @internal */
  constructor(user: wire.User, context: UserContext<Caller<"client">>) {
    super(user, user.selected_team && new Team(user.selected_team, context.caller, context.connection), context);
    this.#caller = context.caller;
    Object.freeze(this);
  }

  protected get address(): string {
    return "me";
  }

  async update(changes: UserUpdateOptions): Promise<void> {
    await this.#caller.write("PATCH /users/me", { body: userBody(changes) });
  }

  /** Deletes the account, then ends the session. */
  async delete(): Promise<void> {
    await this.#caller.write("DELETE /users/me");
    this.#caller.session.markInvalid();
  }

  async listTeams(): Promise<Team[]> {
    const { items } = await this.#caller.read("GET /teams", { query: { user_id: "me" } });
    return items.map((team) => new Team(team, this.#caller, this.connection));
  }

  protected async makeTeam(options: TeamCreateOptions): Promise<Team> {
    const body = { ...wireNames(options), creator_user_id: "me" };
    return new Team(await this.#caller.write("POST /teams", { body }), this.#caller, this.connection);
  }

  protected async connectAccount(providerId: string, scopes: readonly string[]): Promise<never> {
    const { linkWithOAuth } = await import("../sign-in/oauth");
    return await linkWithOAuth(this.connection, this.#caller.session, providerId, scopes);
  }

  get currentSession(): TokenSource {
    return { getTokens: () => this.#caller.session.tokens() };
  }

  async signOut(options?: SignOutOptions): Promise<void> {
    await signOut(this.#caller, this.connection.redirects, options);
  }

  getAuthHeaders(): Promise<{ "x-stack-auth": string }> {
    return authHeaders(this.#caller.session);
  }

  getAuthJson(): Promise<TokenPair> {
    return this.#caller.session.tokens();
  }

  async updatePassword(options: Parameters<Auth["updatePassword"]>[0]): ReturnType<Auth["updatePassword"]> {
    return (await ownPassword()).updatePassword(this.#caller, options);
  }

  /** Gives an account that has no password its first one. Returns the error, or undefined. */
  async setPassword({
    password,
  }: {
    readonly password: string;
  }): Promise<KnownError<"PASSWORD_REQUIREMENTS_NOT_MET"> | undefined> {
    return (await ownPassword()).setPassword(this.#caller, password);
  }

  /**
   * Registers a passkey of the browser for this account, for the host of the page.
   * @throws Fault outside a browser
   */
  async registerPasskey(_options?: {
    /** Ignored: the browser takes its own. */ readonly hostname?: string;
  }): Promise<Result<undefined, KnownError<"PASSKEY_REGISTRATION_FAILED" | "PASSKEY_WEBAUTHN_ERROR">>> {
    const { registerPasskey } = await import("../sign-in/passkeys");
    const registered = registerPasskey(this.#caller, this.connection.host);
    return await doneOf(registered, "PASSKEY_REGISTRATION_FAILED", "PASSKEY_WEBAUTHN_ERROR");
  }

  /** Makes ten codes that each stand in for the authenticator app once, in place of all before. They cannot be read again. */
  async createRecoveryCodes(): Promise<string[]> {
    return (await this.#caller.write("POST /auth/mfa/recovery-codes")).codes;
  }

  /** How many recovery codes this user has left. */
  async countRecoveryCodes(): Promise<number> {
    return (await this.#caller.read("GET /auth/mfa/recovery-codes")).remaining;
  }

  /**
   * Shows again who the user is, after a change was refused with `REAUTHENTICATION_REQUIRED`; then the change can be
   * repeated. The error's details say by what (`methods`) and whether `totp` is needed (`requires_totp`). Returns the error,
   * or undefined.
   */
  async reauthenticate(proof: Reauthentication): Promise<ReauthenticationError | undefined> {
    return (await reauthentication()).reauthenticate(this.#caller, this.connection.host, proof);
  }

  /** Mails a code for {@link reauthenticate}: it is the typed characters followed by `nonce`. */
  async sendReauthenticationCode(): Promise<{ readonly nonce: string }> {
    return (await reauthentication()).sendReauthenticationCode(this.#caller);
  }

  /**
   * Sends a verification mail to the primary address. Returns the error, or undefined.
   * @deprecated Contact channels send their own.
   * @throws Error `User does not have a primary email`
   */
  async sendVerificationEmail(
    options: { readonly callbackUrl?: string } = {},
  ): Promise<KnownError<"EMAIL_ALREADY_VERIFIED"> | undefined> {
    if (this.primaryEmail === null) throw new Error("User does not have a primary email");
    const callback_url = this.connection.redirects.callbackUrl(options.callbackUrl, "emailVerification", "callbackUrl");
    const send = this.#caller.write("POST /contact-channels/send-verification-code", {
      body: { email: this.primaryEmail, callback_url },
    });
    return errorOf(await resultOf(send, "EMAIL_ALREADY_VERIFIED"));
  }

  /**
   * The projects that this user administers, through teams that own them. Only for users of the internal project.
   * @throws Error in an app of any other project
   */
  async listOwnedProjects(): Promise<AdminOwnedProject[]> {
    this.#requireInternalProject();
    // Loaded when needed: no website but the dashboard administers projects, and the rest need not carry it.
    const { listOwnedProjects } = await ownedProjects();
    return await listOwnedProjects(this.#caller, this.connection);
  }

  /** Makes a project for one of this user's teams; like {@link listOwnedProjects}. */
  async createProject(options: AdminProjectCreateOptions): Promise<AdminOwnedProject> {
    this.#requireInternalProject();
    const { createOwnedProject } = await ownedProjects();
    return await createOwnedProject(options, this.#caller, this.connection);
  }

  #requireInternalProject(): void {
    if (this.connection.projectId !== "internal") {
      throw new Error("Cannot call this function on a Gatehouse app with a project ID other than 'internal'.");
    }
  }
}

// Loaded when needed: most pages use none of them.
const ownPassword = () => import("../sign-in/own-password");
const reauthentication = () => import("../sign-in/reauthentication");
const ownedProjects = () => import("../admin/owned-projects");
