import type { AppRouter } from "../access";
import * as contract from "./contract";
import { sendsToTeamOnly } from "./recipients";

export function emailRoutes(router: AppRouter): void {
  router.route(contract.readMailRecipients, async ({ caller: { project }, db, settings }) => {
    const { ownerTeamId, config } = project;
    const sender = { ownerTeamId, mailServer: config.emails.server };
    const isRestricted = await sendsToTeamOnly({ db, settings, project: sender });
    return { allowed: isRestricted ? ("own_team" as const) : ("anyone" as const) };
  });
}
