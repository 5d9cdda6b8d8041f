import {
  endHolder,
  type HeldImage,
  keepHolder,
  selectDueHolders,
  selectHeldImages,
  selectShownImages,
} from "../../db/images/holders";
import { batchThen } from "../../platform/database";
import { everyMinute, scheduledTask } from "../../platform/jobs";
import type { PlatformTools } from "../../platform/tools";
import { freeImages, imagesPerStep } from "./free-images";

/** How long an image of a user who is deleted may stay. */
const pauseMillis = 24 * 60 * 60_000;

/** Deletes images that nothing shows any more: those that were replaced after some minutes, the others within a day. */
export const sweepImages = scheduledTask({
  name: "sweep-images",
  cron: everyMinute,
  isOfFirstShard: true,
  step: async (tools) => {
    const now = Date.now();
    const { firstDb } = tools;
    const [due] = await firstDb.batch([selectDueHolders(firstDb, { now, limit: imagesPerStep })]);
    for (const [projectId, held] of Map.groupBy(due, (row) => row.projectId)) await sweep(tools, projectId, held, now);
    return due.length === imagesPerStep ? "more" : "done";
  },
});

async function sweep(
  { firstDb, images, dbOf }: Pick<PlatformTools, "firstDb" | "images" | "dbOf">,
  projectId: string,
  held: readonly HeldImage[],
  now: number,
): Promise<void> {
  const db = dbOf(projectId);
  const holders = held.map(({ holder }) => holder);
  const shown = new Map(
    (await db.batch(selectShownImages(db, projectId, holders))).flat().map((row) => [row.holder, row.url]),
  );
  // Whatever address the API had when it was set.
  const isShown = ({ holder, fileName }: HeldImage) => shown.get(holder)?.endsWith(`/images/${fileName}`) ?? false;
  const ended = held.filter((each) => !isShown(each)).map(({ fileName }) => fileName);
  const looked = held.map((each) =>
    isShown(each) ? keepHolder(firstDb, each, now + pauseMillis) : endHolder(firstDb, each),
  );
  const remaining = await batchThen(firstDb, looked, selectHeldImages(firstDb, projectId, ended));
  const isHeld = new Set(remaining.map(({ fileName }) => fileName));
  const fileNames = [...new Set(ended)].filter((fileName) => !isHeld.has(fileName));
  if (fileNames.length > 0)
    await freeImages({ firstDb, images }, { projectId, kind: "profile", fileNames, before: now });
}
