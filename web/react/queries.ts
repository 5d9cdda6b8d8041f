import type { CurrentUser, GatehouseClientApp, Team } from "../kit";
import { appInternals } from "../kit/app/internals";
import { resourceOptions } from "./cache";

/** Numbers the sessions that views were cached for: their own keys hold tokens, which do not belong in a cache. */
const sessionNumbers = new WeakMap<object, number>();
let sessionCount = 0;

function sessionNumber(session: object): number {
  const number = sessionNumbers.get(session) ?? ++sessionCount;
  sessionNumbers.set(session, number);
  return number;
}

/** The user of the app's session, anonymous ones included: the hooks leave those out where they are not asked for. */
export function userOptions(app: GatehouseClientApp, session: object = app[appInternals].session()) {
  return resourceOptions(app, "current-user", [sessionNumber(session)], () =>
    app.getUser({ or: "anonymous-if-exists[deprecated]" }),
  );
}

/** What everybody may know of the project. */
export function projectOptions(app: GatehouseClientApp) {
  return resourceOptions(app, "project", [], () => app.getProject());
}

/** For what changes in other tabs and by other people: it is looked at again whenever the person comes back. */
const againOnReturn = { refetchOnWindowFocus: "always" } as const;

/** A user's addresses. The links that verify them open elsewhere. */
export function contactChannelOptions(app: GatehouseClientApp, user: CurrentUser) {
  const options = resourceOptions(app, "contact-channels", [user.id], () => user.listContactChannels());
  return { ...options, ...againOnReturn };
}

/** What a user gets mails about. */
export function notificationCategoryOptions(app: GatehouseClientApp, user: CurrentUser) {
  return resourceOptions(app, "notification-categories", [user.id], () => user.listNotificationCategories());
}

/** Where a user is signed in. */
export function activeSessionOptions(app: GatehouseClientApp, user: CurrentUser) {
  return resourceOptions(app, "sessions", [user.id], () => user.getActiveSessions());
}

/** The teams a user is a member of. */
export function teamOptions(app: GatehouseClientApp, user: CurrentUser) {
  return { ...resourceOptions(app, "teams", [user.id], () => user.listTeams()), ...againOnReturn };
}

/** The ids of all that a user may do in a team. */
export function teamPermissionOptions(app: GatehouseClientApp, user: CurrentUser, team: Team) {
  return resourceOptions(app, "permissions", [user.id, team.id], async () => {
    const permissions = await user.listPermissions(team);
    return permissions.map(({ id }) => id);
  });
}

/** How a user shows themself in a team. */
export function ownTeamProfileOptions(app: GatehouseClientApp, user: CurrentUser, team: Team) {
  return resourceOptions(app, "team-members", [team.id, user.id], () => user.getTeamProfile(team));
}

/** Everybody in a team. */
export function teamMemberOptions(app: GatehouseClientApp, team: Team) {
  return { ...resourceOptions(app, "team-members", [team.id], () => team.listUsers()), ...againOnReturn };
}

/** The invitations to a team that nobody has accepted yet. */
export function teamInvitationOptions(app: GatehouseClientApp, team: Team) {
  return { ...resourceOptions(app, "team-invitations", [team.id], () => team.listInvitations()), ...againOnReturn };
}

/** A user or a team, as far as they hold API keys. */
export type ApiKeyOwner = Pick<Team, "id" | "listApiKeys" | "createApiKey">;

/** The API keys of an owner, those that still work first, each group newest first. */
export function apiKeyOptions(app: GatehouseClientApp, owner: ApiKeyOwner) {
  return resourceOptions(app, "api-keys", [owner.id], async () => {
    const keys = await owner.listApiKeys();
    return keys.sort((a, b) => Number(b.isValid()) - Number(a.isValid()));
  });
}
