import { App, type GetPartialUserOptions, type GetUserOptions, type GetUserOrElseOptions } from "../app/app";
import type { VerifiedUser, VerifyOptions } from "../backends/verification";
import type { ServerAppOptions } from "../connection/app-options";
import type { Keys } from "../connection/connection";
import type { DataVaultStore } from "../data-vault/data-vault-store";
import type { Host } from "../host/host";
import { type ItemUsage, type ItemUsageOptions, itemParams } from "../payments/item";
import { serverItems } from "../payments/server-item";
import { ownProject } from "../projects/project";
import type { Caller } from "../requests/caller";
import type { Json } from "../requests/json";
import type * as wire from "../requests/wire";
import { wireNames } from "../requests/wire-names";
import { nothing, tableOf } from "../rows/operation";
import { loadedRows, withRows } from "../rows/with-rows";
import type { Session } from "../session/session";
import type { RequestLike } from "../session/token-store/token-store";
import type { UserContext } from "../users/user";
import type { ServerAppWrites } from "./account";
import { forVisitor } from "./for-visitor";
import {
  ServerTeam,
  type ServerTeamCreateOptions,
  ServerUser,
  type ServerUserCreateOptions,
  serverUserBody,
} from "./users-and-teams";

/** An email to users of the project: what it says, and to whom. */
export type SendEmailOptions = {
  /** Left out for that of the template or draft. */
  readonly subject?: string;
  /** Left out for the draft's own theme or else the project's active one, which null always is; false for none. */
  readonly themeId?: string | false | null;
  /** Names what users can switch off, where the template or draft names none; `Transactional` without either. */
  readonly notificationCategoryName?: string;
} & (
  | { readonly userIds: readonly string[]; readonly allUsers?: undefined }
  | { readonly allUsers: true; readonly userIds?: undefined }
) &
  (
    | { readonly html: string; readonly templateId?: undefined; readonly draftId?: undefined }
    | {
        readonly templateId: string;
        readonly variables?: { readonly [name: string]: Exclude<Json, null> };
        readonly html?: undefined;
        readonly draftId?: undefined;
      }
    | { readonly draftId: string; readonly html?: undefined; readonly templateId?: undefined }
  );

/** Says which users to list, and from where. */
export interface ListUsersOptions {
  /** `nextCursor` of the page before. */
  readonly cursor?: string;
  readonly limit?: number;
  /** By activity, those who never were active come last. */
  readonly orderBy?: "signedUpAt" | "lastActiveAt";
  readonly desc?: boolean;
  /** Matches names, addresses and ids. */
  readonly query?: string;
  readonly includeAnonymous?: boolean;
  /** Lists anonymous users alone. */
  readonly onlyAnonymous?: boolean;
  /** Lists only members of this team. */
  readonly teamId?: string;
  /** False leaves out users whom the project keeps from full use. */
  readonly includeRestricted?: boolean;
}

/** Says which teams to list, and from where. */
export interface ListTeamsOptions {
  /** `nextCursor` of the page before. */
  readonly cursor?: string;
  /** Left out for the whole list. */
  readonly limit?: number;
  readonly desc?: boolean;
  /** Matches names and ids. */
  readonly query?: string;
  /** Lists only teams of this member. */
  readonly userId?: string;
}

/** A page of teams; `nextCursor` is the cursor of the next one, and null on the last. */
export type TeamPage = ServerTeam[] & { readonly nextCursor: string | null };

/** Says where a function of a Convex backend finds its caller. Anonymous users count only where requested. */
export type ConvexUserOptions = Extract<GetPartialUserOptions, { readonly from: "convex" }>;

/** An API key in full, as a program presents it. */
export interface PresentedApiKey {
  readonly apiKey: string;
}

/** A page of users; `nextCursor` is the cursor of the next one, and null on the last. */
export type UserPage = ServerUser[] & { readonly nextCursor: string | null };

const userOrders = { signedUpAt: "signed_up_at", lastActiveAt: "last_active_at" } as const;

