import * as z from "zod";
import { deleteExpiredBounces, deleteFinishedSends } from "../../db/email-sends/changes";
import { selectDueSends } from "../../db/email-sends/queries";
import { sweepStep } from "../../db/expired-rows";
import { backgroundTurns } from "../../platform/background-turns";
import { everyMinute, queueConsumer, scheduledTask } from "../../platform/jobs";
import { runSend } from "./run";

/**
 * Delivers bulk emails, run by run. A message that comes twice, or for a send that is over, changes nothing. A mail server
 * that hangs holds up the projects after its own for a quarter of a second. A run that is killed after its message was
 * acknowledged holds its send for a minute, after which `wakeSends` finds it.
 */
export const deliverSends = queueConsumer({
  queue: "gatehouse-email-sends",
  message: z.object({ projectId: z.string(), sendId: z.string() }),
  acknowledgeAfterMillis: 250,
  consume: (send, tools) =>
    backgroundTurns.charge(send.projectId, tools.trace, (charge) => runSend(tools, send, charge)),
});

const sendsPerMinute = 100;

/** Queues sends that are due, one of each project: whose messages were lost, whose runs died, whose emails are to be tried later. */
export const wakeSends = scheduledTask({
  name: "wake-email-sends",
  cron: everyMinute,
  step: async ({ db, emailSends }) => {
    const [due] = await db.batch([selectDueSends(db, { now: Date.now(), limit: sendsPerMinute })]);
    const messages = due.map(({ projectId, sendId }) => ({ body: { projectId, sendId } }));
    if (messages.length > 0) await emailSends.sendBatch(messages);
    return "done";
  },
});

/** Sets for how long it can be read how a send went. */
const keptMillis = 30 * 24 * 60 * 60_000;

export const sweepSends = scheduledTask({
  name: "sweep-email-sends",
  cron: everyMinute,
  step: ({ db }) => {
    const now = Date.now();
    return sweepStep(db, [...deleteFinishedSends(db, now - keptMillis), deleteExpiredBounces(db, now)]);
  },
});
