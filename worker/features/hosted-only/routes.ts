import type { AppRouter } from "../access";
import * as contract from "./contract";

export function hostedOnlyRoutes(router: AppRouter): void {
  router.route(contract.boostCapacity, ({ fail }) => fail(contract.notOffered));
  router.route(contract.manageDomain, ({ fail }) => fail(contract.notOffered));
  router.route(contract.listManagedDomains, () => ({ items: [] }));
  router.route(contract.rewriteTemplate, ({ fail }) => fail(contract.notOffered));
  router.route(contract.queryAnalytics, ({ fail }) => fail("ANALYTICS_NOT_ENABLED"));
  router.route(contract.listReplays, () => ({ items: [], pagination: { next_cursor: null } }));
  router.route(contract.readReplay, ({ fail }) => fail(contract.notOffered));
  router.route(contract.readReplayPart, ({ fail }) => fail(contract.notOffered));
  router.route(contract.readReplayChunk, ({ fail }) => fail(contract.notOffered));
}
