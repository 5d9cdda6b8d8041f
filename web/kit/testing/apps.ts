import { GatehouseAdminApp } from "../apps/admin-app";
import { GatehouseClientApp } from "../apps/client-app";
import type { ClientAppOptions } from "../connection/app-options";
import type { serverOfEachTest } from "./api-server";
import { FakeHost, FakePage } from "./fake-host";
import { accessToken, clientUser } from "./wire-samples";

export const signedIn = { accessToken: accessToken(), refreshToken: "r1" };
export const newTokens = { access_token: accessToken({ name: "new" }), refresh_token: "r2", user_id: clientUser.id };

/** A client app of the project `p1`, by default outside a browser. */
export function makeClientApp(options: Partial<ClientAppOptions>, page: FakePage | null = null) {
  const host = new FakeHost(page);
  const app = new GatehouseClientApp(
    { projectId: "p1", publishableClientKey: "pck_1", tokenStore: "memory", ...options },
    host,
  );
  return { app, host, page };
}

/** A client app in a browser whose cookies contain the tokens, and which moves the page. */
export function makeBrowserApp(
  baseUrl: string,
  { href, tokens = signedIn }: { href?: string; tokens?: typeof signedIn | null } = {},
) {
  const page = new FakePage(href);
  if (tokens !== null) page.document.cookie = `stack-refresh-p1=${tokens.refreshToken}`;
  return { ...makeClientApp({ baseUrl, tokenStore: "cookie", redirectMethod: "window" }, page), page };
}

/** An admin app of the project `p1` at a server of the test's own. */
export function adminAppOf(api: ReturnType<typeof serverOfEachTest>): GatehouseAdminApp {
  const keys = { publishableClientKey: "pck_1", secretServerKey: "ssk_1", superSecretAdminKey: "sak_1" };
  return new GatehouseAdminApp({ ...keys, projectId: "p1", baseUrl: api.url, tokenStore: null }, new FakeHost());
}
