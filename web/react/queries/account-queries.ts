import type { ApiKey, CurrentUser, GatehouseClientApp, Resource, Team } from "../../kit";
import type { ListPermissionsOptions, TeamReference } from "../../kit/account/permissions";
import { itemOptions } from "./item-queries";
import { refetchOnReturn, resourceOptions } from "./resource-query";
import { sessionNumber } from "./session-of";

// Users and teams are of any tier: queries need no more of them than their ids and what they read.

type With<Method extends keyof CurrentUser> = Pick<CurrentUser, "id" | "caller" | Method>;

/** Lists something that tiers see differently. */
type Listing<Method extends string, T> = Pick<CurrentUser, "id" | "caller"> & {
  readonly [K in Method]: () => Promise<T[]>;
};

/**
 * Describes a view of what a user or a team reads. It is kept for the session that the object came with. Another user of the same
 * page, who may see less of that team, has a view of their own.
 */
export function ownOptions<T>(
  app: GatehouseClientApp,
  resource: Resource,
  { id, caller }: Pick<CurrentUser, "id" | "caller">,
  args: readonly (string | number | boolean | null)[],
  fetch: () => Promise<T>,
) {
  return resourceOptions(app, resource, [sessionNumber(caller.session), id, ...args], fetch);
}

/** A user's addresses. The links that verify them open in other tabs. */
export function contactChannelOptions<T>(app: GatehouseClientApp, user: Listing<"listContactChannels", T>) {
  const options = ownOptions(app, "contact-channels", user, [], () => user.listContactChannels());
  return { ...options, ...refetchOnReturn };
}

/** A user's passkeys. */
export function passkeyOptions(app: GatehouseClientApp, user: With<"listPasskeys">) {
  return { ...ownOptions(app, "passkeys", user, [], () => user.listPasskeys()), ...refetchOnReturn };
}

/** Reads how many recovery codes a user has left. */
export function recoveryCodeOptions(app: GatehouseClientApp, user: CurrentUser) {
  return ownOptions(app, "recovery-codes", user, [], () => user.countRecoveryCodes());
}

/** A user's accounts at OAuth providers. */
export function linkedAccountOptions<T>(app: GatehouseClientApp, user: Listing<"listOAuthProviders", T>) {
  return { ...ownOptions(app, "oauth-providers", user, [], () => user.listOAuthProviders()), ...refetchOnReturn };
}

/** Reads which categories of emails a user receives. */
export function notificationCategoryOptions(app: GatehouseClientApp, user: With<"listNotificationCategories">) {
  return ownOptions(app, "notification-categories", user, [], () => user.listNotificationCategories());
}

/** A user's active sessions. */
export function activeSessionOptions(app: GatehouseClientApp, user: With<"getActiveSessions">) {
  return ownOptions(app, "sessions", user, [], () => user.getActiveSessions());
}

/** The teams a user is a member of. */
export function teamOptions<T>(app: GatehouseClientApp, user: Listing<"listTeams", T>) {
  return { ...ownOptions(app, "teams", user, [], () => user.listTeams()), ...refetchOnReturn };
}

/** The projects that a user of the internal project administers. */
export function ownedProjectOptions(app: GatehouseClientApp, user: CurrentUser) {
  return ownOptions(app, "owned-projects", user, ["names"], () => user.listOwnedProjects());
}

/** The ids of a user's permissions in a team. */
export function teamPermissionOptions(app: GatehouseClientApp, user: CurrentUser, team: Team) {
  return ownOptions(app, "permissions", user, [team.id], async () => {
    const permissions = await user.listPermissions(team);
    return permissions.map(({ id }) => id);
  });
}

/** A user's profile in a team. */
export function ownTeamProfileOptions(app: GatehouseClientApp, user: With<"getTeamProfile">, team: TeamReference) {
  return ownOptions(app, "team-members", user, [team.id], () => user.getTeamProfile(team));
}

/** The members of a team. */
export function teamMemberOptions(app: GatehouseClientApp, team: Team) {
  return { ...ownOptions(app, "team-members", team, [], () => team.listMembers()), ...refetchOnReturn };
}

/** The invitations to a team that have not been accepted yet. */
export function teamInvitationOptions(app: GatehouseClientApp, team: Pick<Team, "id" | "caller" | "listInvitations">) {
  return { ...ownOptions(app, "team-invitations", team, [], () => team.listInvitations()), ...refetchOnReturn };
}

/** A user or a team, as the owner of API keys. */
export type ApiKeyOwner = Pick<Team, "id" | "caller" | "listApiKeys" | "createApiKey">;

/** The API keys of an owner: valid ones first, each group newest first. */
export function apiKeyOptions(app: GatehouseClientApp, owner: Pick<ApiKeyOwner, "id" | "caller" | "listApiKeys">) {
  const options = ownOptions(app, "api-keys", owner, [], () => owner.listApiKeys());
  return { ...options, select: validFirst };
}

function validFirst(keys: ApiKey[]): ApiKey[] {
  return keys.toSorted((a, b) => Number(b.isValid()) - Number(a.isValid()));
}

/** The members of a team, as this tier sees them. */
export function teamUserOptions<T>(app: GatehouseClientApp, team: Listing<"listUsers", T>) {
  const options = ownOptions(app, "team-members", team, ["profiles"], () => team.listUsers());
  return { ...options, ...refetchOnReturn };
}

/** Reads what a user may do in a team or, without one, in the whole project. */
export function permissionOptions(
  app: GatehouseClientApp,
  user: With<"listPermissions">,
  team: TeamReference | undefined,
  { recursive = true }: ListPermissionsOptions = {},
) {
  return ownOptions(app, "permissions", user, [team?.id ?? null, recursive], () =>
    team ? user.listPermissions(team, { recursive }) : user.listPermissions({ recursive }),
  );
}

/** A user's account at a provider, whose tokens have all of `scopes`; null for none. */
export function connectedAccountOptions(
  app: GatehouseClientApp,
  user: With<"getConnectedAccount">,
  providerId: string,
  scopes: readonly string[] = [],
) {
  return ownOptions(app, "oauth-providers", user, ["account", providerId, scopes.join(" ")], () =>
    user.getConnectedAccount(providerId, { scopes }),
  );
}

/** Holds items, read as this tier does. */
type Items<T> = Pick<Team, "id" | "caller"> & { getItem(itemId: string): Promise<T> };

/** Reads how much a user has of an item. */
export function userItemOptions<T>(app: GatehouseClientApp, user: Items<T>, itemId: string) {
  const session = sessionNumber(user.caller.session);
  return itemOptions(app, session, { userId: user.id, itemId }, () => user.getItem(itemId));
}

/** Reads how much a team has of an item. */
export function teamItemOptions<T>(app: GatehouseClientApp, team: Items<T>, itemId: string) {
  const session = sessionNumber(team.caller.session);
  return itemOptions(app, session, { teamId: team.id, itemId }, () => team.getItem(itemId));
}
