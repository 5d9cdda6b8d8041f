import { describe, expect, it } from "vitest";
import { refusal, serverOfEachTest } from "../testing/api-server";
import { FakeHost } from "../testing/fake-host";
import { accessToken, clientUser, serverUser } from "../testing/wire-samples";
import { GatehouseClientApp } from "./client-app";
import { GatehouseServerApp } from "./server-app";

const api = serverOfEachTest();

const oauth_providers = [{ id: "google", account_id: "g-1", email: "zoe@example.com" }];
const keys = { projectId: "p1", publishableClientKey: "pck_1", secretServerKey: "ssk_1" };

/** The user of the session. */
async function currentUser() {
  api.on("GET /users/me", { body: { ...clientUser, oauth_providers } });
  const tokenStore = { accessToken: accessToken(), refreshToken: "r1" };
  const app = new GatehouseClientApp({ ...keys, baseUrl: api.url, tokenStore }, new FakeHost());
  return await app.getUser({ or: "throw" });
}

describe("a connected account", () => {
  const route = "POST /connected-accounts/me/google/access-token";

  it("returns tokens with the requested scopes, a new one each time", async () => {
    api.on(route, [{ body: { access_token: "a1" } }, { body: { access_token: "a2" } }]);
    const user = await currentUser();
    const account = await user.getConnectedAccount("google", { scopes: ["drive", "photos"] });
    expect(account?.id).toBe("google");
    expect(await account?.getAccessToken()).toEqual({ accessToken: "a2" });
    expect(api.requestsFor(route).map(({ body }) => JSON.parse(body))).toEqual([
      { scope: "drive photos" },
      { scope: "drive photos" },
    ]);
  });

  it.each(["OAUTH_CONNECTION_NOT_CONNECTED_TO_USER", "OAUTH_CONNECTION_DOES_NOT_HAVE_REQUIRED_SCOPE"])(
    "is null on %s, and a fault when it comes later",
    async (code) => {
      const refused = refusal(code, 400, "x");
      api.on(route, [refused, { body: { access_token: "a1" } }, refused]);
      const user = await currentUser();
      expect(await user.getConnectedAccount("google")).toBeNull();
      expect(api.bodyOf(route)).toEqual({ scope: "" });
      const account = await user.getConnectedAccount("google");
      await expect(account?.getAccessToken()).rejects.toThrow(/^No access token available/);
    },
  );

  it("cannot be connected outside a browser", async () => {
    const user = await currentUser();
    await expect(user.getConnectedAccount("github", { or: "redirect" })).rejects.toThrow(
      "getConnectedAccount can currently only be called in a browser environment",
    );
  });

  it("of any user is had by a backend, which cannot connect one", async () => {
    api.on(`POST /connected-accounts/${serverUser.id}/google/access-token`, { body: { access_token: "a1" } });
    api.on(`GET /users/${serverUser.id}`, { body: { ...serverUser, oauth_providers } });
    const app = new GatehouseServerApp({ ...keys, baseUrl: api.url, tokenStore: null }, new FakeHost());
    const user = (await app.getUser(serverUser.id)) ?? expect.fail();
    const account = await user.getConnectedAccount("google");
    expect(await account?.getAccessToken()).toEqual({ accessToken: "a1" });
    await expect(user.getConnectedAccount("github", { or: "redirect" })).rejects.toThrow(
      /^Cannot add new scopes to a user that is not a CurrentUser\./,
    );
  });
});
