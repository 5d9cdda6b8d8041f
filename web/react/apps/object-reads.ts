import { use } from "react";
import type {
  ConnectedAccountOptions,
  CurrentUser,
  GatehouseClientApp,
  ListPermissionsOptions,
  Team,
  TeamReference,
} from "../../kit";
import { appInternals } from "../../kit/app/internals";
import type { Connection } from "../../kit/connection/connection";
import { AppContext } from "../hooks/app-context";
import {
  activeSessionOptions,
  apiKeyOptions,
  connectedAccountOptions,
  contactChannelOptions,
  linkedAccountOptions,
  notificationCategoryOptions,
  ownedProjectOptions,
  ownTeamProfileOptions,
  passkeyOptions,
  permissionOptions,
  recoveryCodeOptions,
  teamInvitationOptions,
  teamItemOptions,
  teamMemberOptions,
  teamOptions,
  teamUserOptions,
  userItemOptions,
} from "../queries/account-queries";
import { readThrough, type View } from "../queries/read-through";

/** The view of what a method of a `T` reads with these arguments; undefined where no view shows it. */
type ViewOf<T, Args extends unknown[]> = (app: GatehouseClientApp, object: T, ...args: Args) => View | undefined;

type ArgumentsOf<Method> = Method extends (...args: infer Args) => unknown ? Args : never;

/** The methods of a class that read what hooks show, each with the view that shows it. */
export type Reads<T> = {
  readonly [Method in keyof T]?: ViewOf<T, ArgumentsOf<T[Method]>>;
};

export const userReads: Reads<CurrentUser> = {
  listTeams: teamOptions,
  getTeamProfile: ownTeamProfileOptions,
  listContactChannels: contactChannelOptions,
  listNotificationCategories: notificationCategoryOptions,
  listApiKeys: apiKeyOptions,
  getActiveSessions: activeSessionOptions,
  listOAuthProviders: linkedAccountOptions,
  listPasskeys: passkeyOptions,
  countRecoveryCodes: recoveryCodeOptions,
  listOwnedProjects: ownedProjectOptions,
  getItem: userItemOptions,
  listPermissions(app, user, first?: TeamReference | ListPermissionsOptions, second?: ListPermissionsOptions) {
    const isTeam = first !== undefined && "id" in first;
    return isTeam ? permissionOptions(app, user, first, second) : permissionOptions(app, user, undefined, first);
  },
  getConnectedAccount(app, user, providerId: string, { scopes, or }: ConnectedAccountOptions = {}) {
    // What leaves the page is no view.
    return or === undefined ? connectedAccountOptions(app, user, providerId, scopes) : undefined;
  },
};

export const teamReads: Reads<Team> = {
  listUsers: teamUserOptions,
  listMembers: teamMemberOptions,
  listInvitations: teamInvitationOptions,
  listApiKeys: apiKeyOptions,
  getItem: teamItemOptions,
};

/** The methods that fill the cache already. */
const filling = new WeakSet<object>();

/** Lets methods of a class read through the cache of the app that an object belongs to. */
export function fillCacheBy<T>(prototype: object, reads: Reads<T>): void {
  for (const [name, viewOf] of Object.entries(reads as Record<string, ViewOf<object, unknown[]>>)) {
    const read = Object.getOwnPropertyDescriptor(prototype, name)?.value;
    if (!read || filling.has(read)) continue;
    const readAndFill = function (this: object, ...args: unknown[]): unknown {
      const app = appOf(this);
      const view = app && viewOf(app, this, ...args);
      return view ? readThrough(app, view, () => read.apply(this, args)) : read.apply(this, args);
    };
    filling.add(readAndFill);
    Object.defineProperty(prototype, name, { value: readAndFill, configurable: true, writable: true });
  }
}

/** The apps made for React, by what they share with the objects that they return. */
const apps = new WeakMap<Connection, GatehouseClientApp>();

/** Lets the hooks of objects find their app. */
export function registerApp(app: GatehouseClientApp): void {
  apps.set(app[appInternals].connection, app);
}

/** The app made for React that an object belongs to. */
function appOf(object: object): GatehouseClientApp | undefined {
  // Inside the kit only: its declarations leave the connection out.
  return apps.get((object as { readonly connection: Connection }).connection);
}

/**
 * The app that an object belongs to, else the provider's.
 * @throws Error outside of a provider for an object of another app than those made for React
 */
export function useAppOf(object: object): GatehouseClientApp {
  const app = appOf(object) ?? use(AppContext);
  if (!app)
    throw new Error("Outside of a GatehouseProvider, hooks need an object that an app made for React has returned");
  return app;
}
