import { sweepStep } from "../../db/expired-rows";
import { deleteDailyUserCounts } from "../../db/metrics/changes";
import { dayOf } from "../../db/metrics/days";
import { everyMinute, scheduledTask } from "../../platform/jobs";

/** More than a year, so that a day can be compared with the same one of the year before. */
const keptDays = 400;

export const sweepDailyUserCounts = scheduledTask({
  name: "sweep-daily-user-counts",
  cron: everyMinute,
  step: ({ db }) => sweepStep(db, [deleteDailyUserCounts(db, { before: dayOf(Date.now()) - keptDays + 1 })]),
});
