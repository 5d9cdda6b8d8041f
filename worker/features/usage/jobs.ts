import { clearWarnings, selectNearlyFull, selectQuota, updateQuota } from "../../db/storage/queries";
import { everyMinute, scheduledTask } from "../../platform/jobs";
import { warnOwners } from "./warning";

/** At so many percent owners are told, and again once less than the second was stored meanwhile. */
const warnedPercent = 80;
const clearedPercent = 70;

/** How often projects are looked for of which little is left: it reads a row of each. */
const pauseMillis = 60 * 60_000;

const projectsPerStep = 5;

/** Keeps the quota of the database as the environment has it, and tells owners of which projects little is left. */
export const watchStorage = scheduledTask({
  name: "watch-storage",
  cron: everyMinute,
  step: async (tools) => {
    const { db, settings } = tools;
    const { maxBytes, maxRows } = settings.projectStorage;
    const [[stored]] = await db.batch([selectQuota(db)]);
    const now = Date.now();
    const isChanged = stored?.maxBytes !== maxBytes || stored.maxRows !== maxRows;
    if (!isChanged && now - stored.lookedAt < pauseMillis) return "done";
    const [, , nearlyFull] = await db.batch([
      updateQuota(db, { maxBytes, maxRows, lookedAt: 0 }),
      clearWarnings(db, { percent: clearedPercent }),
      selectNearlyFull(db, { percent: warnedPercent, limit: projectsPerStep }),
    ]);
    for (const { projectId } of nearlyFull) await warnOwners(tools, projectId);
    if (nearlyFull.length === projectsPerStep) return "more";
    await db.batch([updateQuota(db, { maxBytes, maxRows, lookedAt: now })]);
    return "done";
  },
});
