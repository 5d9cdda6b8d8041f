import type { OAuthProvider } from "../account/oauth-provider";
import type { OAuthConnection } from "../account/own-objects";
import type { InScope, ListPermissionsOptions, Permission } from "../account/permissions";
import { account, connectedAccounts, heldPermissions, type UserReads, userReads } from "../account/reads";
import type { UserWrites } from "../account/writes";
import type { Connection } from "../connection/connection";
import type { Caller } from "../requests/caller";
import type { Json } from "../requests/json";
import type * as wire from "../requests/wire";
import { wireNames } from "../requests/wire-names";
import type { Sender } from "../rows/operation";
import { classOf, loadedRows, type Row } from "../rows/with-rows";
import type { RestrictedReason } from "../session/access-token";
import type { Team, TeamCreateOptions } from "../teams/team";

/** Holds what users may change about themselves. Undefined fields stay as they are. */
export interface UserUpdateOptions {
  readonly displayName?: string | null;
  readonly clientMetadata?: Json;
  readonly selectedTeamId?: string | null;
  /** Another address is unverified; null removes it. */
  readonly primaryEmail?: string | null;
  /** The shared secret of the second factor (RFC 6238), usually 20 bytes; null switches it off. */
  readonly totpMultiFactorSecret?: Uint8Array | null;
  /** A `data:` URL of at most 1,000,000 characters. Only servers set addresses, whose hosts see who views the image. */
  readonly profileImageUrl?: string | null;
  readonly otpAuthEnabled?: boolean;
  readonly passkeyAuthEnabled?: boolean;
}

/** Says what a connected account is wanted for. */
export interface ConnectedAccountOptions {
  /** Scopes that its tokens must have. */
  readonly scopes?: readonly string[];
  /** Without such an account, leaves for the provider to connect one. */
  readonly or?: "redirect";
}

/** Holds what a user object takes from its app. */
export interface UserContext<C extends Caller = Caller> {
  readonly caller: C;
  readonly connection: Connection;
}

/** The wire fields that a client may see of its own user. */
const clientFields = [
  "id",
  "display_name",
  "primary_email",
  "primary_email_verified",
  "profile_image_url",
  "signed_up_at_millis",
  "client_metadata",
  "client_read_only_metadata",
  "has_password",
  "otp_auth_enabled",
  "passkey_auth_enabled",
  "auth_with_email",
  "requires_totp_mfa",
  "oauth_providers",
  "selected_team_id",
  "is_anonymous",
  "is_restricted",
  "restricted_reason",
  "restricted_by_admin",
  "restricted_by_admin_reason",
] as const satisfies readonly (keyof wire.User)[];

const clientTeamFields = [
  "id",
  "display_name",
  "profile_image_url",
  "client_metadata",
  "client_read_only_metadata",
] as const satisfies readonly (keyof wire.Team)[];

/** A user as clients see them, in wire names. */
export type ClientUserJson = { readonly [Field in (typeof clientFields)[number]]: Json } & {
  readonly selected_team: { readonly [Field in (typeof clientTeamFields)[number]]: Json } | null;
};

interface Rows extends UserReads, UserWrites {}

const rows: Rows = /* @__PURE__ */ (() => ({
  ...userReads,
  ...loadedRows<UserWrites>(async () => (await account()).userWrites, {
    createApiKey: true,
    createCheckoutUrl: true,
    createContactChannel: true,
  }),
}))();

/** Holds what the users of every tier have in common. `T` is how this tier sees a team. */
export abstract class User<
  T extends Team = Team,
  Update extends UserUpdateOptions = UserUpdateOptions,
