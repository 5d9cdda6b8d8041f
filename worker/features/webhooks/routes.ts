import { upsertSvixEndpoint } from "../../db/outbox/endpoint-changes";
import type { AppRouter } from "../access";
import * as contract from "./contract";
import { createPortalToken, svixEndpointId } from "./svix-service";
import { signWebhookToken } from "./token";

export function webhookRoutes(router: AppRouter): void {
  router.route(contract.createSvixToken, async (context) => {
    const { db, settings, caller } = context;
    const { project, actor } = caller;
    if (!settings.svix) return { token: await signWebhookToken(settings, { projectId: project.id, actor }) };
    const token = await createPortalToken(context, settings.svix, project);
    const endpoint = { projectId: project.id, id: svixEndpointId, url: settings.svix.url, now: Date.now() };
    await db.batch([upsertSvixEndpoint(db, endpoint)]);
    return { token };
  });
}
