import { sweepStep } from "../../db/expired-rows";
import { deleteOldWebhookRows } from "../../db/outbox/delivery-changes";
import { queueDueEndpoints } from "../../db/outbox/endpoint-changes";
import { selectOutgoingEndpoints } from "../../db/outbox/queries";
import { resealStep } from "../../db/sealed-rows";
import { backgroundTurns } from "../../platform/background-turns";
import { everyMinute, queueConsumer, scheduledTask } from "../../platform/jobs";
import { runDeliveries } from "./delivery-run";
import { emailDisabledEndpoint } from "./disabled-notice";
import { sendMessages, WaitingEndpoint } from "./queue";
import { resealSecrets } from "./secrets";

/** Projects of a step of the sweep: a batch of messages. */
const projectsPerStep = 100;

/**
 * Sends to one endpoint. Projects take turns. Each has one message in the queue, and a run sends that of its project's next
 * endpoint. New events therefore wait for one run of each other project at most. A run whose receiver hangs holds them up for a
 * quarter of a second. While others are active, a project's runs rest, and its message comes back. A run may be killed after its
 * message was acknowledged. The sweep finds what it leaves.
 */
export const deliverWebhooks = queueConsumer({
  queue: "gatehouse-webhooks",
  message: WaitingEndpoint,
  acknowledgeAfterMillis: 250,
  consume: async ({ projectId, endpointId }, tools) => {
    const rest = backgroundTurns.restOf(projectId, tools.settings);
    if (rest > 0) {
      const message = { projectId, endpointId } satisfies WaitingEndpoint;
      return void (await tools.webhooks.send(message, { delaySeconds: Math.ceil(rest / 1000) }));
    }
    await backgroundTurns.charge(projectId, tools.trace, () => runDeliveries(tools, { projectId, id: endpointId }));
  },
});

/** Queues projects with something to send: retries that have become due, and what a crash or a lost message left. */
export const sweepWebhooks = scheduledTask({
  name: "sweep-webhooks",
  cron: everyMinute,
  step: async (tools) => {
    const { db } = tools;
    const [endpoints] = await db.batch([queueDueEndpoints(db, { now: Date.now(), limit: projectsPerStep })]);
    await sendMessages(tools, endpoints);
    return endpoints.length < projectsPerStep ? "done" : "more";
  },
});

export const emailDisabledWebhooks = scheduledTask({
  name: "mail-disabled-webhooks",
  cron: everyMinute,
  step: async (tools) => ((await emailDisabledEndpoint(tools)) ? "more" : "done"),
});

export const sweepWebhookRows = scheduledTask({
  name: "sweep-webhook-rows",
  cron: everyMinute,
  step: ({ db }) => sweepStep(db, [...deleteOldWebhookRows(db, Date.now())]),
});

export const resealWebhookSecrets = scheduledTask({
  name: "reseal-webhook-secrets",
  cron: everyMinute,
  step: ({ db, settings }) =>
    resealStep(
      { db, settings },
      {
        select: (outgoing) => selectOutgoingEndpoints(db, outgoing),
        replace: (row) => resealSecrets({ db, settings }, row),
      },
    ),
});
