import type { ConnectedAccountOptions, GatehouseClientApp, ListPermissionsOptions, TeamReference } from "../../kit";
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
  teamMemberOptions,
  teamOptions,
  teamUserOptions,
} from "../queries/account-queries";
import { readThrough, type View } from "../queries/read-through";
import { appOf } from "./app-of";

// biome-ignore lint/suspicious/noExplicitAny: each method has arguments of its own
type ViewOf = (app: GatehouseClientApp, object: any, ...args: any[]) => View | undefined;

/** The methods of a class that read what hooks show, each with the view that shows it. */
export type Reads = Readonly<Record<string, ViewOf>>;

export const userReads: Reads = {
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
  listPermissions(app, user, first?: TeamReference | ListPermissionsOptions, second?: ListPermissionsOptions) {
    const isTeam = first !== undefined && "id" in first;
    return isTeam ? permissionOptions(app, user, first, second) : permissionOptions(app, user, undefined, first);
  },
  getConnectedAccount(app, user, providerId: string, { scopes, or }: ConnectedAccountOptions = {}) {
    // What leaves the page is no view.
    return or === undefined ? connectedAccountOptions(app, user, providerId, scopes) : undefined;
  },
};

export const teamReads: Reads = {
  listUsers: teamUserOptions,
  listMembers: teamMemberOptions,
  listInvitations: teamInvitationOptions,
  listApiKeys: apiKeyOptions,
};

/** The methods that fill the cache already. */
const filling = new WeakSet<object>();

/** Lets methods of a class read through the cache of the app that an object belongs to. */
export function fillCacheBy(prototype: object, reads: Reads): void {
  for (const [name, viewOf] of Object.entries(reads)) {
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
