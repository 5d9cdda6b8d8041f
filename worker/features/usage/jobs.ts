import { selectOwnerRecipients } from "../../db/memberships/queries";
import { readProject } from "../../db/projects/project";
import { selectProject } from "../../db/projects/queries";
import {
  clearWarnings,
  selectNearlyFull,
  selectQuota,
  selectStorage,
  takeWarning,
  updateQuota,
} from "../../db/storage/queries";
import { batchesByName, lastSizeOf } from "../../platform/database";
import { everyMinute, scheduledTask } from "../../platform/jobs";
import { followFullness, fullnessOf } from "../../platform/tight-databases";
import { type EmailTools, emailDepsOf, sendSystemEmail } from "../emails";

/** At so many percent owners are told, and again once less than the second was stored meanwhile. */
const warnedPercent = 80;
const clearedPercent = 70;

/** Sets how often projects are looked for of which little is left: it reads a row of each. */
const pauseMillis = 60 * 60_000;

const projectsPerStep = 5;

/**
 * Keeps the quota of the database as the environment has it, or less while the database is tight. It also warns the owners of projects that
 * have little left.
 */
export const watchStorage = scheduledTask({
  name: "watch-storage",
  cron: everyMinute,
  step: async (tools) => {
    const { db, settings } = tools;
    const { maxBytes, maxRows } = settings.projectStorage;
    const [[stored]] = await db.batch([selectQuota(db)]);
    if (!stored) throw new Error("The database has no quota");
    const now = Date.now();
    const isChanged = stored.configuredBytes !== maxBytes || stored.maxRows !== maxRows;
    if (isChanged) await db.batch([updateQuota(db, { configuredBytes: maxBytes, maxRows })]);
    const fullness = fullnessOf(lastSizeOf(db), settings);
    const isOfRoomy = fullness === "roomy" && stored.fullness === "roomy" && stored.maxBytes === maxBytes;
    if (!isOfRoomy) await followFullness(db.$client, fullness, settings);
    if (!isChanged && now - stored.lookedAt < pauseMillis) return "done";
    const [, nearlyFull] = await db.batch([
      clearWarnings(db, { percent: clearedPercent }),
      selectNearlyFull(db, { percent: warnedPercent, limit: projectsPerStep }),
    ]);
    for (const { projectId } of nearlyFull) await warnOwners(tools, projectId);
    const isMore = nearlyFull.length === projectsPerStep;
    await db.batch([updateQuota(db, { lookedAt: isMore ? 0 : now })]);
    return isMore ? "more" : "done";
  },
});

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
