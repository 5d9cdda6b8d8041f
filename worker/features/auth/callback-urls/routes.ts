import type { AppRouter } from "../../access";
import { isTrustedUrl } from "../../projects";
import * as contract from "./contract";

export function callbackUrlRoutes(router: AppRouter): void {
  router.route(contract.checkCallbackUrl, ({ caller: { project }, query, settings }) => ({
    is_trusted: isTrustedUrl(settings, project, query.url),
  }));
}
