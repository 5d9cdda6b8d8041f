import { describe, expect, it } from "vitest";
import { type Reply, serverOfEachTest } from "../testing/api-server";
import { makeTransport } from "../testing/transport";
import { accessToken } from "../testing/wire-samples";
import { refreshWithKey } from "./refresh-with-key";

const api = serverOfEachTest();
const key = "POST /auth/sessions/current/refresh";

function refresh() {
  const { host, made } = makeTransport(api.url, {
    credentials: { extraRequestHeaders: { "x-gatehouse-client-ip": "203.0.113.9" } },
  });
  return { host, refreshed: refreshWithKey(host, made, "r1") };
}

const refusal = (code: string): Reply => ({
  status: 401,
  headers: { "x-stack-known-error": code },
  body: { code, error: "x" },
});

describe("refreshing by a backend", () => {
  // Attack: one visitor's refreshes use up the limit that the API has for the network of the website's server, and sign all others out.
  it("is counted for the project and the visitor, by the secret key and the address", async () => {
    const renewed = accessToken();
    api.on(key, { body: { access_token: renewed } });
    expect((await refresh().refreshed)?.text).toBe(renewed);
    expect(api.requestsFor(key)[0]?.headers).toMatchObject({
      "x-stack-access-type": "server",
      "x-stack-secret-server-key": "ssk_1",
      "x-stack-refresh-token": "r1",
      "x-gatehouse-client-ip": "203.0.113.9",
    });
  });

  it("is repeated when the network fails: two tokens of a session do no harm", async () => {
    api.on(key, ["hang up", { body: { access_token: accessToken() } }]);
    const { host, refreshed } = refresh();
    expect(await refreshed).not.toBeNull();
    expect(host.waits).toEqual([1000]);
  });

  it("is null for a login that is over, and throws every other refusal", async () => {
    api.on(key, [refusal("REFRESH_TOKEN_NOT_FOUND_OR_EXPIRED"), refusal("INVALID_SECRET_SERVER_KEY")]);
    expect(await refresh().refreshed).toBeNull();
    await expect(refresh().refreshed).rejects.toMatchObject({ errorCode: "INVALID_SECRET_SERVER_KEY" });
  });
});
