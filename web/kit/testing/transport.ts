import { Sessions } from "../connection/sessions";
import type { Tier } from "../requests/tier";
import { type Credentials, type Method, Transport } from "../requests/transport";
import type { Reply } from "./api-server";
import { FakeHost, type FakePage } from "./fake-host";
import { accessToken } from "./wire-samples";

export interface Setting {
  readonly credentials?: Partial<Credentials>;
  readonly page?: FakePage;
  readonly tokens?: { accessToken: string | null; refreshToken: string | null };
}

/** A transport with all keys, and a session to send requests of. */
export function makeTransport(baseUrl: string, { credentials, page, tokens }: Setting = {}) {
  const host = new FakeHost(page);
  const made = new Transport(host, {
    projectId: "p1",
    baseUrl: () => baseUrl,
    publishableClientKey: "pck_1",
    secretServerKey: "ssk_1",
    superSecretAdminKey: "sak_1",
    ownerSession: null,
    extraRequestHeaders: {},
    ...credentials,
  });
  const session = new Sessions(host, made).fromTokens(tokens ?? { accessToken: null, refreshToken: null });
  const send = (method: Method = "GET", path = "/things", tier: Tier = "client", headers = {}) =>
    made.send(tier, session, { method, path, headers, ...(method !== "GET" && { body: { a: 1 } }) });
  return { host, send, session, made };
}

/** The response of the token endpoint. */
export const tokenResponse = (text = accessToken()): Reply => ({
  body: { access_token: text, token_type: "Bearer", refresh_token: "r1" },
});
