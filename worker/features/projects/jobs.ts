import { resealConfig } from "../../db/projects/changes";
import { selectOutgoingConfigs } from "../../db/projects/queries";
import { resealStep } from "../../db/sealed-rows";
import { everyMinute, scheduledTask } from "../../platform/jobs";

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
