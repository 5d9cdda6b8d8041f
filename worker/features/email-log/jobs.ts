import { deleteOldSentEmails } from "../../db/emails/changes";
import { sweepStep } from "../../db/expired-rows";
import { everyMinute, scheduledTask } from "../../platform/jobs";

/** Deletes attempts that their project keeps no longer: `emails.logRetentionDays`. */
export const sweepSentEmails = scheduledTask({
  name: "sweep-sent-emails",
  cron: everyMinute,
  step: ({ db }) => sweepStep(db, [deleteOldSentEmails(db, Date.now())]),
});
