import { selectSentEmails } from "../../db/emails/queries";
import { limitBytes } from "../../platform/rate-limits";
import type { AppRouter } from "../access";
import * as contract from "./contract";
import { sendsToTeamOnly } from "./recipients";
import { toShownEmail } from "./shown-email";
import { sendTestEmail } from "./test-email";

export function emailRoutes(router: AppRouter): void {
  router.route(contract.readEmailRecipients, async ({ caller: { project }, firstDb, settings, attempts }) => {
    const { ownerTeamId, config } = project;
    const sender = { ownerTeamId, mailServer: config.emails.server };
    const isRestricted = await sendsToTeamOnly({ firstDb, settings, attempts, project: sender });
    return { allowed: isRestricted ? ("own_team" as const) : ("anyone" as const) };
  });

  router.route(contract.listSentEmails, {
    prefetch: ({ db, provenProjectId: projectId }) => ({
      emails: selectSentEmails(db, { projectId, limit: contract.listedEmails }),
    }),
    handle: ({ found }) => ({
      items: found.emails.map(toShownEmail),
      is_paginated: false as const,
    }),
  });

  router.route(contract.sendTestEmail, async ({ caller, db, settings, body, limits, fail }) => {
    const unit = contract.bytesOfTestEmail;
    await limitBytes({ limits, fail }, "mail", body.html ?? "", { unit, projectId: caller.project.id });
    return sendTestEmail({ db, settings }, caller, body);
  });
}
