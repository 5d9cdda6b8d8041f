import type { TeamMemberProfile } from "../account/members";
import type { InScope } from "../account/permissions";
import type { Connection } from "../connection/connection";
import { Fault } from "../errors/fault";
import { errorOf, type Refusal, resultOf } from "../errors/result";
import type { ServerCheckoutOptions } from "../payments/purchases";
import { serverTeamItems, serverUserItems } from "../payments/server-item";
import type { Caller } from "../requests/caller";
import type { Json } from "../requests/json";
import type * as wire from "../requests/wire";
import { wireNames } from "../requests/wire-names";
import { tableOfObjects } from "../rows/operation";
import { loadedRows, type Row, withRows } from "../rows/with-rows";
import type { TokenSource } from "../sign-in/own-session";
import type { OwnSignIn } from "../sign-in/own-sign-in";
import { Team, type TeamCreateOptions, type TeamUpdateOptions } from "../teams/team";
import { User, type UserContext, type UserUpdateOptions, userBody } from "../users/user";
import type { ServerContactChannel, ServerContactChannelCreateOptions, ServerOAuthProvider } from "./account";

// One module, because each refers to the other: a user has teams, a team has members.

/** Holds what a trusted backend may change about a user. */
export interface ServerUserUpdateOptions extends UserUpdateOptions {
  readonly primaryEmail?: string | null;
  readonly primaryEmailVerified?: boolean;
  /** Says whether one can sign in with the primary address. */
  readonly primaryEmailAuthEnabled?: boolean;
  /** Null removes the password; any value ends every session of the user. */
  readonly password?: string | null;
  readonly clientReadOnlyMetadata?: Json;
  readonly serverMetadata?: Json;
  /** Keeps the user from full use, though they sign in. False ends it, with its reason and details. */
  readonly restrictedByAdmin?: boolean;
  /** Is for the user to read; only with `restrictedByAdmin`. */
  readonly restrictedByAdminReason?: string | null;
  /** A note that the user does not see; only with `restrictedByAdmin`. */
  readonly restrictedByAdminPrivateDetails?: string | null;
  /** Two letters, by ISO 3166-1. */
  readonly countryCode?: string | null;
  readonly riskScores?: RiskScores;
}

/** Says how risky a user is, each from 0 to 100, as a server has stored it. */
export interface RiskScores {
  readonly signUp: { readonly bot: number; readonly freeTrialAbuse: number };
}

export interface ServerUserCreateOptions
  extends Omit<ServerUserUpdateOptions, "selectedTeamId" | "passkeyAuthEnabled"> {}

export interface ServerTeamCreateOptions extends TeamCreateOptions {
  /** Becomes the first member, with the permissions of a creator; a team without one starts empty. */
  readonly creatorUserId?: string;
}

/** Holds what a trusted backend may change about a team. */
export interface ServerTeamUpdateOptions extends TeamUpdateOptions {
  readonly clientReadOnlyMetadata?: Json;
  readonly serverMetadata?: Json;
}

const onReturn = { refetchOnReturn: true } as const;

// The classes say what these rows return, as their types would depend on each other's.

const userRows: object = /* @__PURE__ */ (() => ({
  ...serverUserItems,
  ...loadedRows(async () => (await account()).serverUserWrites, { createContactChannel: true }),
  ...tableOfObjects<ServerUser>()("server", ({ read }) => ({
    listTeams: read(
      "GET /teams",
      ({ id }: ServerUser) => ({ query: { user_id: id } }),
      ({ items }, { caller, connection }): ServerTeam[] =>
        items.map((team) => connection.make(ServerTeam, team, caller, connection)),
      "teams",
      onReturn,
    ),
    listContactChannels: read(
      "GET /contact-channels",
      ({ id }: ServerUser) => ({ query: { user_id: id } }),
      async ({ items }, made): Promise<ServerContactChannel[]> => {
        const { ServerContactChannel } = await account();
        return items.map((channel) => new ServerContactChannel(channel, made));
      },
      "contact-channels",
      onReturn,
    ),
    listOAuthProviders: read(
      "GET /oauth-providers",
      ({ id }: ServerUser) => ({ query: { user_id: id } }),
      async ({ items }, made): Promise<ServerOAuthProvider[]> => {
        const { ServerOAuthProvider } = await account();
        return items.map((link) => new ServerOAuthProvider(link, made));
      },
      "oauth-providers",
      onReturn,
    ),
  })),
}))();

