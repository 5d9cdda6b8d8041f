import { sweepStep } from "../../db/expired-rows";
import { takeDueEndpoints } from "../../db/outbox/endpoint-changes";
import { deleteOldWebhookRows } from "../../db/outbox/expiry";
import { selectOutgoingEndpoints } from "../../db/outbox/queries";
import { resealStep } from "../../db/sealed-rows";
import { backgroundRest, endBackground } from "../../platform/background-turns";
import { everyMinute, queueConsumer, scheduledTask } from "../../platform/jobs";
import { runDeliveries } from "./delivery-run";
import { emailDisabledEndpoint } from "./disabled-notice";
import { queueEndpoints, WaitingEndpoint } from "./queue";
import { resealSecrets } from "./secrets";

/** Endpoints of a step of the sweep. */
const endpointsPerStep = 100;

const minuteMillis = 60_000;

/**
 * Sends to one endpoint. What is due soon comes by a message of its own, what is due later by the sweep. A receiver that hangs holds up the
 * endpoints after it, of whichever project, for a quarter of a second. So one consumer has at most a hundred such runs under way. While
 * others are active a project's runs take turns, and a message comes back for its own turn. The sweep finds what is left by a run that is
 * killed after its message was acknowledged.
 */
export const deliverWebhooks = queueConsumer({
  queue: "gatehouse-webhooks",
  message: WaitingEndpoint,
  acknowledgeAfterMillis: 250,
  consume: async ({ projectId, endpointId }, tools) => {
    const rest = backgroundRest(projectId, tools.settings);
    if (rest > 0) {
      const message = { projectId, endpointId } satisfies WaitingEndpoint;
      return void (await tools.webhooks.send(message, { delaySeconds: Math.ceil(rest / 1000) }));
    }
    const { dueAt, next } = await runDeliveries(tools, { projectId, id: endpointId });
    endBackground(projectId, tools.trace);
    for (const due of [{ endpointId, dueAt }, ...(next ? [next] : [])]) {
      if (due.dueAt === null) continue;
      const delaySeconds = Math.max(0, Math.ceil((due.dueAt - Date.now()) / 1000));
      if (delaySeconds * 1000 < minuteMillis) {
        const message = { projectId, endpointId: due.endpointId } satisfies WaitingEndpoint;
        await tools.webhooks.send(message, { delaySeconds });
      }
    }
  },
});

/** Queues endpoints with something to send: retries that have become due, and what a crash or a lost message left. */
export const sweepWebhooks = scheduledTask({
  name: "sweep-webhooks",
  cron: everyMinute,
  step: async (tools) => {
    const { db } = tools;
    const now = Date.now();
    const [endpoints] = await db.batch([
      takeDueEndpoints(db, { now, again: now + minuteMillis, limit: endpointsPerStep }),
    ]);
    await queueEndpoints(tools, endpoints);
    return endpoints.length < endpointsPerStep ? "done" : "more";
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
