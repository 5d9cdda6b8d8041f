import type {
  AdminOwnedProject,
  ApiKey,
  ConnectedAccountOptions,
  ContactChannel,
  CurrentUser,
  EditableTeamMemberProfile,
  GatehouseClientApp,
  ListPermissionsOptions,
  NotificationCategory,
  OAuthConnection,
  OAuthProvider,
  PartialUser,
  Permission,
  Project,
  Team,
  TeamCreateOptions,
  TeamInvitation,
  TeamReference,
  TeamUser,
  TokenStoreInit,
} from "../../kit";
import type { GetUserOptions, GetUserOrElseOptions } from "../../kit/app/app";
import type { Viewed, ViewOptions } from "./use-view";

// The kit's objects as an app made for React returns them: each with its hooks.

/** A connected account whose token components can read. */
export type ConnectedAccount = OAuthConnection & {
  /** A token for the provider's own API; suspends while it loads. */
  useAccessToken(): { readonly accessToken: string };
};

/** The hooks of a team. All of them suspend while they load. */
export interface TeamHooks {
  /** The members, as other members see them. */
  useUsers(): TeamUser[];
  /** The invitations that are not accepted yet. */
  useInvitations(): TeamInvitation[];
  useApiKeys(): ApiKey[];
}

/** A team that an app made for React returns. */
export type ReactTeam = TeamHooks & Team;

/** The hooks of the signed-in user. All of them suspend while they load. */
export interface CurrentUserHooks {
  useTeams(): ReactTeam[];
  /** Null where the user is no member of the team. */
  useTeam(teamId: string): ReactTeam | null;
  useTeamProfile(team: Team): EditableTeamMemberProfile;
  /** What the user may do in a team or, without one, in the project. */
  usePermissions(team: TeamReference, options?: ListPermissionsOptions): Permission[];
  usePermissions(options?: ListPermissionsOptions): Permission[];
  usePermission(team: TeamReference, permissionId: string): Permission | null;
  usePermission(permissionId: string): Permission | null;
  useContactChannels(): ContactChannel[];
  useNotificationCategories(): NotificationCategory[];
  useApiKeys(): ApiKey[];
  useOAuthProviders(): OAuthProvider[];
  useOAuthProvider(id: string): OAuthProvider | null;
  useConnectedAccount(providerId: string, options: ConnectedAccountOptions & { or: "redirect" }): ConnectedAccount;
  useConnectedAccount(providerId: string, options?: ConnectedAccountOptions): ConnectedAccount | null;
  /** The projects that a user of the internal project administers. */
  useOwnedProjects(): AdminOwnedProject[];
  // What returns teams returns them with their hooks.
  readonly selectedTeam: ReactTeam | null;
  listTeams(): Promise<ReactTeam[]>;
  getTeam(teamId: string): Promise<ReactTeam | null>;
  createTeam(options: TeamCreateOptions): Promise<ReactTeam>;
}

/** The user that an app made for React returns. */
export type ReactUser = CurrentUserHooks & CurrentUser;

export type UseUserOptions = ViewOptions & {
  /** What happens without a user, or with an anonymous one that was not requested; see `getUser`. */
  or?: "return-null" | "redirect" | "throw" | "anonymous" | "anonymous-if-exists[deprecated]";
  /** Throws when the app of the provider belongs to another project. */
  projectIdMustMatch?: string;
  /** In place of the app's own store. */
  tokenStore?: TokenStoreInit;
};

/** The options with which `useUser` always has a user to return. */
export type UseUserOrElseOptions = UseUserOptions & { or: "redirect" | "throw" | "anonymous"; suspense?: true };

export type UsePartialUserOptions = {
  from: "token";
  /** Without it, null for an anonymous user. */
  or?: "return-null" | "anonymous";
  tokenStore?: TokenStoreInit;
};

/** The hooks of an app. */
export interface ClientAppHooks {
  /** The signed-in user; see the hook of the same name. */
  useUser(options: UseUserOrElseOptions): ReactUser;
  useUser<Options extends UseUserOptions>(options?: Options): Viewed<ReactUser | null, Options>;
  /** The claims of the access token about the user: no request is made, and they may be some minutes old. */
  usePartialUser(options: UsePartialUserOptions): PartialUser | null;
  /** The project; suspends while it loads. */
  useProject<Options extends ViewOptions>(options?: Options): Viewed<Project, Options>;
  /** A function that goes to another page, by the app's redirect method; it does nothing where that is `none`. */
  useNavigate(): (to: string) => void;
  // What returns users returns them with their hooks.
  getUser(options: GetUserOrElseOptions): Promise<ReactUser>;
  getUser(options?: GetUserOptions): Promise<ReactUser | null>;
}

/** An app made for React. */
export type ReactClientApp = ClientAppHooks & GatehouseClientApp;