const table = /* @__PURE__ */ tableOf("server", ({ read, write }) => ({
  /** A page of the project's users, oldest first unless `desc`. */
  listUsers: read(
    "GET /users",
    (options: ListUsersOptions = {}) => ({
      query: {
        cursor: options.cursor,
        limit: options.limit,
        order_by: options.orderBy && userOrders[options.orderBy],
        desc: options.desc,
        query: options.query || undefined,
        include_anonymous: options.includeAnonymous || undefined,
        only_anonymous: options.onlyAnonymous || undefined,
        team_id: options.teamId,
        include_restricted: options.includeRestricted,
      },
    }),
    ({ items, pagination }, { caller, connection }): UserPage => {
      const users = items.map((user) => connection.make(ServerUser, user, { caller, connection }));
      return Object.assign(users, { nextCursor: pagination?.next_cursor ?? null });
    },
    "users",
  ),

  /** Every team of the project, or a page of them with a `limit`, oldest first unless `desc`. */
  listTeams: read(
    "GET /teams",
    ({ userId, query, ...page }: ListTeamsOptions = {}) => ({
      query: { ...page, query: query || undefined, user_id: userId },
    }),
    ({ items, pagination }, { caller, connection }): TeamPage => {
      const teams = items.map((team) => connection.make(ServerTeam, team, caller, connection));
      return Object.assign(teams, { nextCursor: pagination?.next_cursor ?? null });
    },
    "teams",
  ),

  /** Returns how much of an item a customer had over time, oldest first. @throws KnownError `ITEM_NOT_FOUND` */
  getItemUsage: read(
    "GET /payments/items/{customer_type}/{customer_id}/{item_id}/usage",
    (usage: ItemUsageOptions) => ({
      params: itemParams("getItemUsage", usage),
      query: { from_millis: usage.from.getTime(), until_millis: usage.until?.getTime(), interval: usage.interval },
    }),
    ({ items }): ItemUsage[] => items.map(({ at_millis, ...counts }) => ({ at: new Date(at_millis), ...counts })),
    "items",
  ),

  /** Makes a user, also while sign-up is switched off. */
  createUser: write(
    "POST /users",
    (options: ServerUserCreateOptions) => ({ body: serverUserBody(options) }),
    (user, { caller, connection }): ServerUser => connection.make(ServerUser, user, { caller, connection }),
  ),

  /** Makes a team. */
  createTeam: write(
    "POST /teams",
    (options: ServerTeamCreateOptions) => ({ body: wireNames(options) }),
    (team, { caller, connection }): ServerTeam => connection.make(ServerTeam, team, caller, connection),
  ),

  /**
   * Sends an email to users of the project, by the project's own mail server. It resolves when the emails are accepted for delivery:
   * what becomes of each is in the project's log. Users without a primary address, and those who have switched the category off,
   * get none.
   * @throws KnownError `REQUIRES_CUSTOM_EMAIL_SERVER`, `USER_ID_DOES_NOT_EXIST`
   */
  sendEmail: write("POST /emails/send-email", (options: SendEmailOptions) => ({ body: wireNames(options) }), nothing),
}));

interface Rows extends ServerAppWrites, Table {}

type Table = typeof table;

export const serverRows: object = /* @__PURE__ */ (() => ({
  ...ownProject,
  ...serverItems,
  ...loadedRows<ServerAppWrites>(async () => (await account()).serverAppWrites, {
    createCheckoutUrl: true,
    createOAuthProvider: true,
  }),
  ...table,
}))();

/** What methods of several shapes perform. */
export const serverFinds = /* @__PURE__ */ tableOf("server", ({ read }) => ({
  getUser: read(
    "GET /users/{user_id}",
    (id: string) => ({ params: { user_id: id } }),
    (user, { caller, connection }): ServerUser | null => connection.make(ServerUser, user, { caller, connection }),
    "users",
    { absent: ["USER_NOT_FOUND"] },
  ),
  getTeam: read(
    "GET /teams/{team_id}",
    (id: string) => ({ params: { team_id: id } }),
    (team, { caller, connection }): ServerTeam | null => connection.make(ServerTeam, team, caller, connection),
    "teams",
    { absent: ["TEAM_NOT_FOUND"] },
  ),
}));

