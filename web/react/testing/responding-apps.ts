import { vi } from "vitest";
import { realHost } from "../../kit/host/host";
import { GatehouseAdminApp } from "../apps/admin-app";
import { GatehouseClientApp } from "../apps/client-app";
import { GatehouseServerApp } from "../apps/server-hooks";

type Respond = (path: string, method: string) => object | Promise<object> | undefined;

/** Apps of a signed-in user whose requests the test handles, by path and method; `log` has what was sent. */
export function appsRespondingWith(respond: Respond) {
  const log: string[] = [];
  const fetch: typeof globalThis.fetch = async (input, init) => {
    const path = new URL(String(input)).pathname.replace("/api/v1", "");
    const method = init?.method ?? "GET";
    log.push(`${method} ${path}`);
    const response = (await respond(path, method)) ?? {};
    return response instanceof Response ? response : Response.json(response);
  };
  const host = { ...realHost, fetch };
  const client = {
    baseUrl: "https://api.example.com",
    projectId: "p1",
    publishableClientKey: "pck_test",
    tokenStore: { accessToken, refreshToken: "r1" },
    // After a redirect the kit waits two seconds for the page to be left.
    redirectMethod: { useNavigate: () => () => undefined, navigate: () => undefined },
  };
  const server = { ...client, secretServerKey: "ssk_test" };
  return {
    log,
    clientApp: () => new GatehouseClientApp(client, host),
    /** Signed out, with a store that keeps what a sign-in returns. */
    memoryApp: () => new GatehouseClientApp({ ...client, tokenStore: "memory" }, host),
    serverApp: () => new GatehouseServerApp(server, host),
    adminApp: () => new GatehouseAdminApp({ ...server, superSecretAdminKey: "sak_test" }, host),
  };
}

const encode = (part: object) => btoa(JSON.stringify(part)).replace(/=+$/, "");

const claims = {
  sub: "u1",
  exp: 4_000_000_000,
  iss: "https://api.example.com",
  aud: "p1",
  project_id: "p1",
  branch_id: "main",
  refresh_token_id: "s1",
  role: "authenticated",
  name: "Zoe",
  email: "zoe@example.com",
  email_verified: true,
  selected_team_id: null,
  is_anonymous: false,
};

/** Unsigned: the kit reads the claims and does not verify the signature. */
export const accessToken = `${encode({ alg: "ES256" })}.${encode(claims)}.signature`;

/** Lets time pass, by fake timers, until a promise settles: the fetches of one view keep an interval. */
export async function settle<T>(promise: Promise<T>): Promise<T> {
  let isSettled = false;
  const done = () => {
    isSettled = true;
  };
  promise.then(done, done);
  while (!isSettled) await vi.advanceTimersByTimeAsync(100);
  return await promise;
}
