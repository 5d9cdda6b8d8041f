import * as z from "zod";
import { selectDueSends } from "../../db/email-sends/queries";
import { everyMinute, queueConsumer, scheduledTask } from "../../platform/jobs";
import { runSend } from "./run";

/** Delivers mails to many, run by run. A message that comes twice, or for a send that is over, changes nothing. */
export const deliverSends = queueConsumer({
  queue: "gatehouse-email-sends",
  message: z.object({ projectId: z.string(), sendId: z.string() }),
  consume: (send, tools) => runSend(tools, send),
});

const sendsPerMinute = 100;

/** Queues the sends that are due: whose messages were lost, whose runs died, whose mails are to be tried later. */
export const wakeSends = scheduledTask({
  name: "wake-email-sends",
  cron: everyMinute,
  step: async ({ db, emailSends }) => {
    const [due] = await db.batch([selectDueSends(db, { now: Date.now(), limit: sendsPerMinute })]);
    if (due.length > 0) await emailSends.sendBatch(due.map((body) => ({ body })));
    return "done";
  },
});
