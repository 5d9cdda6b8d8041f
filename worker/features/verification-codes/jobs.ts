import { sweepStep } from "../../db/expired-rows";
import { deleteExpiredVerificationCodes } from "../../db/verification-codes/changes";
import { everyMinute, scheduledTask } from "../../platform/jobs";

export const sweepVerificationCodes = scheduledTask({
  name: "sweep-verification-codes",
  cron: everyMinute,
  step: ({ db }) => sweepStep(db, [deleteExpiredVerificationCodes(db, Date.now())]),
});
