import type {
  AdminProject,
  CurrentServerUser,
  DataVaultOptions,
  DataVaultStore,
  GatehouseServerApp,
  ItemReference,
  ItemUsage,
  ItemUsageOptions,
  ListTeamsOptions,
  ListUsersOptions,
  Metrics,
  PartialUser,
  PresentedApiKey,
  Project,
  ServerContactChannel,
  ServerItem,
  ServerOAuthProvider,
  ServerTeam,
  ServerTeamCreateOptions,
  ServerTeamUser,
  ServerUser,
  ServerUserCreateOptions,
  StackAppInternals,
} from "../../kit";
import type { GetUserOptions, GetUserOrElseOptions } from "../../kit/app/app";
import type { stackAppInternals } from "../../kit/app/internals";
import type { adminProjectReads } from "../../kit/projects/admin-project";
import type { AdminHooks } from "./admin-hooks";
import type { HooksOf } from "./hook-of";
import type {
  OwnUserHooks,
  TeamHooks,
  UsePartialUserOptions,
  UserHooks,
  UseUserOptions,
  UseUserOrElseOptions,
} from "./objects-with-hooks";
import type { Viewed, ViewOptions } from "./use-view";

// The objects of the server and the admin app as those made for React return them: each with its hooks.

/** The hooks of a team in a server app. */
export interface ServerTeamHooks extends TeamHooks<ReactServerTeamUser, ServerItem> {
  listUsers(): Promise<ReactServerTeamUser[]>;
}

export type ReactServerTeam = ServerTeamHooks & ServerTeam;

/** The hooks of a user in a server app. */
export interface ServerUserHooks
  extends UserHooks<ReactServerTeam, ServerContactChannel, ServerOAuthProvider, ServerItem> {}

export type ReactServerUser = ServerUserHooks & ServerUser;
export type ReactServerTeamUser = ServerUserHooks & ServerTeamUser;
export type ReactCurrentServerUser = ServerUserHooks & OwnUserHooks & CurrentServerUser;

/** A page of users; `nextCursor` is the cursor of the next one, and null on the last. */
export type ReactUserPage = ReactServerUser[] & { readonly nextCursor: string | null };

/** A page of teams; `nextCursor` is the cursor of the next one, and null on the last. */
export type ReactTeamPage = ReactServerTeam[] & { readonly nextCursor: string | null };

/** The hooks of a data vault store. */
export interface DataVaultStoreHooks {
  /** The value of a key, or null when there is none. It changes at once with what this app's stores set and delete. */
  useValue<Options extends DataVaultOptions & ViewOptions>(
    key: string,
    options: Options,
  ): Viewed<string | null, Options>;
}

/** A data vault store that a server app made for React returns. */
export type ViewedDataVaultStore = DataVaultStoreHooks & DataVaultStore;

/** The hooks of a server app. */
export interface ServerAppHooks {
  /** The user with this id, or with this API key; null when there is none, or when the key is not valid. */
  useUser<Options extends ViewOptions>(
    user: string | PresentedApiKey,
    options?: Options,
  ): Viewed<ReactServerUser | null, Options>;
  /** The signed-in user; see the hook of the same name. */
  useUser(options: UseUserOrElseOptions): ReactCurrentServerUser;
  useUser<Options extends UseUserOptions>(options?: Options): Viewed<ReactCurrentServerUser | null, Options>;
  /** The same as `useUser(userId)`. */
  useUserById<Options extends ViewOptions>(userId: string, options?: Options): Viewed<ReactServerUser | null, Options>;
  /** A page of the project's users, oldest first unless `desc`. */
  useUsers<Options extends ListUsersOptions & ViewOptions>(options?: Options): Viewed<ReactUserPage, Options>;
  /** Every team of the project, or a page of them with a `limit`, oldest first unless `desc`. */
  useTeams<Options extends ListTeamsOptions & ViewOptions>(options?: Options): Viewed<ReactTeamPage, Options>;
  /** Null when there is none with this id. */
  useTeam<Options extends ViewOptions>(teamId: string, options?: Options): Viewed<ReactServerTeam | null, Options>;
  /** A store of the data vault, by its id in the project's configuration. Sends no request. */
  useDataVaultStore(id: string): ViewedDataVaultStore;
  /** Returns how much a customer has of an item, with methods that change it: what shows it follows. */
  useItem<Options extends ViewOptions>(item: ItemReference, options?: Options): Viewed<ServerItem, Options>;
  /** Returns how much of an item a customer had over time, oldest first. */
  useItemUsage<Options extends ViewOptions>(usage: ItemUsageOptions, options?: Options): Viewed<ItemUsage[], Options>;
  usePartialUser(options: UsePartialUserOptions): PartialUser | null;
  useProject<Options extends ViewOptions>(options?: Options): Viewed<Project, Options>;
  useNavigate(): (to: string) => void;
  // What returns users and teams returns them with their hooks.
  getUser(user: string | PresentedApiKey): Promise<ReactServerUser | null>;
  getUser(options: GetUserOrElseOptions): Promise<ReactCurrentServerUser>;
  getUser(options?: GetUserOptions): Promise<ReactCurrentServerUser | null>;
  getServerUserById(userId: string): Promise<ReactServerUser | null>;
  createUser(options: ServerUserCreateOptions): Promise<ReactServerUser>;
  listUsers(options?: ListUsersOptions): Promise<ReactUserPage>;
  createTeam(options: ServerTeamCreateOptions): Promise<ReactServerTeam>;
  listTeams(options?: ListTeamsOptions): Promise<ReactTeamPage>;
  getTeam(team: string | PresentedApiKey): Promise<ReactServerTeam | null>;
  getDataVaultStore(id: string): Promise<ViewedDataVaultStore>;
}

/** A server app made for React. */
export type ReactServerApp = ServerAppHooks & GatehouseServerApp;

/** The hooks of a project in an admin app. */
export interface AdminProjectHooks extends HooksOf<typeof adminProjectReads> {}

export type ReactAdminProject = AdminProjectHooks & AdminProject;

/** Describes what an admin app has beside the hooks of a server app. */
export interface AdminAppHooks extends AdminHooks {
  /** The project with all its settings. */
  useProject<Options extends ViewOptions>(options?: Options): Viewed<ReactAdminProject, Options>;
  getProject(): Promise<ReactAdminProject>;
  readonly [stackAppInternals]: StackAppInternals & {
    useMetrics(includeAnonymous?: boolean): Metrics;
  };
}
