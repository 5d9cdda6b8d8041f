import type {
  ActiveSession,
  AdminOwnedProject,
  ApiKey,
  ConnectedAccountOptions,
  ContactChannel,
  CurrentUser,
  EditableTeamMemberProfile,
  GatehouseClientApp,
  Item,
  ItemReference,
  ListPermissionsOptions,
  NotificationCategory,
  OAuthConnection,
  OAuthProvider,
  PartialUser,
  Permission,
  Project,
  ReceivedTeamInvitation,
  Team,
  TeamCreateOptions,
  TeamInvitation,
  TeamReference,
  TeamUser,
  TokenStoreInit,
  UserConnectedAccount,
} from "../../kit";
import type { GetUserOptions, GetUserOrElseOptions } from "../../kit/app/app";
import type { Viewed, ViewOptions } from "./use-view";

// The kit's objects as an app made for React returns them: each with its hooks.

/** A connected account whose token components can read. */
export type ConnectedAccount = OAuthConnection & {
  /** A token for the provider's own API; suspends while it loads. */
  useAccessToken(): { readonly accessToken: string };
};

/** Says what `useConnectedAccount` shows with these options; `or: "redirect"` leaves the page where there is no account. */
export type ConnectedAccountWith<Options> = Options extends { or: "redirect" }
  ? ConnectedAccount
  : ConnectedAccount | null;

/** The hooks of a team, whose members are listed as `Member`, and whose items are of type `I`. They suspend while they load, unless `suspense` is false. */
export interface TeamHooks<Member = TeamUser, I = Item> {
  /** The members, as other members see them; in a server app, as users in full. */
  useUsers<Options extends ViewOptions>(options?: Options): Viewed<Member[], Options>;
  /** The invitations that are not accepted yet. */
  useInvitations<Options extends ViewOptions>(options?: Options): Viewed<TeamInvitation[], Options>;
  useApiKeys<Options extends ViewOptions>(options?: Options): Viewed<ApiKey[], Options>;
  /** Returns how much the team has of an item. */
  useItem<Options extends ViewOptions>(itemId: string, options?: Options): Viewed<I, Options>;
}

/** A team that an app made for React returns. */
export type ReactTeam = TeamHooks & Team;

/**
 * The hooks of a user of any tier, by how that tier sees teams, addresses, links with providers and items. They suspend while
 * they load, unless `suspense` is false.
 */
export interface UserHooks<T, Channel, Link, I = Item> {
  useTeams<Options extends ViewOptions>(options?: Options): Viewed<T[], Options>;
  /** Null where the user is no member of the team. */
  useTeam<Options extends ViewOptions>(teamId: string, options?: Options): Viewed<T | null, Options>;
  useTeamProfile<Options extends ViewOptions>(
    team: TeamReference,
    options?: Options,
  ): Viewed<EditableTeamMemberProfile, Options>;
  /** Lists what the user may do in a team or, without one, in the project. */
  usePermissions<Options extends ListPermissionsOptions & ViewOptions>(
    team: TeamReference,
    options?: Options,
  ): Viewed<Permission[], Options>;
  usePermissions<Options extends ListPermissionsOptions & ViewOptions>(
    options?: Options,
  ): Viewed<Permission[], Options>;
  usePermission<Options extends ViewOptions>(
    team: TeamReference,
    permissionId: string,
    options?: Options,
  ): Viewed<Permission | null, Options>;
  usePermission<Options extends ViewOptions>(
    permissionId: string,
    options?: Options,
  ): Viewed<Permission | null, Options>;
  useContactChannels<Options extends ViewOptions>(options?: Options): Viewed<Channel[], Options>;
  useNotificationCategories<Options extends ViewOptions>(options?: Options): Viewed<NotificationCategory[], Options>;
  useApiKeys<Options extends ViewOptions>(options?: Options): Viewed<ApiKey[], Options>;
  /** Lists where the user is signed in. */
  useActiveSessions<Options extends ViewOptions>(options?: Options): Viewed<ActiveSession[], Options>;
  /** The invitations to teams that were sent to addresses which the user has verified. */
  useTeamInvitations<Options extends ViewOptions>(options?: Options): Viewed<ReceivedTeamInvitation[], Options>;
  /** The accounts at providers whose own APIs the website may use for the user. */
  useConnectedAccounts<Options extends ViewOptions>(options?: Options): Viewed<UserConnectedAccount[], Options>;
  useOAuthProviders<Options extends ViewOptions>(options?: Options): Viewed<Link[], Options>;
  useOAuthProvider<Options extends ViewOptions>(id: string, options?: Options): Viewed<Link | null, Options>;
  useConnectedAccount<Options extends ConnectedAccountOptions & ViewOptions>(
    providerId: string,
    options?: Options,
  ): Viewed<ConnectedAccountWith<Options>, Options>;
  /** Returns how much the user has of an item. */
  useItem<Options extends ViewOptions>(itemId: string, options?: Options): Viewed<I, Options>;
  // What returns teams returns them with their hooks.
  readonly selectedTeam: T | null;
  listTeams(): Promise<T[]>;
  getTeam(teamId: string): Promise<T | null>;
  createTeam(options: TeamCreateOptions): Promise<T>;
}

/** Describes what the signed-in user of an app of any tier has beside. */
export interface OwnUserHooks {
  /** The projects that a user of the internal project administers. */
  useOwnedProjects<Options extends ViewOptions>(options?: Options): Viewed<AdminOwnedProject[], Options>;
}

/** The hooks of the signed-in user. */
export interface CurrentUserHooks extends UserHooks<ReactTeam, ContactChannel, OAuthProvider>, OwnUserHooks {}

/** The user that an app made for React returns. */
export type ReactUser = CurrentUserHooks & CurrentUser;

export type UseUserOptions = ViewOptions & {
  /** Says what happens without a user, or with an anonymous one that was not requested; see `getUser`. */
  or?: "return-null" | "redirect" | "throw" | "anonymous" | "anonymous-if-exists[deprecated]";
  /** Also returns a user whom the project keeps from full use, such as one without a verified address where it asks for one. */
  includeRestricted?: boolean | undefined;
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
  /** Returns how much a customer has of an item. */
  useItem<Options extends ViewOptions>(item: ItemReference, options?: Options): Viewed<Item, Options>;
  /** A function that goes to another page, by the app's redirect method; it does nothing where that is `none`. */
  useNavigate(): (to: string) => void;
  // What returns users returns them with their hooks.
  getUser(options: GetUserOrElseOptions): Promise<ReactUser>;
  getUser(options?: GetUserOptions): Promise<ReactUser | null>;
}

/** An app made for React. */
export type ReactClientApp = ClientAppHooks & GatehouseClientApp;
