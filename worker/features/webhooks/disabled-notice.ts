import { clearNotice, takeNotice } from "../../db/outbox/endpoint-changes";
import { readProject } from "../../db/projects/project";
import { selectProject } from "../../db/projects/queries";
import { batchesByName } from "../../platform/database";
import type { PlatformTools } from "../../platform/tools";
import { emailDepsOf, sendSystemEmail } from "../emails";
import { teamHolders } from "../permissions";

/** Sets when an email is tried again whose sending did not come to its end. */
const againMillis = 10 * 60 * 1000;

/**
 * Emails the owners of one project that an endpoint of theirs was disabled. The email comes from the instance, as the
 * project's own mail server may be what does not work. Returns whether there was one.
 */
export async function emailDisabledEndpoint(tools: PlatformTools): Promise<boolean> {
  const { db, firstDb, settings } = tools;
  const now = Date.now();
  const [[notice]] = await db.batch([takeNotice(db, { now, again: now + againMillis })]);
  if (!notice) return false;
  const [
    {
      project: [row],
    },
    {
      internal: [internalRow],
    },
  ] = await batchesByName(
    { db, statements: { project: selectProject(db, notice) } },
    { db: firstDb, statements: { internal: selectProject(firstDb, { projectId: "internal" }) } },
  );
  if (row?.ownerTeamId && internalRow) {
    const internal = readProject(internalRow, { settings });
    const [owners] = await firstDb.batch([
      teamHolders(firstDb, internal, { teamId: row.ownerTeamId, permissionId: "team_admin" }),
    ]);
    const deps = await emailDepsOf({ ...tools, db: firstDb }, internal);
    for (const { primaryEmail, displayName } of owners) {
      if (!primaryEmail) continue;
      await sendSystemEmail(deps, {
        template: "webhook_disabled",
        to: primaryEmail,
        variables: {
          userDisplayName: displayName,
          webhookProject: row.displayName,
          webhookHost: new URL(notice.url).hostname,
        },
      });
    }
  }
  await db.batch([clearNotice(db, notice)]);
  return true;
}
