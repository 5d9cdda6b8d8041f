import { use } from "react";
import type {
  ApiKey,
  ConnectedAccountOptions,
  ContactChannel,
  CurrentUser,
  EditableTeamMemberProfile,
  GatehouseClientApp,
  ListPermissionsOptions,
  NotificationCategory,
  OAuthProvider,
  Permission,
  TeamCreateOptions,
  TeamInvitation,
  TeamReference,
  TeamUser,
} from "../../kit";
import type { AdminOwnedProject } from "../../kit/admin/owned-projects";
import { Team as KitTeam } from "../../kit/teams/team";
import { User } from "../../kit/users/user";
import { type ConnectedAccount, useConnectedAccountOf } from "../hooks/connected-account";
import { useView } from "../hooks/use-view";
import { oneOf } from "../hooks/user-hooks";
import { AppContext } from "../provider/app-context";
import {
  apiKeyOptions,
  contactChannelOptions,
  linkedAccountOptions,
  notificationCategoryOptions,
  ownedProjectOptions,
  ownTeamProfileOptions,
  permissionOptions,
  teamInvitationOptions,
  teamOptions,
  teamUserOptions,
} from "../queries/account-queries";

// Loaded with the first user of an app made for React: a page without one needs none of it.

/** The hooks of a team. All of them suspend while they load. */
export interface TeamHooks {
  /** The members, as other members see them. */
  useUsers(): TeamUser[];
  /** The invitations that are not accepted yet. */
  useInvitations(): TeamInvitation[];
  useApiKeys(): ApiKey[];
}

/** A team that an app made for React returns. */
export type ReactTeam = TeamHooks & KitTeam;

/** The hooks of the signed-in user. All of them suspend while they load. */
export interface CurrentUserHooks {
  useTeams(): ReactTeam[];
  /** Null where the user is no member of the team. */
  useTeam(teamId: string): ReactTeam | null;
  useTeamProfile(team: KitTeam): EditableTeamMemberProfile;
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

/** The apps of users and teams, for hooks outside of a provider. */
const apps = new WeakMap<object, GatehouseClientApp>();

function useAppOf(object: object): GatehouseClientApp {
  const app = use(AppContext) ?? apps.get(object);
  if (!app) throw new Error("Outside of a GatehouseProvider, hooks need an object that a hook has returned");
  return app;
}

/** Notes which app an object belongs to, and those that it contains. */
function belonging<T>(app: GatehouseClientApp, value: T): T {
  for (const object of Array.isArray(value) ? value : [value]) {
    if (typeof object === "object" && object !== null) apps.set(object, app);
  }
  return value;
}

const teamHooks: TeamHooks & ThisType<ReactTeam> = {
  useUsers() {
    const app = useAppOf(this);
    return useView(app, teamUserOptions(app, this));
  },
  useInvitations() {
    const app = useAppOf(this);
    return useView(app, teamInvitationOptions(app, this));
  },
  useApiKeys() {
    const app = useAppOf(this);
    return useView(app, apiKeyOptions(app, this));
  },
};

const userHooks: Pick<CurrentUserHooks, Extract<keyof CurrentUserHooks, `use${string}`>> & ThisType<ReactUser> = {
  useTeams() {
    const app = useAppOf(this);
    return belonging(app, useView(app, teamOptions(app, this))) as ReactTeam[];
  },
  useTeam(teamId) {
    const app = useAppOf(this);
    return belonging(app, useView(app, oneOf(teamOptions(app, this), teamId))) as ReactTeam | null;
  },
  useTeamProfile(team) {
    const app = useAppOf(this);
    return useView(app, ownTeamProfileOptions(app, this, team));
  },
  usePermissions(first?: TeamReference | ListPermissionsOptions, second?: ListPermissionsOptions) {
    const app = useAppOf(this);
    const team = first && "id" in first ? first : undefined;
    const options = team ? second : (first as ListPermissionsOptions | undefined);
    return useView(app, permissionOptions(app, this, team, options));
  },
  usePermission(first: TeamReference | string, second?: string) {
    const app = useAppOf(this);
    const [team, permissionId] = typeof first === "string" ? [undefined, first] : [first, second ?? ""];
    return useView(app, oneOf(permissionOptions(app, this, team), permissionId));
  },
  useContactChannels() {
    const app = useAppOf(this);
    return useView(app, contactChannelOptions(app, this));
  },
  useNotificationCategories() {
    const app = useAppOf(this);
    return useView(app, notificationCategoryOptions(app, this));
  },
  useApiKeys() {
    const app = useAppOf(this);
    return useView(app, apiKeyOptions(app, this));
  },
  useOAuthProviders() {
    const app = useAppOf(this);
    return useView(app, linkedAccountOptions(app, this));
  },
  useOAuthProvider(id) {
    const app = useAppOf(this);
    return useView(app, oneOf(linkedAccountOptions(app, this), id));
  },
  useConnectedAccount(providerId: string, options: ConnectedAccountOptions = {}) {
    return useConnectedAccountOf(useAppOf(this), this, providerId, options) as ConnectedAccount;
  },
  useOwnedProjects() {
    const app = useAppOf(this);
    return useView(app, ownedProjectOptions(app, this));
  },
};

/** Gives a user of `app` their hooks. They belong to the classes, as the kit's objects are frozen and have private parts. */
export function withHooks(app: GatehouseClientApp, user: CurrentUser): ReactUser {
  addMethods(User.prototype, userHooks);
  addMethods(KitTeam.prototype, teamHooks);
  belonging(app, user.selectedTeam);
  return belonging(app, user) as ReactUser;
}

function addMethods(prototype: object, methods: object): void {
  for (const [name, value] of Object.entries(methods)) {
    Object.defineProperty(prototype, name, { value, configurable: true, writable: true });
  }
}
