import type { AdminOwnedProject, AdminProjectCreateOptions } from "../admin/owned-projects";
import type { KnownError } from "../errors/known-error";
import { doneOf, errorOf, type Result, resultOf } from "../errors/result";
import type * as wire from "../requests/wire";
import type { TokenPair } from "../session/token-store/token-store";
import { type Auth, authHeaders, type SignOutOptions, signOut, updatePassword } from "../sign-in/own-session";
import { Team } from "../teams/team";
import type { TokenSource } from "../users/active-session";
import { User, type UserContext, type UserUpdateOptions } from "../users/user";

/** The signed-in user, as a client sees them. A frozen snapshot: methods change the account, not the object. */
export class CurrentUser extends User<wire.User, Team, UserUpdateOptions> implements Auth {
  constructor(user: wire.User, context: UserContext) {
    super(user, user.selected_team && new Team(user.selected_team, context.caller, context.connection), context);
    Object.freeze(this);
  }

  protected get address(): string {
    return "me";
  }

  protected toTeam(team: wire.Team): Team {
    return new Team(team, this.caller, this.connection);
  }

  protected async connectAccount(providerId: string, scopes: readonly string[]): Promise<never> {
    const { linkWithOAuth } = await import("../sign-in/oauth");
    return await linkWithOAuth(this.connection, this.caller.session, providerId, scopes);
  }

  get currentSession(): TokenSource {
    return { getTokens: () => this.caller.session.tokens() };
  }

  async signOut(options?: SignOutOptions): Promise<void> {
    await signOut(this.caller, this.connection.redirects, options);
  }

  getAuthHeaders(): Promise<{ "x-stack-auth": string }> {
    return authHeaders(this.caller.session);
  }

  getAuthJson(): Promise<TokenPair> {
    return this.caller.session.tokens();
  }

  updatePassword(options: Parameters<Auth["updatePassword"]>[0]): ReturnType<Auth["updatePassword"]> {
    return updatePassword(this.caller, options);
  }

  /** Gives an account that has no password its first one. Answers the error, or undefined. */
  async setPassword({
    password,
  }: {
    readonly password: string;
  }): Promise<KnownError<"PASSWORD_REQUIREMENTS_NOT_MET"> | undefined> {
    const set = this.caller.write("POST", "/auth/password/set", { password }, ["current-user"]);
    return errorOf(await resultOf(set, "PASSWORD_REQUIREMENTS_NOT_MET"));
  }

  /**
   * Lets the browser make a passkey for this account, for the host of the page.
   * @throws Fault outside a browser
   */
  async registerPasskey(_options?: {
    /** Not looked at: the browser takes its own. */ readonly hostname?: string;
  }): Promise<Result<undefined, KnownError<"PASSKEY_REGISTRATION_FAILED" | "PASSKEY_WEBAUTHN_ERROR">>> {
    const { registerPasskey } = await import("../sign-in/passkeys");
    const registered = registerPasskey(this.caller, this.connection.host);
    return await doneOf(registered, "PASSKEY_REGISTRATION_FAILED", "PASSKEY_WEBAUTHN_ERROR");
  }

  /**
   * Sends a verification mail to the primary address. Answers the error, or undefined.
   * @deprecated Contact channels send their own.
   * @throws Error `User does not have a primary email`
   */
  async sendVerificationEmail(
    options: { readonly callbackUrl?: string } = {},
  ): Promise<KnownError<"EMAIL_ALREADY_VERIFIED"> | undefined> {
    if (this.primaryEmail === null) throw new Error("User does not have a primary email");
    const callback_url = this.connection.redirects.callbackUrl(options.callbackUrl, "emailVerification", "callbackUrl");
    const send = this.caller.write("POST", "/contact-channels/send-verification-code", {
      email: this.primaryEmail,
      callback_url,
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
    const { listOwnedProjects } = await import("../admin/owned-projects");
    return await listOwnedProjects(this.caller, this.connection);
  }

  /** Makes a project for one of this user's teams; like {@link listOwnedProjects}. */
  async createProject(options: AdminProjectCreateOptions): Promise<AdminOwnedProject> {
    this.#requireInternalProject();
    const { createOwnedProject } = await import("../admin/owned-projects");
    return await createOwnedProject(options, this.caller, this.connection);
  }

  #requireInternalProject(): void {
    if (this.connection.projectId !== "internal") {
      throw new Error("Cannot call this function on a Gatehouse app with a project ID other than 'internal'.");
    }
  }

  /** Deletes the account, then ends the session. */
  override async delete(): Promise<void> {
    await super.delete();
    this.caller.session.markInvalid();
  }
}
