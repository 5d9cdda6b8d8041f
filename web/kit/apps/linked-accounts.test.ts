import { describe, expect, it } from "vitest";
import type { OAuthProvider } from "../account/oauth-provider";
import { onWrite } from "../app/on-write";
import type { ServerOAuthProvider } from "../server/oauth-provider";
import { refusal, serverOfEachTest } from "../testing/api-server";
import { FakeHost } from "../testing/fake-host";
import { accessToken, clientUser, serverUser } from "../testing/wire-samples";
import { GatehouseClientApp } from "./client-app";
import { GatehouseServerApp } from "./server-app";

const api = serverOfEachTest();

const oauth_providers = [{ id: "google", account_id: "g-1", email: "zoe@example.com" }];
const link = {
  id: "2b1d4c6e-0c4f-4a52-8f5e-3a1c5d7e9f10",
  user_id: clientUser.id,
  provider_config_id: "google",
  type: "google",
  email: "zoe@example.com",
  allow_sign_in: true,
  allow_connected_accounts: false,
  created_at_millis: 1_760_000_000_000,
};
const shown = {
  id: link.id,
  userId: clientUser.id,
  type: "google",
  providerConfigId: "google",
  createdAt: new Date(1_760_000_000_000),
  email: "zoe@example.com",
  allowSignIn: true,
  allowConnectedAccounts: false,
};
const taken = refusal(
  "OAUTH_PROVIDER_ACCOUNT_ID_ALREADY_USED_FOR_SIGN_IN",
  400,
  "A provider with the same account ID is already used for signing in.",
);

const keys = { projectId: "p1", publishableClientKey: "pck_1", secretServerKey: "ssk_1" };

/** The user of the session, and what the app announced since. */
async function currentUser() {
  api.on("GET /users/me", { body: { ...clientUser, oauth_providers } });
  const tokenStore = { accessToken: accessToken(), refreshToken: "r1" };
  const app = new GatehouseClientApp({ ...keys, baseUrl: api.url, tokenStore }, new FakeHost());
  return { user: await app.getUser({ or: "throw" }), changed: changesOf(app) };
}

/** Some user of the project as a backend sees them, and what the app announced since. */
async function someUser() {
  api.on(`GET /users/${serverUser.id}`, { body: { ...serverUser, oauth_providers } });
  const app = new GatehouseServerApp({ ...keys, baseUrl: api.url, tokenStore: null }, new FakeHost());
  const user = await app.getUser(serverUser.id);
  if (user === null) throw new Error("There should be a user");
  return { app, user, changed: changesOf(app) };
}

function changesOf(app: Pick<GatehouseClientApp, "connection">): string[] {
  const changed: string[] = [];
  onWrite(app.connection, (resources) => void changed.push(resources.join(" ")));
  return changed;
}

describe("accounts that one is linked with", () => {
  it("are listed and found by the id of their link", async () => {
    const noEmail = { ...link, id: "x", email: undefined };
    api.on("GET /oauth-providers?user_id=me", { body: { items: [link, noEmail], is_paginated: false } });
    const { user } = await currentUser();
    const providers = await user.listOAuthProviders();
    expect(providers.map((provider) => ({ ...provider }))).toEqual([shown, { ...shown, id: "x", email: undefined }]);
    expect(providers.every(Object.isFrozen)).toBe(true);
    expect(await user.getOAuthProvider(link.id)).toMatchObject(shown);
    expect(await user.getOAuthProvider("google")).toBeNull();
  });

  it.each<[string, string, (provider: OAuthProvider) => Promise<unknown>, string]>([
    ["update", "PATCH", (provider) => provider.update({ allowSignIn: false }), '{"allow_sign_in":false}'],
    ["delete", "DELETE", (provider) => provider.delete(), ""],
  ])("%s changes the link, and notifies listeners", async (_, method, change, body) => {
    api.on("GET /oauth-providers?user_id=me", { body: { items: [link] } });
    api.on(`${method} /oauth-providers/me/${link.id}`, { body: { success: true } });
    const { user, changed } = await currentUser();
    const provider = await user.getOAuthProvider(link.id);
    await change(provider as OAuthProvider);
    expect(api.requestsFor(`${method} /oauth-providers/me/${link.id}`).map((request) => request.body)).toEqual([body]);
    expect(changed).toEqual(["oauth-providers current-user users"]);
  });

  it("OAUTH_PROVIDER_ACCOUNT_ID_ALREADY_USED_FOR_SIGN_IN of a change is a result", async () => {
    api.on("GET /oauth-providers?user_id=me", { body: { items: [link] } });
    api.on(`PATCH /oauth-providers/me/${link.id}`, [{ body: link }, taken]);
    const { user } = await currentUser();
    const provider = await user.getOAuthProvider(link.id);
    expect(await provider?.update({ allowSignIn: true })).toEqual({ status: "ok", data: undefined });
    expect(await provider?.update({ allowSignIn: true })).toMatchObject({
      status: "error",
      error: { errorCode: "OAUTH_PROVIDER_ACCOUNT_ID_ALREADY_USED_FOR_SIGN_IN" },
    });
  });
});

