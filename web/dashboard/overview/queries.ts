import type { GatehouseAdminApp } from "../../kit";
import { appInternals } from "../../kit/app/internals";
import { resourceOptions } from "../../react";
import { userPageOptions } from "../users/queries";

/** The newest user, by which the overview sees whether there is any. */
export function firstUserOptions(app: GatehouseAdminApp) {
  return userPageOptions(app, { query: "", isNewestFirst: true, limit: 1, cursor: null });
}

/** Whether emails reach the project's own team only. */
export function emailRecipientsOptions(app: GatehouseAdminApp) {
  return resourceOptions(app, "project", ["mail-recipients"], async () => {
    const { allowed } = await app[appInternals].caller("admin").read("GET /internal/emails/recipients");
    return allowed === "own_team";
  });
}