const teamReads: object = /* @__PURE__ */ (() => ({
  ...serverTeamItems,
  ...tableOfObjects<ServerTeam>()("server", ({ read }) => ({
    listUsers: read(
      "GET /team-member-profiles",
      ({ id }: ServerTeam) => ({ query: { team_id: id } }),
      ({ items }, { caller, connection }): ServerTeamUser[] =>
        items.map((profile) => connection.make(ServerTeamUser, profile, { caller, connection })),
      "team-members",
      onReturn,
    ),
  })),
}))();

/**
 * The body of a user's creation or change by a server.
 * @internal
 */
export function serverUserBody<Fields extends ServerUserUpdateOptions>({ riskScores, ...fields }: Fields) {
  const risk_scores = riskScores && {
    sign_up: { bot: riskScores.signUp.bot, free_trial_abuse: riskScores.signUp.freeTrialAbuse },
  };
  return { ...userBody(fields), risk_scores };
}

/** Any user of the project, as a trusted backend sees them. */
export class ServerUser extends /* @__PURE__ */ withRows(User, userRows)<ServerTeam, ServerUserUpdateOptions> {
  /** The teams this user is a member of. */
  declare listTeams: Row<[], ServerTeam[]>;
  /** Every address of this user. */
  declare listContactChannels: Row<[], ServerContactChannel[]>;
  /** The accounts at OAuth providers that this user is linked with. */
  declare listOAuthProviders: Row<[], ServerOAuthProvider[]>;
  /** Returns how much the user has of an item, with methods that change it. @throws KnownError `ITEM_NOT_FOUND` */
  declare getItem: typeof serverUserItems.getItem;
  /**
   * The address of a page on which this user buys an offer, of the configuration or one that is described here. It works for 24
   * hours, and for one purchase.
   */
  declare createCheckoutUrl: Row<[options: ServerCheckoutOptions], string>;
  /** Adds an address, verified if `isVerified` is set. */
  declare createContactChannel: Row<[options: ServerContactChannelCreateOptions], ServerContactChannel>;
  readonly lastActiveAt: Date;
  /** Seen and written by the server only. */
  readonly serverMetadata: Json;
  readonly restrictedByAdmin: boolean;
  readonly restrictedByAdminPrivateDetails: string | null;
  readonly countryCode: string | null;
  readonly riskScores: RiskScores;
  readonly #caller: Caller<"server">;

  /** @internal */
  constructor(user: wire.ServerUser, context: UserContext<Caller<"server">>) {
    super(
      user,
      user.selected_team && context.connection.make(ServerTeam, user.selected_team, context.caller, context.connection),
      context,
    );
    this.lastActiveAt = new Date(user.last_active_at_millis);
    this.serverMetadata = user.server_metadata;
    this.restrictedByAdmin = user.restricted_by_admin;
    this.restrictedByAdminPrivateDetails = user.restricted_by_admin_private_details;
    this.countryCode = user.country_code;
    const { bot = 0, free_trial_abuse: freeTrialAbuse = 0 } = user.risk_scores?.sign_up ?? {};
    this.riskScores = { signUp: { bot, freeTrialAbuse } };
    this.#caller = context.caller;
  }

  get address(): string {
    return this.id;
  }

  async update(changes: ServerUserUpdateOptions): Promise<void> {
    await this.#caller.write("PATCH /users/{user_id}", { params: { user_id: this.id }, body: serverUserBody(changes) });
  }

  async delete(): Promise<void> {
    await this.#caller.write("DELETE /users/{user_id}", { params: { user_id: this.id } });
    // Only the signed-in user has one.
    this.#caller.session.markInvalid();
  }

