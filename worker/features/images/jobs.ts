import { endHolder, type HeldImage, keepHolder, selectDueHolders, selectHeldImages } from "../../db/images/uses";
import { selectMemberImages } from "../../db/memberships/queries";
import { selectSettledProject } from "../../db/storage/queries";
import { selectTeamImages } from "../../db/teams/queries";
import { selectUserImages } from "../../db/users/queries";
import { batchThen } from "../../platform/database";
import { everyMinute, scheduledTask } from "../../platform/jobs";
import type { PlatformTools } from "../../platform/tools";
import { freeImages, imagesPerStep } from "./index";

/** Limits how long an image of a user who is deleted may stay. */
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
  { firstDb, images: stored, dbOf }: Pick<PlatformTools, "firstDb" | "images" | "dbOf">,
  projectId: string,
  held: readonly HeldImage[],
  now: number,
): Promise<void> {
  const db = dbOf(projectId);
  const parts = held.map(({ holder }) => holder.split("/"));
  const ids = (kind: string, at: number) => parts.flatMap((each) => (each[0] === kind ? [each[at] ?? ""] : []));
  const [settled, ...images] = await db.batch([
    selectSettledProject(db, { projectId }),
    selectUserImages(db, projectId, ids("user", 1)),
    selectTeamImages(db, projectId, ids("team", 1)),
    selectMemberImages(db, projectId, ids("member", 1), ids("member", 2)),
  ]);
  const shown = new Map(images.flat().map(({ holder, url }) => [holder, url]));
  // Whatever address the API had when it was set. While the project is moved, what shows it may be in the other database.
  const isShown = ({ holder, fileName }: HeldImage) =>
    settled.length === 0 || (shown.get(holder)?.endsWith(`/images/${fileName}`) ?? false);
  const ended = held.filter((each) => !isShown(each)).map(({ fileName }) => fileName);
  const looked = held.map((each) =>
    isShown(each) ? keepHolder(firstDb, each, now + pauseMillis) : endHolder(firstDb, each),
  );
  const remaining = await batchThen(firstDb, looked, selectHeldImages(firstDb, projectId, ended));
  const isHeld = new Set(remaining.map(({ fileName }) => fileName));
  const fileNames = [...new Set(ended)].filter((fileName) => !isHeld.has(fileName));
  if (fileNames.length > 0)
    await freeImages({ firstDb, images: stored }, { projectId, kind: "profile", fileNames, before: now });
}
