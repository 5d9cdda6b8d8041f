import { sweepStep } from "../../db/expired-rows";
import { deleteExpiredVerificationCodes } from "../../db/verification-codes/expiry";
import { everyMinute, scheduledTask } from "../../platform/jobs";
import { days } from "./code-kind";

/**
 * For a day after its time a code is reported as expired, for people who open an old mail; afterwards as not found.
 * Used codes stay until then too, because until it expires a used code is reported as used.
 */
const keptMillis = days;

export const sweepVerificationCodes = scheduledTask({
  name: "sweep-verification-codes",
  cron: everyMinute,
  step: ({ db }) => sweepStep(db, [deleteExpiredVerificationCodes(db, Date.now() - keptMillis)]),
});
