import type { GatehouseAdminApp, GatehouseClientApp } from "../../kit";
import { appInternals } from "../../kit/app/internals";
import { resourceOptions } from "../../react";

/** Milliseconds for which the name of a party is shown as it was. */
export const nameMillis = 300_000;

/** The names of the project's owners by their ids, for what they did. */
export function ownerNamesOptions(app: GatehouseClientApp, teamId: string | null) {
  return resourceOptions(app, "team-members", ["owner-names", teamId], async () => {
    if (teamId === null) return new Map<string, string | null>();
    const { items } = await app[appInternals]
      .caller("client")
      .read("GET /team-members", { query: { team_id: teamId } });
    return new Map(items.map(({ user_id, display_name, primary_email }) => [user_id, display_name || primary_email]));
  });
}

/** The name of a user of the project, which is null where they have none; null for one who was deleted. */
export function userNameOptions(app: GatehouseAdminApp, id: string) {
  const options = resourceOptions(app, "users", ["name", id], async () => {
    // By a search, which finds nothing where reading a deleted user fails.
    const [user] = await app.listUsers({ query: id, limit: 1, includeAnonymous: true });
    return user?.id === id ? { name: user.displayName || user.primaryEmail } : null;
  });
  return { ...options, staleTime: nameMillis };
}
