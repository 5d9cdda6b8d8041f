import { GatehouseAdminApp } from "../apps/admin-app";
import type { serverOfEachTest } from "./api-server";
import { FakeHost } from "./fake-host";

/** An admin app of the project `p1` at a server of the test's own. */
export function adminAppOf(api: ReturnType<typeof serverOfEachTest>): GatehouseAdminApp {
  const keys = { publishableClientKey: "pck_1", secretServerKey: "ssk_1", superSecretAdminKey: "sak_1" };
  return new GatehouseAdminApp({ ...keys, projectId: "p1", baseUrl: api.url, tokenStore: null }, new FakeHost());
}
