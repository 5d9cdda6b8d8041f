import type { Json } from "../requests/json";
import type * as wire from "../requests/wire";
import type { TokenPair } from "../session/token-store/token-store";
import { type Auth, authHeaders, type SignOutOptions, signOut, updatePassword } from "../sign-in/own-session";
import type { TokenSource } from "../users/active-session";
import type { ServerContactChannel, ServerContactChannelCreateOptions } from "../users/contact-channel";
import type { ServerOAuthProvider } from "../users/oauth-provider";
import { changePermission, type InScope } from "../users/permissions";
import { User, type UserContext, type UserUpdateOptions } from "../users/user";
import { ServerTeam } from "./server-team";

/** What a trusted backend may change about a user. */
export interface ServerUserUpdateOptions extends UserUpdateOptions {
  readonly primaryEmail?: string | null;
  readonly primaryEmailVerified?: boolean;
  /** Whether one can sign in with the primary address. */
  readonly primaryEmailAuthEnabled?: boolean;
  /** Null removes the password; any value ends every session of the user. */
  readonly password?: string | null;
  readonly clientReadOnlyMetadata?: Json;
  readonly serverMetadata?: Json;
}

export interface ServerUserCreateOptions
  extends Omit<ServerUserUpdateOptions, "selectedTeamId" | "passkeyAuthEnabled"> {}

/** Any user of the project, as a trusted backend sees them. */
export class ServerUser extends User<wire.ServerUser, ServerTeam, ServerUserUpdateOptions> {
  readonly lastActiveAt: Date;
  /** Seen and written by the server only. */
  readonly serverMetadata: Json;

  constructor(user: wire.ServerUser, context: UserContext) {
    super(user, user.selected_team && new ServerTeam(user.selected_team, context.caller, context.connection), context);
    this.lastActiveAt = new Date(user.last_active_at_millis);
    this.serverMetadata = user.server_metadata;
    Object.freeze(this);
  }

  protected get address(): string {
    return this.id;
  }

  protected toTeam(team: wire.ServerTeam): ServerTeam {
    return new ServerTeam(team, this.caller, this.connection);
  }

  /** @throws Error always: only who is present can go to a provider. */
  protected async connectAccount(_providerId: string, _scopes: readonly string[]): Promise<never> {
    throw new Error("Cannot add new scopes to a user that is not a CurrentUser.");
  }

  /** Changes the primary address; null removes it. A new address is unverified unless `verified` says otherwise. */
  async setPrimaryEmail(email: string | null, options: { readonly verified?: boolean } = {}): Promise<void> {
    await this.update({ primaryEmail: email, primaryEmailVerified: options.verified });
  }

  /** `update({ serverMetadata })`: replaces the whole value. */
  async setServerMetadata(serverMetadata: Json): Promise<void> {
    await this.update({ serverMetadata });
  }

  /** `update({ clientReadOnlyMetadata })`: replaces the whole value. */
  async setClientReadOnlyMetadata(clientReadOnlyMetadata: Json): Promise<void> {
    await this.update({ clientReadOnlyMetadata });
  }

  /** Replaces the password, whether there was one or not. Every session of the user ends. */
  async setPassword({ password }: { readonly password: string }): Promise<void> {
    await this.update({ password });
  }

  /**
   * Signs the user in without their doing and returns the tokens. They are as they are: nothing refreshes them.
   * @param options.expiresInMillis default one year
   * @param options.isImpersonation marks the session, and hides it from the user
   */
  async createSession(
    options: { readonly expiresInMillis?: number; readonly isImpersonation?: boolean } = {},
  ): Promise<TokenSource> {
    const { expiresInMillis = 31_536_000_000, isImpersonation = false } = options;
    const body = { user_id: this.id, expires_in_millis: expiresInMillis, is_impersonation: isImpersonation };
    const made = await this.caller.write<wire.SignIn>("POST", "/auth/sessions", body, ["sessions"]);
    const tokens = { accessToken: made.access_token, refreshToken: made.refresh_token };
    return { getTokens: async () => tokens };
  }

  override async listOAuthProviders(): Promise<ServerOAuthProvider[]> {
    const { listServerOAuthProviders } = await import("../users/oauth-provider");
    return await listServerOAuthProviders(this.caller, this.address);
  }

  override async getOAuthProvider(id: string): Promise<ServerOAuthProvider | null> {
    return (await this.listOAuthProviders()).find((provider) => provider.id === id) ?? null;
  }

  /** Grants a permission in a team of this user's or, without one, in the whole project. */
  async grantPermission(...args: InScope<[permissionId: string]>): Promise<void> {
    await changePermission(this.caller, "POST", this.id, args);
  }

  /** Takes back a permission that was granted directly. */
  async revokePermission(...args: InScope<[permissionId: string]>): Promise<void> {
    await changePermission(this.caller, "DELETE", this.id, args);
  }

  override listContactChannels(): Promise<ServerContactChannel[]> {
    return super.listContactChannels();
  }

  /** Adds an address, verified if `isVerified` says so. */
  override createContactChannel(options: ServerContactChannelCreateOptions): Promise<ServerContactChannel> {
    return super.createContactChannel(options);
  }
}

/** The signed-in user in an app of the server tier: everything of {@link ServerUser}, and the session. */
export class CurrentServerUser extends ServerUser implements Auth {
  protected override async connectAccount(providerId: string, scopes: readonly string[]): Promise<never> {
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

  /** Deletes the account, then ends the session. */
  override async delete(): Promise<void> {
    await super.delete();
    this.caller.session.markInvalid();
  }
}
