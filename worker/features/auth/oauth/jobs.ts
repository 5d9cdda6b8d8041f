import { sweepStep } from "../../../db/expired-rows";
import { deleteExpiredAuthorizationCodes, deleteExpiredRequests } from "../../../db/oauth-flows/expiry";
import { everyMinute, scheduledTask } from "../../../platform/jobs";

/** A browser that returns late from its provider is told that the flow has expired, rather than that there is none. */
const requestsKeptMillis = 60 * 60 * 1000;

/** An expired authorization code and an unknown one get the same response, so there is nothing to keep it for. */
const codesKeptMillis = 0;

export const sweepFlows = scheduledTask({
  name: "sweep-oauth-flows",
  cron: everyMinute,
  step: ({ db }) => {
    const now = Date.now();
    return sweepStep(db, [
      deleteExpiredRequests(db, now - requestsKeptMillis),
      deleteExpiredAuthorizationCodes(db, now - codesKeptMillis),
    ]);
  },
});
