import { selectImagesOf } from "../../db/images/uses";
import { deleteRowsOfProject } from "../../db/project-rows";
import { markDeleted, resealConfig } from "../../db/projects/changes";
import { selectDeletedProject, selectOutgoingConfigs } from "../../db/projects/queries";
import { resealStep } from "../../db/sealed-rows";
import { everyMinute, scheduledTask } from "../../platform/jobs";
import { freeImages, imagesPerStep } from "../images";
import { deletionTask } from "./deletion-task";

/** Deletes what belonged to deleted projects: the images that nothing else uses, then the rows. */
export const deleteProjects = scheduledTask({
  name: deletionTask,
  cron: everyMinute,
  step: async ({ db, firstDb, images }) => {
    const [[deleted]] = await db.batch([selectDeletedProject(db)]);
    if (!deleted) return "done";
    const { projectId } = deleted;
    // Its owners have it as long as the first database has.
    if (db !== firstDb) await firstDb.batch([markDeleted(firstDb, { projectId, now: Date.now() })]);
    const [used] = await firstDb.batch([selectImagesOf(firstDb, { projectId, limit: imagesPerStep })]);
    const [first] = used;
    if (first) {
      const fileNames = used.filter(({ kind }) => kind === first.kind).map(({ fileName }) => fileName);
      const before = Number.MAX_SAFE_INTEGER;
      await freeImages({ firstDb, images }, { projectId, kind: first.kind, fileNames, before });
    } else {
      await deleteRowsOfProject(db, deleted);
    }
    return "more";
  },
});

/** A configuration may be a megabyte. */
const projectsPerStep = 10;

export const resealConfigs = scheduledTask({
  name: "reseal-project-configs",
  cron: everyMinute,
  step: ({ db, settings }) =>
    resealStep(
      { db, settings },
      {
        select: (outgoing) => selectOutgoingConfigs(db, outgoing),
        replace: (row) => resealConfig(db, settings.serverSecrets, row),
        limit: projectsPerStep,
      },
    ),
});
