import { deleteExpiredAuditEvents } from "../../db/audit/changes";
import { sweepStep } from "../../db/expired-rows";
import { everyMinute, scheduledTask } from "../../platform/jobs";

export const sweepAuditEvents = scheduledTask({
  name: "sweep-audit-events",
  cron: everyMinute,
  step: ({ db }) => sweepStep(db, [deleteExpiredAuditEvents(db, Date.now())]),
});
