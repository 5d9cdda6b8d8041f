import { sweepStep } from "../../db/expired-rows";
import { deleteOldWebhookRows } from "../../db/outbox/delivery-changes";
import { clearNotice, queueDueEndpoints, takeNotice } from "../../db/outbox/endpoint-changes";
import { selectOutgoingEndpoints } from "../../db/outbox/queries";
import { readProject } from "../../db/projects/project";
import { selectProject } from "../../db/projects/queries";
import { resealStep } from "../../db/sealed-rows";
import { backgroundTurns } from "../../platform/background-turns";
import { batchesByName } from "../../platform/database";
import { everyMinute, queueConsumer, scheduledTask } from "../../platform/jobs";
import type { PlatformTools } from "../../platform/tools";
import { emailDepsOf, sendSystemEmail } from "../emails";
import { teamHolders } from "../permissions";
import { runDeliveries } from "./delivery-run";
import { sendMessages, WaitingEndpoint } from "./index";
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

/** Sets when an email is tried again whose sending did not come to its end. */
const againMillis = 10 * 60 * 1000;

/**
 * Emails the owners of one project that an endpoint of theirs was disabled. The email comes from the instance, as the
 * project's own mail server may be what does not work. Returns whether there was one.
 */
export async function emailDisabledEndpoint(tools: PlatformTools): Promise<boolean> {
  const { db, firstDb, settings } = tools;
  const now = Date.now();
  const [[notice]] = await db.batch([takeNotice(db, { now, again: now + againMillis })]);
  if (!notice) return false;
  const [
    {
      project: [row],
    },
    {
      internal: [internalRow],
    },
  ] = await batchesByName(
    { db, statements: { project: selectProject(db, notice) } },
    { db: firstDb, statements: { internal: selectProject(firstDb, { projectId: "internal" }) } },
  );
  if (row?.ownerTeamId && internalRow) {
    const internal = readProject(internalRow, { settings });
    const [owners] = await firstDb.batch([
      teamHolders(firstDb, internal, { teamId: row.ownerTeamId, permissionId: "team_admin" }),
    ]);
    const deps = await emailDepsOf({ ...tools, db: firstDb }, internal);
    for (const { primaryEmail, displayName } of owners) {
      if (!primaryEmail) continue;
      await sendSystemEmail(deps, {
        template: "webhook_disabled",
        to: primaryEmail,
        variables: {
          userDisplayName: displayName,
          webhookProject: row.displayName,
          webhookHost: new URL(notice.url).hostname,
        },
      });
    }
  }
  await db.batch([clearNotice(db, notice)]);
  return true;
}
