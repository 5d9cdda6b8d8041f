import type { AppRouter } from "../access";
import * as contract from "./contract";
import { signWebhookToken } from "./token";

export function webhookRoutes(router: AppRouter): void {
  router.route(contract.createSvixToken, async ({ settings, caller: { project, actor } }) => ({
    token: await signWebhookToken(settings, { projectId: project.id, actor }),
  }));
}