/**
 * Makes the signed-in user of an app, from what the API says of them.
 * @internal
 */
type UserClass<U> = new (user: wire.ServerUser, context: UserContext<Caller<"server">>) => U;

// biome-ignore lint/suspicious/noExplicitAny: TypeScript takes no other constructor for the base of a mixin.
type AppWithRows = abstract new <U extends ServerUser>(...args: any[]) => App<U> & Rows;

/** Holds what the apps with a secret server key have in common. `U` is the current user: a user with a session. */
export abstract class ServerTier<U extends ServerUser> extends /* @__PURE__ */ (withRows(
  App,
  serverRows,
) as AppWithRows)<U> {
  /** Returns how much a customer has of an item, with methods that change it. @throws KnownError `ITEM_NOT_FOUND` */
  declare getItem: typeof serverItems.getItem;

  /** @internal */
  constructor(options: ServerAppOptions, host: Host, keys: Keys) {
    const { tokenStore } = options;
    const ofRequest = tokenStore !== null && typeof tokenStore === "object" && "headers" in tokenStore;
    super(ofRequest ? forVisitor(options, tokenStore) : options, host, keys);
  }

  /** @internal */
  abstract get userClass(): UserClass<U>;

  /** The user with this id, or with this API key; null when there is none, or when the key is not valid. */
  override getUser(user: string | PresentedApiKey): Promise<ServerUser | null>;
  /** The caller of a function of a Convex backend. */
  override getUser(options: ConvexUserOptions): Promise<ServerUser | null>;
  override getUser(options: GetUserOrElseOptions): Promise<U>;
  override getUser(options?: GetUserOptions): Promise<U | null>;
  override async getUser(
    options: string | PresentedApiKey | ConvexUserOptions | GetUserOptions = {},
  ): Promise<ServerUser | null> {
    if (typeof options === "object" && "from" in options) {
      const user = await this.getPartialUser(options);
      return user && (await this.getUser(user.id));
    }
    if (typeof options !== "string" && !("apiKey" in options)) return await super.getUser(options);
    if (typeof options === "string") return await serverFinds.getUser.call(this, options);
    const userId = await (await account()).userOfApiKey(this.connection.caller("server"), options.apiKey);
    return userId === null ? null : await serverFinds.getUser.call(this, userId);
  }

  /** The user of a request by the signature of its access token, without asking the API: see {@link VerifiedUser}. */
  async verifyRequest(request: RequestLike, options?: VerifyOptions): Promise<VerifiedUser | null> {
    return await (await import("../backends/verification")).verifyRequest(this, request, options);
  }

  /** The same as `getUser(userId)`. */
  getServerUserById(userId: string): Promise<ServerUser | null> {
    return this.getUser(userId);
  }

  /** @deprecated The same as `getUser()`. */
  getServerUser(): Promise<U | null> {
    console.warn("getServerUser is deprecated; use getUser instead.");
    return this.getUser();
  }

  /** @internal */
  override async fetchUser(session: Session): Promise<U> {
    const { connection } = this;
    const caller = connection.caller("server", session);
    return connection.make(this.userClass, await caller.read("GET /users/me"), { caller, connection });
  }

  /** The team with this id, or with this API key; null when there is none, or when the key is not valid. */
  async getTeam(team: string | PresentedApiKey): Promise<ServerTeam | null> {
    const caller = this.connection.caller("server");
    const teamId = typeof team === "string" ? team : await (await account()).teamOfApiKey(caller, team.apiKey);
    return teamId === null ? null : await serverFinds.getTeam.call(this, teamId);
  }

  /** A store of the data vault, by its id in the project's configuration. Sends no request. */
  async getDataVaultStore(id: string): Promise<DataVaultStore> {
    const { DataVaultStore } = await import("../data-vault/data-vault-store");
    return new DataVaultStore(id, this.connection.caller("server"));
  }
}

const account = () => import("./account");
