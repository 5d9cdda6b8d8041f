import { everyMinute, scheduledTask } from "../../platform/jobs";
import { dueDigests, sendDigest } from "./digest";

/** Each step sends a few emails, one after the other. */
const digestsPerStep = 5;

/** Emails owners about failures, a day after the first one. Most minutes it reads nothing. */
export const sendDueDigests = scheduledTask({
  name: "send-failed-email-digests",
  cron: everyMinute,
  step: async (tools) => {
    const { found, digests } = await dueDigests(tools, { dueBy: Date.now(), limit: digestsPerStep });
    for (const digest of digests) await sendDigest(tools, digest);
    return found === digestsPerStep ? "more" : "done";
  },
});
