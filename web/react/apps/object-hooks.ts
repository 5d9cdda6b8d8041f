import type { CurrentUser, GatehouseClientApp, ListPermissionsOptions, TeamReference } from "../../kit";
import { Team } from "../../kit/teams/team";
import { User } from "../../kit/users/user";
import { useConnectedAccountOf } from "../hooks/connected-account";
import type { CurrentUserHooks, ReactTeam, ReactUser, TeamHooks } from "../hooks/objects-with-hooks";
import { useView, type Viewed, type ViewOptions } from "../hooks/use-view";
import { oneOf } from "../hooks/user-hooks";
import {
  activeSessionOptions,
  apiKeyOptions,
  contactChannelOptions,
  linkedAccountOptions,
  notificationCategoryOptions,
  ownedProjectOptions,
  ownTeamProfileOptions,
  permissionOptions,
  teamInvitationOptions,
  teamItemOptions,
  teamOptions,
  teamUserOptions,
  userItemOptions,
} from "../queries/account-queries";
import { fillCacheBy, registerApp, teamReads, useAppOf, userReads } from "./object-reads";

// The hooks of users and teams of every tier. An app for the browser loads them with its first user: a page without one needs
// none of it.

type HooksOf<T> = Pick<T, Extract<keyof T, `use${string}`>>;

const teamHooks: TeamHooks & ThisType<ReactTeam> = {
  useUsers(options) {
    const app = useAppOf(this);
    return useView(app, teamUserOptions(app, this), options);
  },
  useInvitations(options) {
    const app = useAppOf(this);
    return useView(app, teamInvitationOptions(app, this), options);
  },
  useApiKeys(options) {
    const app = useAppOf(this);
    return useView(app, apiKeyOptions(app, this), options);
  },
  useItem(itemId, options) {
    const app = useAppOf(this);
    return useView(app, teamItemOptions(app, this, itemId), options);
  },
};

type PermissionViewOptions = ListPermissionsOptions & ViewOptions;

const userHooks: HooksOf<CurrentUserHooks> & ThisType<ReactUser> = {
  useTeams(options) {
    const app = useAppOf(this);
    return useView(app, teamOptions<ReactTeam>(app, this), options);
  },
  useTeam(teamId, options) {
    const app = useAppOf(this);
    return useView(app, oneOf(teamOptions<ReactTeam>(app, this), teamId), options);
  },
  useTeamProfile(team, options) {
    const app = useAppOf(this);
    return useView(app, ownTeamProfileOptions(app, this, team), options);
  },
  usePermissions<Options extends PermissionViewOptions>(first?: TeamReference | Options, second?: Options) {
    const app = useAppOf(this);
    const team = first && "id" in first ? first : undefined;
    const options = team ? second : (first as Options | undefined);
    return useView(app, permissionOptions(app, this, team, options), options);
  },
  usePermission<Options extends ViewOptions>(
    first: TeamReference | string,
    second?: string | Options,
    third?: Options,
  ): Viewed<{ readonly id: string } | null, Options> {
    const app = useAppOf(this);
    const isInProject = typeof first === "string";
    const permissions = permissionOptions(app, this, isInProject ? undefined : first);
    const id = isInProject ? first : (second as string);
    return useView(app, oneOf(permissions, id), isInProject ? (second as Options | undefined) : third);
  },
  useContactChannels(options) {
    const app = useAppOf(this);
    return useView(app, contactChannelOptions(app, this), options);
  },
  useNotificationCategories(options) {
    const app = useAppOf(this);
    return useView(app, notificationCategoryOptions(app, this), options);
  },
  useApiKeys(options) {
    const app = useAppOf(this);
    return useView(app, apiKeyOptions(app, this), options);
  },
  useActiveSessions(options) {
    const app = useAppOf(this);
    return useView(app, activeSessionOptions(app, this), options);
  },
  useOAuthProviders(options) {
    const app = useAppOf(this);
    return useView(app, linkedAccountOptions(app, this), options);
  },
  useOAuthProvider(id, options) {
    const app = useAppOf(this);
    return useView(app, oneOf(linkedAccountOptions(app, this), id), options);
  },
  useConnectedAccount(providerId, options) {
    return useConnectedAccountOf(useAppOf(this), this, providerId, options);
  },
  useItem(itemId, options) {
    const app = useAppOf(this);
    return useView(app, userItemOptions(app, this, itemId), options);
  },
  useOwnedProjects(options) {
    const app = useAppOf(this);
    return useView(app, ownedProjectOptions(app, this), options);
  },
};

/**
 * Gives users and teams their hooks, and those of `app` their app. The hooks belong to the classes, as the kit's objects are
 * frozen and have private parts.
 */
export function addObjectHooks(app: GatehouseClientApp): void {
  addMethods(User.prototype, userHooks);
  addMethods(Team.prototype, teamHooks);
  fillCacheBy(User.prototype, userReads);
  fillCacheBy(Team.prototype, teamReads);
  registerApp(app);
}

/** A user of an app that is made for the browser. */
export function withHooks(app: GatehouseClientApp, user: CurrentUser): ReactUser {
  addObjectHooks(app);
  for (let part = Object.getPrototypeOf(user); part !== User.prototype; part = Object.getPrototypeOf(part)) {
    fillCacheBy(part, userReads);
  }
  return user as ReactUser;
}

/** Adds methods to a class. */
export function addMethods(prototype: object, methods: object): void {
  for (const [name, value] of Object.entries(methods)) {
    Object.defineProperty(prototype, name, { value, configurable: true, writable: true });
  }
}
