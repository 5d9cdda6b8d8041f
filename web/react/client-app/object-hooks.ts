import { use } from "react";
import type {
  ConnectedAccountOptions,
  CurrentUser,
  GatehouseClientApp,
  ListPermissionsOptions,
  TeamReference,
} from "../../kit";
import { Team as KitTeam } from "../../kit/teams/team";
import { User } from "../../kit/users/user";
import { useConnectedAccountOf } from "../hooks/connected-account";
import type { ConnectedAccount, CurrentUserHooks, ReactTeam, ReactUser, TeamHooks } from "../hooks/objects-with-hooks";
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
