import { appInternals } from "../../../kit/app/internals";
import type { GatehouseAdminApp, Resource, ServerUser } from "../../../kit/index";
import { resourceOptions } from "../../../react/index";
import { useWrites } from "../../dialogs/use-writes";
import { useTranslation } from "../../translation/use-translation";

// The parts of a user's page read these. All of it can change elsewhere: through the user, and through the app's backend.

function ofUser<Data>(resource: Resource, read: (user: ServerUser) => Promise<Data>) {
  return (app: GatehouseAdminApp, user: ServerUser) =>
    resourceOptions(app, resource, ["of-user", user.id], () => read(user));
}

export const sessionsOptions = ofUser("sessions", (user) => user.getActiveSessions());
export const passkeysOptions = ofUser("passkeys", (user) => user.listPasskeys());
export const oauthAccountsOptions = ofUser("oauth-providers", (user) => user.listOAuthProviders());
export const teamsOfUserOptions = ofUser("teams", (user) => user.listTeams());
export const notificationsOptions = ofUser("notification-categories", (user) => user.listNotificationCategories());

/** Reads how many recovery codes the user has left, and by linked account what they consented to. */
export function credentialsOptions(app: GatehouseAdminApp, user: ServerUser) {
  return resourceOptions(app, "users", ["credentials", user.id], async () => {
    const params = { user_id: user.id };
    const summary = await app[appInternals]
      .caller("admin")
      .read("GET /internal/users/{user_id}/credentials", { params });
    return {
      remainingRecoveryCodes: summary.remaining_recovery_codes,
      consents: Map.groupBy(
        summary.provider_tokens.map((token) => ({
          accountId: token.oauth_provider_id,
          scopes: token.scopes,
          givenAt: new Date(token.created_at_millis),
          isUsable: token.is_usable,
        })),
        ({ accountId }) => accountId,
      ),
    };
  });
}

/**
 * Reads until when guesses have locked what the user signs in by, in some networks or in all new ones. Also lists the
 * addresses to which no more emails can be requested for a while, and those that have refused emails.
 */
export function signInStatusOptions(app: GatehouseAdminApp, user: ServerUser) {
  return resourceOptions(app, "users", ["sign-in-status", user.id], async () => {
    const params = { user_id: user.id };
    const status = await app[appInternals]
      .caller("admin")
      .read("GET /internal/users/{user_id}/sign-in-status", { params });
    const latest = (times: readonly (number | null)[]) => {
      const known = times.filter((time) => time !== null);
      return known.length === 0 ? null : new Date(Math.max(...known));
    };
    const lockedUntil = (method: "password" | "totp") =>
      latest(status.guesses.map((each) => (each.method === method ? each.locked_until_millis : null)));
    return {
      refusedUntil: latest(status.guesses.map((each) => each.refused_until_millis)),
      passwordLockedUntil: lockedUntil("password"),
      secondFactorLockedUntil: lockedUntil("totp"),
      refusedEmails: status.refused_emails.map((each) => ({
        email: each.email,
        until: new Date(each.refused_until_millis),
      })),
      bounces: status.bounces.map(({ email, server_reply }) => ({ email, reply: server_reply })),
    };
  });
}

/** The latest sign-ins of the user that failed. */
export function failedSignInsOptions(app: GatehouseAdminApp, user: ServerUser) {
  return resourceOptions(app, "audit-events", ["failed-sign-ins", user.id], () =>
    app.listAuditEvents({ targetId: user.id, type: "sign_in.failed", limit: 20 }),
  );
}

/** Reads what can be granted, and what of it the user holds directly and through other permissions; of the project without a team. */
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

/** Limits how many emails of each address are read. */
const emailsOfAddress = 50;

/** The latest emails to some addresses, newest first, and the addresses to which there were more. */
export function emailsOptions(app: GatehouseAdminApp, addresses: readonly string[]) {
  return resourceOptions(app, "sent-emails", ["to-all", ...addresses], async () => {
    const pages = await Promise.all(
      addresses.map(async (recipient) => {
        const query = { recipient, limit: emailsOfAddress };
        return { recipient, ...(await app[appInternals].caller("admin").read("GET /internal/emails/log", { query })) };
      }),
    );
    return {
      emails: pages.flatMap(({ items }) => items).sort((a, b) => b.sent_at_millis - a.sent_at_millis),
      addressesWithMore: pages
        .filter(({ pagination }) => pagination.next_cursor !== null)
        .map((page) => page.recipient),
    };
  });
}

/** Functions that change a user and show the change as code. */
export function useUserWrites({ id }: { readonly id: string }) {
  const t = useTranslation();
  return useWrites(t("Change the user"), `const user = await serverApp.getUser(${JSON.stringify(id)});`);
}
