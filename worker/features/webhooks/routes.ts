import { ifChanged, recordAudit } from "../../db/audit/changes";
import { exampleIdPrefix } from "../../db/outbox/delivery-changes";
import { insertEndpoint, upsertSvixEndpoint } from "../../db/outbox/endpoint-changes";
import { selectEndpoint } from "../../db/outbox/queries";
import { selectProjectId } from "../../db/projects/queries";
import { ifFound } from "../../platform/database";
import { newId } from "../../platform/secrets";
import type { AppRouter } from "../access";
import { requireClient } from "../integrations";
import * as contract from "./contract";
import { sendTo } from "./delivery-run";
import { complaintAbout } from "./destination";
import { exampleEvents } from "./example-events";
import { sealSecret } from "./secrets";
import { newWebhookSecret } from "./signature";
import { createPortalToken, svixEndpointId } from "./svix-service";
import { signWebhookToken } from "./token";
import { newTimedId } from "./wire-message";

export function webhookRoutes(router: AppRouter): void {
  router.route(contract.createSvixToken, async (context) => {
    const { db, settings, caller } = context;
    const { project, actor } = caller;
    // A token of ours changes nothing, and what is done with it is recorded.
    if (!settings.svix) return { token: await signWebhookToken(settings, { projectId: project.id, actor }) };
    const token = await createPortalToken(context, settings.svix, project);
    const endpoint = { projectId: project.id, id: svixEndpointId, url: settings.svix.url, now: Date.now() };
    await db.batch([
      upsertSvixEndpoint(db, endpoint),
      recordAudit(db, project, actor, { type: "webhooks_token.created" }),
    ]);
    return { token };
  });

  router.route(contract.sendTestWebhook, {
    prefetch: ({ db, projectId, body }) => ({ endpoint: selectEndpoint(db, { projectId, id: body.endpoint_id }) }),
    handle: async ({ db, settings, caller: { project, actor }, found }) => {
      const [endpoint] = found.endpoint;
      if (!endpoint) return { success: false, error_message: "The project has no such endpoint." };
      const type = "user.created";
      const target = { type: "webhook_endpoint", id: endpoint.id } as const;
      await db.batch([
        recordAudit(db, project, actor, { type: "webhook_endpoint.tested", target, details: { event_type: type } }),
      ]);
      const send = await sendTo({ settings }, endpoint);
      const body = JSON.stringify({ type, data: exampleEvents[type] });
      const { isAccepted, statusCode, text } = await send({ id: exampleIdPrefix + newId(), type, body });
      if (isAccepted) return { success: true };
      const response = statusCode === 0 ? text : `The endpoint responded with status ${statusCode}. ${text}`;
      return { success: false, error_message: response.trim() };
    },
  });

  router.route(contract.createNeonWebhook, async (request) => {
    const { db, settings, caller, body, fail } = request;
    await requireClient(request, contract.createNeonWebhook, "neon");
    const { project } = caller;
    const complaint = complaintAbout(body.url, settings);
    if (complaint) return fail(contract.addressRefused, { complaint });
    const now = Date.now();
    const one = { projectId: project.id, id: newTimedId("ep", now) };
    const secret = newWebhookSecret();
    const row = {
      ...one,
      ...body,
      eventTypes: null,
      metadata: {},
      sealedSecrets: await sealSecret(settings, one, secret),
      createdAt: now,
      updatedAt: now,
    };
    const [inserted] = await db.batch([
      insertEndpoint(db, row, ifFound(selectProjectId(db, one))),
      recordAudit(
        db,
        project,
        caller.actor,
        {
          type: "webhook_endpoint.created",
          target: { type: "webhook_endpoint", id: one.id },
          details: { url_host: new URL(body.url).host },
        },
        ifChanged,
      ),
    ]);
    return inserted.length > 0 ? { secret } : fail(contract.tooManyEndpoints);
  });
}
