import type { GatehouseAdminApp, ServerUser } from "../../../kit";
import { resourceOptions } from "../../../react";

// What the parts of a user's page read. All of it can change elsewhere: through the user, and through the app's backend.

export function sessionsOptions(app: GatehouseAdminApp, user: ServerUser) {
  return resourceOptions(app, "sessions", ["of-user", user.id], () => user.getActiveSessions());
}

export function passkeysOptions(app: GatehouseAdminApp, user: ServerUser) {
  return resourceOptions(app, "passkeys", ["of-user", user.id], () => user.listPasskeys());
}

export function oauthAccountsOptions(app: GatehouseAdminApp, user: ServerUser) {
  return resourceOptions(app, "oauth-providers", ["of-user", user.id], () => user.listOAuthProviders());
}

export function teamsOfUserOptions(app: GatehouseAdminApp, user: ServerUser) {
  return resourceOptions(app, "teams", ["of-user", user.id], () => user.listTeams());
}

export function allTeamsOptions(app: GatehouseAdminApp) {
  return resourceOptions(app, "teams", ["all"], () => app.listTeams());
}

/** What can be granted, and what of it the user holds directly and through other permissions; of the project without a team. */
export function permissionsOptions(app: GatehouseAdminApp, user: ServerUser, teamId: string | null) {
  return resourceOptions(app, "permissions", ["of-user", user.id, teamId], async () => {
    const team = teamId === null ? undefined : { id: teamId };
    const list = (recursive: boolean) =>
      team ? user.listPermissions(team, { recursive }) : user.listPermissions({ recursive });
    const [definitions, direct, held] = await Promise.all([
      team ? app.listTeamPermissionDefinitions() : app.listProjectPermissionDefinitions(),
      list(false),
      list(true),
    ]);
    return { definitions, direct: new Set(direct.map(({ id }) => id)), held: new Set(held.map(({ id }) => id)) };
  });
}

export function apiKeysOptions(app: GatehouseAdminApp, user: ServerUser) {
  return resourceOptions(app, "api-keys", ["of-user", user.id], () => user.listApiKeys());
}

export function itemOptions(app: GatehouseAdminApp, user: ServerUser, itemId: string) {
  return resourceOptions(app, "items", ["of-user", user.id, itemId], () => user.getItem(itemId));
}

/** The newest events that the user caused, and those that happened to them. */
export function activityOptions(app: GatehouseAdminApp, user: ServerUser, limit: number) {
  return resourceOptions(app, "audit-events", ["of-user", user.id, limit], async () => {
    const [caused, happened] = await Promise.all([
      app.listAuditEvents({ actorId: user.id, limit }),
      app.listAuditEvents({ targetId: user.id, limit }),
    ]);
    return { caused, happened };
  });
}

export function mailsOptions(app: GatehouseAdminApp) {
  return resourceOptions(app, "sent-emails", ["all"], () => app.listSentEmails());
}

export function notificationsOptions(app: GatehouseAdminApp, user: ServerUser) {
  return resourceOptions(app, "notification-categories", ["of-user", user.id], () => user.listNotificationCategories());
}
