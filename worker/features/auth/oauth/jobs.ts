import { sweepStep } from "../../../db/expired-rows";
import { deleteExpiredAuthorizationCodes, deleteExpiredRequests } from "../../../db/oauth-flows/changes";
import { everyMinute, scheduledTask } from "../../../platform/jobs";

/** A browser that returns late from its provider gets an error of an expired flow, rather than of an unknown one. */
const requestsKeptMillis = 60 * 60 * 1000;

/** Longer than a redemption takes, whose code must not go while it is being used. */
const codesKeptMillis = 60 * 1000;

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