  protected async makeTeam(options: TeamCreateOptions): Promise<ServerTeam> {
    const body = { ...wireNames(options), creator_user_id: this.id };
    const team = await this.#caller.write("POST /teams", { body });
    return this.connection.make(ServerTeam, team, this.#caller, this.connection);
  }

  /** Changes the primary address; null removes it. A new address is unverified unless `verified` is set. */
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

  /**
   * Not supported: a verification email is sent by a contact channel.
   * @throws Fault always, with the server's words
   */
  async sendVerificationEmail(): Promise<Refusal<"EMAIL_ALREADY_VERIFIED"> | undefined> {
    throw new Fault(await this.#caller.write("POST /check-feature-support", { body: {} }));
  }

  /** Replaces the password, whether there was one or not. Every session of the user ends. Returns the error, or undefined. */
  async setPassword({
    password,
  }: {
    readonly password: string;
  }): Promise<Refusal<"PASSWORD_REQUIREMENTS_NOT_MET"> | undefined> {
    return errorOf(await resultOf(this.update({ password }), "PASSWORD_REQUIREMENTS_NOT_MET"));
  }

  /** Replaces the password if the old one is right. Every session of the user ends. Returns the error, or undefined. */
  async updatePassword(options: Parameters<OwnSignIn["updatePassword"]>[0]): ReturnType<OwnSignIn["updatePassword"]> {
    // The server checks an old password for the user's own session only, so they get one for the request.
    const { getTokens } = await this.createSession({ expiresInMillis: 60_000 });
    const session = this.connection.sessions.fromTokens(await getTokens());
    const caller = this.connection.caller("client", session);
    try {
      const { ownSignIn } = await account();
      return await ownSignIn.updatePassword.call({ connection: this.connection, callerOf: () => caller }, options);
    } finally {
      await caller.write("DELETE /auth/sessions/current", { body: {} });
    }
  }

  /**
   * Makes a session for the user and returns its tokens. They stay as they are: nothing refreshes them.
   * @param options.expiresInMillis default one year
   * @param options.isImpersonation marks the session, and hides it from the user
   */
  async createSession(
    options: { readonly expiresInMillis?: number; readonly isImpersonation?: boolean } = {},
  ): Promise<TokenSource> {
    const { expiresInMillis = 31_536_000_000, isImpersonation = false } = options;
    const body = { user_id: this.id, expires_in_millis: expiresInMillis, is_impersonation: isImpersonation };
    const made = await this.#caller.write("POST /auth/sessions", { body });
    const tokens = { accessToken: made.access_token, refreshToken: made.refresh_token };
    return { getTokens: async () => tokens };
  }

  override async getOAuthProvider(id: string): Promise<ServerOAuthProvider | null> {
    return (await this.listOAuthProviders()).find((provider) => provider.id === id) ?? null;
  }

  /** Grants a permission in a team of this user's or, without one, in the whole project. */
  async grantPermission(...args: InScope<[permissionId: string]>): Promise<void> {
    await (await account()).changePermission(this.#caller, "POST", this.id, args);
  }

  /** Revokes a permission that was granted directly. */
  async revokePermission(...args: InScope<[permissionId: string]>): Promise<void> {
    await (await account()).changePermission(this.#caller, "DELETE", this.id, args);
  }
}

/** Any team of the project, as a trusted backend sees it. */
export class ServerTeam extends /* @__PURE__ */ withRows(Team, teamReads) {
  /** The members as users in full, in the order in which they joined. */
  declare listUsers: Row<[], ServerTeamUser[]>;
  /** Returns how much the team has of an item, with methods that change it. @throws KnownError `ITEM_NOT_FOUND` */
  declare getItem: typeof serverTeamItems.getItem;
  /**
   * The address of a page on which this team buys an offer, of the configuration or one that is described here. It works for 24
   * hours, and for one purchase.
   */
  declare createCheckoutUrl: Row<[options: ServerCheckoutOptions], string>;
  readonly createdAt: Date;
  /** Seen and written by the server only. */
  readonly serverMetadata: Json;
  readonly #caller: Caller<"server">;

  /** @internal */
  constructor(team: wire.ServerTeam, caller: Caller<"server">, connection: Connection) {
    super(team, caller, connection);
    this.createdAt = new Date(team.created_at_millis);
    this.serverMetadata = team.server_metadata;
    this.#caller = caller;
  }

  override async update(changes: ServerTeamUpdateOptions): Promise<void> {
    await this.#caller.write("PATCH /teams/{team_id}", { params: { team_id: this.id }, body: wireNames(changes) });
  }

  /** Makes a user a member, with the permissions that the project gives to members. */
  async addUser(userId: string): Promise<void> {
    const params = { team_id: this.id, user_id: userId };
    await this.#caller.write("POST /team-memberships/{team_id}/{user_id}", { params, body: {} });
  }

  /** Ends a user's membership. */
  async removeUser(userId: string): Promise<void> {
    const params = { team_id: this.id, user_id: userId };
    await this.#caller.write("DELETE /team-memberships/{team_id}/{user_id}", { params });
  }
}

/** A member of a team, as a trusted backend sees them. */
export class ServerTeamUser extends ServerUser {
  readonly #profile: TeamMemberProfile;

  /** @internal */
  constructor(profile: wire.ServerTeamMemberProfile, context: UserContext<Caller<"server">>) {
    super(profile.user, context);
    this.#profile = { displayName: profile.display_name, profileImageUrl: profile.profile_image_url };
  }

  /** The profile of the member in the team that they were listed for. */
  get teamProfile(): TeamMemberProfile {
    return this.#profile;
  }
}

const account = () => import("./account");
