import { selectOwnerRecipients } from "../../db/memberships/queries";
import { readProject } from "../../db/projects/project";
import { selectProject } from "../../db/projects/queries";
import { selectStorage, takeWarning } from "../../db/storage/queries";
import { batchesByName } from "../../platform/database";
import { type EmailTools, emailDepsOf, sendSystemEmail } from "../emails";

const maxOwners = 20;
const mebibyte = 1024 * 1024;

/** Emails the owners of a project that it has nearly used up its storage: once, however many do it at a time. */
export async function warnOwners(tools: EmailTools, projectId: string): Promise<void> {
  const { db, firstDb, settings } = tools;
  const [
    {
      taken: [taken],
      project: [row],
      stored: [stored],
    },
    {
      internal: [internalRow],
    },
  ] = await batchesByName(
    {
      db,
      statements: {
        taken: takeWarning(db, { projectId, now: Date.now() }),
        project: selectProject(db, { projectId }),
        stored: selectStorage(db, { projectId }),
      },
    },
    { db: firstDb, statements: { internal: selectProject(firstDb, { projectId: "internal" }) } },
  );
  if (!taken || !row?.ownerTeamId || !stored || !internalRow) return;
  const [owners] = await firstDb.batch([selectOwnerRecipients(firstDb, { teamId: row.ownerTeamId, limit: maxOwners })]);
  const deps = await emailDepsOf({ ...tools, db: firstDb }, readProject(internalRow, { settings }));
  const { storage, maxBytes, maxRows } = stored;
  const inMib = (bytes: number) => inWords(Math.ceil(bytes / mebibyte));
  for (const { displayName, email } of owners) {
    if (email === null) continue;
    await sendSystemEmail(deps, {
      template: "storage_nearly_full",
      to: email,
      variables: {
        userDisplayName: displayName,
        fullProject: row.displayName,
        storage: `It stores ${inMib(storage.bytes)} of ${inMib(maxBytes)} MiB and ${inWords(storage.rows)} of ${inWords(maxRows)} rows.`,
        usageLink: `${settings.webUrl}/projects/${projectId}/usage`,
      },
    });
  }
}

function inWords(number: number): string {
  return number.toLocaleString("en-US");
}