describe("accounts in the hands of a backend", () => {
  const serverLink = { ...link, account_id: "g-1" };

  it("show and take the id of the account", async () => {
    const linkPath = `/oauth-providers/${serverUser.id}/${link.id}`;
    api.on(`GET /oauth-providers?user_id=${serverUser.id}`, { body: { items: [serverLink] } });
    api.on(`PATCH ${linkPath}`, { body: serverLink });
    const { user, changed } = await someUser();
    const provider = (await user.getOAuthProvider(link.id)) as ServerOAuthProvider;
    expect({ ...provider }).toEqual({ ...shown, accountId: "g-1", providerConfigId: "google" });
    expect(Object.isFrozen(provider)).toBe(true);
    await provider.update({ accountId: "g-2", email: "b@b.co", allowConnectedAccounts: true });
    expect(api.bodyOf(`PATCH ${linkPath}`)).toEqual({
      account_id: "g-2",
      email: "b@b.co",
      allow_connected_accounts: true,
    });
    expect(changed).toEqual(["oauth-providers current-user users"]);
    expect(await user.getOAuthProvider("x")).toBeNull();
  });

  it("are linked by createOAuthProvider; one that another user signs in with is a result", async () => {
    api.on("POST /oauth-providers", [{ status: 201, body: serverLink }, taken]);
    const { app, changed } = await someUser();
    const options = {
      userId: serverUser.id,
      providerConfigId: "google",
      accountId: "g-1",
      email: "zoe@example.com",
      allowSignIn: true,
      allowConnectedAccounts: false,
    };
    expect(await app.createOAuthProvider(options)).toMatchObject({
      status: "ok",
      data: { ...shown, accountId: "g-1" },
    });
    expect(api.bodyOf("POST /oauth-providers")).toEqual({
      user_id: serverUser.id,
      provider_config_id: "google",
      account_id: "g-1",
      email: "zoe@example.com",
      allow_sign_in: true,
      allow_connected_accounts: false,
    });
    expect(changed).toEqual(["oauth-providers current-user users"]);
    expect(await app.createOAuthProvider(options)).toMatchObject({
      status: "error",
      error: { errorCode: "OAUTH_PROVIDER_ACCOUNT_ID_ALREADY_USED_FOR_SIGN_IN" },
    });
  });
});

describe("a connected account", () => {
  const route = "POST /connected-accounts/me/google/access-token";

  it("returns tokens with the requested scopes, a new one each time", async () => {
    api.on(route, [{ body: { access_token: "a1" } }, { body: { access_token: "a2" } }]);
    const { user } = await currentUser();
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
      const { user } = await currentUser();
      expect(await user.getConnectedAccount("google")).toBeNull();
      expect(api.bodyOf(route)).toEqual({ scope: "" });
      const account = await user.getConnectedAccount("google");
      await expect(account?.getAccessToken()).rejects.toThrow(/^No access token available/);
    },
  );

  it("is null without asking when the user has no account of that provider", async () => {
    const { user } = await currentUser();
    expect(await user.getConnectedAccount("github")).toBeNull();
    expect(api.received).toHaveLength(1);
  });

  it("other errors are thrown", async () => {
    api.on(route, refusal("OAUTH_ACCESS_TOKEN_NOT_AVAILABLE_WITH_SHARED_OAUTH_KEYS", 400, "Not with shared keys."));
    const { user } = await currentUser();
    await expect(user.getConnectedAccount("google")).rejects.toThrow("Not with shared keys.");
  });

  it("cannot be connected outside a browser", async () => {
    const { user } = await currentUser();
    await expect(user.getConnectedAccount("github", { or: "redirect" })).rejects.toThrow(
      "getConnectedAccount can currently only be called in a browser environment",
    );
  });

  it("of any user is had by a backend, which cannot connect one", async () => {
    api.on(`POST /connected-accounts/${serverUser.id}/google/access-token`, { body: { access_token: "a1" } });
    const { user } = await someUser();
    const account = await user.getConnectedAccount("google");
    expect(await account?.getAccessToken()).toEqual({ accessToken: "a1" });
    await expect(user.getConnectedAccount("github", { or: "redirect" })).rejects.toThrow(
      /^Cannot add new scopes to a user that is not a CurrentUser\./,
    );
  });
});
