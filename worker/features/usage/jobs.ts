import { clearWarnings, selectNearlyFull, selectQuota, updateQuota } from "../../db/storage/queries";
import { lastSizeOf } from "../../platform/database";
import { everyMinute, scheduledTask } from "../../platform/jobs";
import { followFullness, fullnessOf } from "../../platform/tight-databases";
import { warnOwners } from "./warning";

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
