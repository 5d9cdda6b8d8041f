import { onWrite } from "../app/on-write";
import { GatehouseAdminApp } from "../apps/admin-app";
import type { serverOfEachTest } from "./api-server";
import { FakeHost } from "./fake-host";

type ApiServer = ReturnType<typeof serverOfEachTest>;

/** An admin app of a server of the test's own, and what its writes have changed. */
export function adminAppOf(api: ApiServer) {
  const keys = { publishableClientKey: "pck_1", secretServerKey: "ssk_1", superSecretAdminKey: "sak_1" };
  const app = new GatehouseAdminApp({ ...keys, projectId: "p1", baseUrl: api.url, tokenStore: null }, new FakeHost());
  const changed: string[] = [];
  onWrite(app.connection, (resources) => void changed.push(resources.join(" ")));
  /** The tier and the body of the one request that was sent. */
  const sent = () => {
    const [request, ...others] = api.received;
    if (!request || others.length > 0) throw new Error(`${api.received.length} requests were sent.`);
    const { headers, body } = request;
    return { tier: headers["x-stack-access-type"], body: body === "" ? undefined : JSON.parse(body) };
  };
  return { app, changed, sent };
}
