import { sweepStep } from "../../../db/expired-rows";
import { deleteExpiredSessions } from "../../../db/sessions/changes";
import { everyMinute, scheduledTask } from "../../../platform/jobs";

/**
 * An access token may outlive its session, and signing out with it still succeeds while the session is stored. Access
 * tokens live for minutes, unless the operator says otherwise.
 */
const keptMillis = 12 * 60 * 60 * 1000;

export const sweepSessions = scheduledTask({
  name: "sweep-sessions",
  cron: everyMinute,
  step: ({ db }) => sweepStep(db, [deleteExpiredSessions(db, Date.now() - keptMillis)]),
});