> extends /* @__PURE__ */ classOf(rows) {
  readonly id: string;
  readonly displayName: string | null;
  readonly primaryEmail: string | null;
  readonly primaryEmailVerified: boolean;
  readonly profileImageUrl: string | null;
  readonly signedUpAt: Date;
  readonly clientMetadata: Json;
  /** Written by the server only. */
  readonly clientReadOnlyMetadata: Json;
  readonly hasPassword: boolean;
  /** Is true once the user has signed in by an emailed code, or has switched them on. */
  readonly otpAuthEnabled: boolean;
  /** Is true if the user gets no emailed codes. Otherwise every verified address for sign-in gets them. */
  readonly otpAuthSwitchedOff: boolean;
  readonly passkeyAuthEnabled: boolean;
  readonly isAnonymous: boolean;
  /** The project keeps the user from full use, though they are signed in. */
  readonly isRestricted: boolean;
  readonly restrictedReason: RestrictedReason | null;
  /** What an administrator who restricts the user has written for them. */
  readonly restrictedByAdminReason: string | null;
  /** @deprecated Use `hasPassword` and `otpAuthEnabled`. */
  readonly emailAuthEnabled: boolean;
  /** @deprecated Linked accounts have methods of their own. */
  readonly oauthProviders: readonly { readonly id: string }[];
  /** Is true if signing in requires a second factor. */
  readonly isMultiFactorRequired: boolean;
  readonly selectedTeam: T | null;
  // Private, so that no serialiser finds the session or the app's keys in a user.
  readonly #wire: wire.User;
  readonly #context: UserContext;

  /** @internal */
  constructor(user: wire.User, selectedTeam: T | null, context: UserContext) {
    super();
    this.id = user.id;
    this.displayName = user.display_name;
    this.primaryEmail = user.primary_email;
    this.primaryEmailVerified = user.primary_email_verified;
    this.profileImageUrl = user.profile_image_url;
    this.signedUpAt = new Date(user.signed_up_at_millis);
    this.clientMetadata = user.client_metadata;
    this.clientReadOnlyMetadata = user.client_read_only_metadata;
    this.hasPassword = user.has_password;
    this.otpAuthEnabled = user.otp_auth_enabled;
    this.otpAuthSwitchedOff = user.otp_auth_switched_off ?? false;
    this.passkeyAuthEnabled = user.passkey_auth_enabled;
    this.isAnonymous = user.is_anonymous;
    // Earlier servers do not say it.
    this.isRestricted = user.is_restricted ?? user.is_anonymous ?? false;
    this.restrictedReason = user.restricted_reason ?? null;
    this.restrictedByAdminReason = user.restricted_by_admin_reason ?? null;
    this.emailAuthEnabled = user.auth_with_email;
    this.oauthProviders = user.oauth_providers;
    this.isMultiFactorRequired = user.requires_totp_mfa;
    this.selectedTeam = selectedTeam;
    this.#wire = user;
    this.#context = context;
  }

  /**
   * Returns how requests name this user: by id, or `me` for the user of the session.
   * @internal
   */
  abstract get address(): string;

  /** @internal */
  get caller(): Caller {
    return this.#context.caller;
  }

  /** @internal */
  get connection(): Connection {
    return this.#context.connection;
  }

  /**
   * Rows of the session are of the client tier in every app: what this user may do needs their session, and no key.
   * @internal
   */
  callerOf(sender: Sender): Caller {
    return sender === "session" ? this.connection.caller("client", this.caller.session) : this.caller;
  }

  /** Changes the given fields. The object itself is a snapshot and stays as it was. */
  abstract update(changes: Update): Promise<void>;

  /** `update({ displayName })` */
  async setDisplayName(displayName: string | null): Promise<void> {
    await this.#set({ displayName });
  }

  /** `update({ clientMetadata })`: replaces the whole value. */
  async setClientMetadata(clientMetadata: Json): Promise<void> {
    await this.#set({ clientMetadata });
  }

  /** Makes `team` the one the user works in; null for none. */
  async setSelectedTeam(team: { readonly id: string } | null): Promise<void> {
    await this.#set({ selectedTeamId: team?.id ?? null });
  }

  async #set(changes: UserUpdateOptions): Promise<void> {
    // Every tier's options include these.
    await this.update(changes as Update);
  }

  /** Deletes the account with everything that belongs to the user alone. */
  abstract delete(): Promise<void>;

  /** Ends one session. The current one cannot be ended this way; that is `signOut`. */
  async revokeSession(sessionId: string): Promise<void> {
    await this.caller.write("DELETE /auth/sessions/{session_id}", {
      params: { session_id: sessionId },
      query: { user_id: this.address },
    });
  }

  /** The teams this user is a member of. */
  abstract listTeams: Row<[], T[]>;

  /** One of this user's teams; null when the user is not a member of it. */
  async getTeam(teamId: string): Promise<T | null> {
    return (await this.listTeams()).find((team) => team.id === teamId) ?? null;
  }

  /** Makes a team with this user as its creator, and selects it. */
  async createTeam(options: TeamCreateOptions): Promise<T> {
    const team = await this.makeTeam(options);
    await this.#set({ selectedTeamId: team.id });
    return team;
  }

  /** Makes a team with this user as its creator. */
  protected abstract makeTeam(options: TeamCreateOptions): Promise<T>;

  /** Ends this user's membership in a team. */
  async leaveTeam(team: { readonly id: string }): Promise<void> {
    const params = { team_id: team.id, user_id: this.address };
    await this.caller.write("DELETE /team-memberships/{team_id}/{user_id}", { params });
  }

  /** Lists what this user holds in a team or, without one, in the whole project. */
  listPermissions(...args: InScope<[options?: ListPermissionsOptions]>): Promise<Permission[]> {
    const [row, team, options] = heldPermissions(args);
    return row.call(this, team, options);
  }

  /** A permission that this user holds in a team or, without one, in the project; null when they do not hold it. */
  async getPermission(...args: InScope<[permissionId: string]>): Promise<Permission | null> {
    return (await account()).getPermission(this.caller, this.address, args);
  }

  /** Tells whether this user holds a permission; like {@link getPermission}. */
  async hasPermission(...args: InScope<[permissionId: string]>): Promise<boolean> {
    return (await this.getPermission(...args)) !== null;
  }

  /** One of the linked accounts at OAuth providers by the id of its link; null when there is none. */
  async getOAuthProvider(id: string): Promise<OAuthProvider | null> {
    return (await this.listOAuthProviders()).find((provider) => provider.id === id) ?? null;
  }

  /**
   * This user's account at a provider, to use the provider's own API with; null when none is connected, or not with all
   * of these scopes. With `or: "redirect"`, the browser then leaves to connect one, and the promise never resolves.
   */
  getConnectedAccount(
    providerId: string,
    options: ConnectedAccountOptions & { readonly or: "redirect" },
  ): Promise<OAuthConnection>;
  getConnectedAccount(providerId: string, options?: ConnectedAccountOptions): Promise<OAuthConnection | null>;
  async getConnectedAccount(
    providerId: string,
    { scopes = [], or }: ConnectedAccountOptions = {},
  ): Promise<OAuthConnection | null> {
    if (this.oauthProviders.some(({ id }) => id === providerId)) {
      const connection = await connectedAccounts.find.call(this, providerId, scopes);
      if (connection !== null) return connection;
    }
    return or === "redirect" ? await this.connectAccount(providerId, scopes) : null;
  }

  /**
   * Leaves for a provider to connect an account there; never resolves.
   * @throws Error unless this is the signed-in user: no other can go there
   */
  protected async connectAccount(_providerId: string, _scopes: readonly string[]): Promise<never> {
    throw new Error("Cannot add new scopes to a user that is not a CurrentUser.");
  }

  /** This user as the client tier sees it, in wire names: safe to send to the browser of that user, from any tier. */
  toClientJson(): ClientUserJson {
    const { selected_team } = this.#wire;
    return {
      ...pick(this.#wire, clientFields),
      selected_team: selected_team && pick(selected_team, clientTeamFields),
    };
  }
}

/**
 * The body of a user's creation or change.
 * @internal
 */
export function userBody<Fields extends UserUpdateOptions>({ totpMultiFactorSecret, ...fields }: Fields) {
  const totp_secret_base64 = totpMultiFactorSecret && btoa(String.fromCharCode(...totpMultiFactorSecret));
  return { ...wireNames(fields), totp_secret_base64 };
}

function pick<T extends object, Name extends keyof T>(object: T, names: readonly Name[]): Pick<T, Name> {
  return Object.fromEntries(names.map((name) => [name, object[name]])) as Pick<T, Name>;
}
