import { selectImagesOf } from "../../db/images/uses";
import { deleteRowsOfProject } from "../../db/project-rows";
import { resealConfig } from "../../db/projects/changes";
import { selectDeletedProject, selectOutgoingConfigs } from "../../db/projects/queries";
import { resealStep } from "../../db/sealed-rows";
import { everyMinute, scheduledTask } from "../../platform/jobs";
import { freeImages, imagesPerStep } from "../images";

/** Deletes what belonged to deleted projects: the images that nothing else uses, then the rows. */
export const deleteProjects = scheduledTask({
  name: "delete-projects",
  cron: everyMinute,
  step: async ({ db, images }) => {
    const [[project]] = await db.batch([selectDeletedProject(db)]);
    if (!project) return "done";
    const [used] = await db.batch([selectImagesOf(db, { ...project, limit: imagesPerStep })]);
    const [first] = used;
    if (first) {
      const fileNames = used.filter(({ kind }) => kind === first.kind).map(({ fileName }) => fileName);
      const before = Number.MAX_SAFE_INTEGER;
      await freeImages({ db, images }, { ...project, kind: first.kind, fileNames, before });
    } else {
      await deleteRowsOfProject(db, project);
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
