import { describe, expect, it } from "vitest";
import { selectConnection } from "../../../db/users/provider-tokens/queries";
import { UnsealError } from "../../../platform/sealing";
import { planOf } from "../../../testing/measured-databases";
import { db, project, type TestProject } from "../../../testing/project";
import { expectError, expectPlainError } from "../../../testing/refusals";
import { twoRotations, under } from "../../../testing/rotation";
import type { RequestInput, TestResponse } from "../../../testing/send-request";
import { refusesRestricted } from "../../../testing/suspensions";
import { accessToken, bareUser } from "../../../testing/tokens";
import { create, unknownId } from "../users/users.fixtures";
import {
  baseScopes,
  changeTokens,
  connectedUser,
  connectingProject,
  givenTokens,
  hour,
  linkedUser,
  providerOf,
  settings,
  store,
  storedTokens,
} from "./connected-accounts.fixtures";
import { openToken } from "./index";

const oneToken = "POST /connected-accounts/{user_id}/{provider_id}/access-token" as const;
const ownToken = "POST /auth/oauth/connected-accounts/{provider_id}/access-token" as const;
const minute = 60 * 1000;

type Caller = TestProject["client"];

function requestToken(caller: Caller, userId = "me", input: RequestInput = {}): Promise<TestResponse> {
  return caller(oneToken, { body: {}, ...input, params: { user_id: userId, provider_id: "google", ...input.params } });
}

function expectToken(response: TestResponse, token: string): void {
  expect({ status: response.status, body: response.body }).toEqual({ status: 201, body: { access_token: token } });
}

const lacksScope = "OAUTH_CONNECTION_DOES_NOT_HAVE_REQUIRED_SCOPE";
const notConnected = "OAUTH_CONNECTION_NOT_CONNECTED_TO_USER";
const notFound = "OAUTH_PROVIDER_NOT_FOUND_OR_NOT_ENABLED";
/** A provider that cannot be reached. */
const down = { SHARED_OAUTH_ISSUER: "http://localhost:1" };

describe(oneToken, () => {
  it("201 the stored token, which the provider accepts, for the user and for servers; in one round trip", async () => {
    const p = await connectingProject();
    const { userId, as, given } = await connectedUser(p);
    const [asUser, asServer] = [await requestToken(as.client), await requestToken(p.server, userId)];
    expectToken(asUser, given.accessToken);
    expectToken(asServer, given.accessToken);
    expect([asUser.cost.d1, asServer.cost.d1]).toEqual([1, 1]);
    expect(await (await providerOf(p)).accepts(asUser.body.access_token)).toBe(true);
  });

  it("201 for scopes that the tokens have, 400 OAUTH_CONNECTION_DOES_NOT_HAVE_REQUIRED_SCOPE for one that they lack", async () => {
    const p = await connectingProject();
    const { as, given } = await connectedUser(p);
    for (const scope of ["", "email", " profile  openid\temail "]) {
      expectToken(await requestToken(as.client, "me", { body: { scope } }), given.accessToken);
    }
    for (const scope of ["calendar", "email calendar", "EMAIL"]) {
      const response = await requestToken(as.client, "me", { body: { scope } });
      expectError(response, 400, "OAUTH_CONNECTION_DOES_NOT_HAVE_REQUIRED_SCOPE");
      expect(response.body.error).toBe("The OAuth connection does not have the required scope.");
    }
  });

  it("201 a token that lasts more than 5 minutes; a shorter one is renewed and stored, in three round trips", async () => {
    const p = await connectingProject();
    const { as, given } = await connectedUser(p);
    await changeTokens(p, { expiresAt: Date.now() + 6 * minute });
    expectToken(await requestToken(as.client), given.accessToken);
    await changeTokens(p, { expiresAt: Date.now() + 5 * minute });
    const renewed = await requestToken(as.client);
    expect({ status: renewed.status, d1: renewed.cost.d1 }).toEqual({ status: 201, d1: 3 });
    expect(renewed.body.access_token).not.toBe(given.accessToken);
    expect(await (await providerOf(p)).accepts(renewed.body.access_token)).toBe(true);
    expectToken(await requestToken(as.client), renewed.body.access_token);
    expect(await storedTokens(p)).toMatchObject([{ scopes: baseScopes, refreshingUntil: 0 }]);
  });

  it("201 renews repeatedly at a provider that accepts each refresh token once", async () => {
    const p = await connectingProject();
    const { as } = await connectedUser(p);
    const tokens = new Set<string>();
    for (let round = 0; round < 3; round++) {
      await changeTokens(p, { expiresAt: 0 });
      const { body } = await requestToken(as.client);
      tokens.add(body.access_token);
    }
    expect(tokens.size).toBe(3);
    expect(tokens).not.toContain(undefined);
  });

  it("201 a renewed token in place of one that the provider refuses", async () => {
    const p = await connectingProject();
    const [user, given] = [await linkedUser(p), await givenTokens(p)];
    await store(user, { ...given, accessToken: "revoked" });
    const response = await requestToken(user.as.client);
    expect(response.status).toBe(201);
    expect(await (await providerOf(p)).accepts(response.body.access_token)).toBe(true);
  });

  it("400 OAUTH_CONNECTION_DOES_NOT_HAVE_REQUIRED_SCOPE for a refused token that nothing renews, which is not tried again", async () => {
    const p = await connectingProject();
    const user = await linkedUser(p);
    await store(user, { accessToken: "revoked" });
    const first = await requestToken(user.as.client);
    expectError(first, 400, lacksScope);
    expect(first.cost.d1).toBe(2);
    expect(await storedTokens(p)).toMatchObject([{ expiresAt: 0 }]);
    const again = await requestToken(user.as.client);
    expectError(again, 400, lacksScope);
    expect(again.cost.d1).toBe(1);
  });

  it("201 by another consent when the first one's refresh token is refused, which is not tried again", async () => {
    const p = await connectingProject();
    const [user, given] = [await linkedUser(p), await givenTokens(p)];
    await store(user, { ...given, expiresAt: 1 });
    await store(user, { expiresAt: 2, refreshToken: "revoked", scopes: ["openid", "other"] });
    expect((await requestToken(user.as.client)).status).toBe(201);
    expect(await storedTokens(p)).toMatchObject([
      { sealedRefreshToken: expect.any(String) },
      { sealedRefreshToken: null, refreshingUntil: 0 },
    ]);
  });

  it("201 the stored token while the provider cannot be reached; renewing waits until it can", async () => {
    const p = await connectingProject();
    const { as, given } = await connectedUser(p);
    expectToken(await requestToken(as.client, "me", { settings: down }), given.accessToken);
    await changeTokens(p, { expiresAt: 0 });
    expectError(await requestToken(as.client, "me", { settings: down }), 400, lacksScope);
    expect((await requestToken(as.client)).status).toBe(201);
  });

  it("of 5 at once that find it expired one renews it, and the others get that token or 429", async () => {
    const p = await connectingProject();
    const { as } = await connectedUser(p);
    await changeTokens(p, { expiresAt: 0 });
    const responses = await Promise.all(Array.from({ length: 5 }, () => requestToken(as.client)));
    const [given, refused] = [
      responses.filter(({ status }) => status === 201),
      responses.filter((one) => one.status === 429),
    ];
    expect(given.length).toBeGreaterThan(0);
    expect(given.length + refused.length).toBe(5);
    expect(new Set(given.map(({ body }) => body.access_token)).size).toBe(1);
    // The provider ends a connection whose refresh token is used twice, so this proves that none was.
    expect(await (await providerOf(p)).accepts(given[0]?.body.access_token)).toBe(true);
    await changeTokens(p, { expiresAt: 0 });
    expect((await requestToken(as.client)).status).toBe(201);
  });

  it("429 with Retry-After while another request is renewing for long; an abandoned claim expires", async () => {
    const p = await connectingProject();
    const { as, given } = await connectedUser(p);
    await changeTokens(p, { expiresAt: 0, refreshingUntil: Date.now() + minute });
    const busy = await requestToken(as.client);
    expectPlainError(busy, 429, "Too Many Requests");
    expect(busy.headers.get("retry-after")).toBe("1");
    await changeTokens(p, { refreshingUntil: Date.now() - 1 });
    const renewed = await requestToken(as.client);
    expect(renewed.status).toBe(201);
    expect(renewed.body.access_token).not.toBe(given.accessToken);
  });

  it("201 while another request is renewing: waits, and returns what that one has stored", async () => {
    const p = await connectingProject();
    const [user, fresh] = [await connectedUser(p), await givenTokens(p)];
    await changeTokens(p, { expiresAt: 0, refreshingUntil: Date.now() + minute });
    const waiting = requestToken(user.as.client);
    await store(user, fresh);
    expectToken(await waiting, fresh.accessToken);
  });

  it("400 OAUTH_CONNECTION_NOT_CONNECTED_TO_USER without a link, and with one that is not for connecting", async () => {
    const p = await connectingProject();
    const response = await requestToken(p.server, (await create(p)).id);
    expectError(response, 400, "OAUTH_CONNECTION_NOT_CONNECTED_TO_USER");
    expect(response.body.error).toBe("The OAuth connection is not connected to any user.");
    const { as, linkId, userId } = await connectedUser(p);
    const params = { user_id: userId, provider_id: linkId };
    const body = { allow_connected_accounts: false };
    await as.client("PATCH /oauth-providers/{user_id}/{provider_id}", { params, body });
    expectError(await requestToken(as.client), 400, notConnected);
    expectError(await requestToken(p.server, userId), 400, notConnected);
  });

  it("400 OAUTH_CONNECTION_DOES_NOT_HAVE_REQUIRED_SCOPE with a link that a server created, which has no tokens", async () => {
    const p = await connectingProject();
    const { as } = await linkedUser(p);
    expectError(await requestToken(as.client), 400, lacksScope);
  });

  it("unlinking removes the tokens: linked again, the account has none", async () => {
    const p = await connectingProject();
    const { as, userId, linkId, account } = await connectedUser(p);
    const params = { user_id: userId, provider_id: linkId };
    await as.client("DELETE /oauth-providers/{user_id}/{provider_id}", { params });
    expect(await storedTokens(p)).toEqual([]);
    expectError(await requestToken(as.client), 400, notConnected);
    await p.server("POST /oauth-providers", {
      body: {
        user_id: userId,
        provider_config_id: "google",
        account_id: account.accountId,
        allow_sign_in: true,
        allow_connected_accounts: true,
      },
    });
    expectError(await requestToken(as.client), 400, lacksScope);
  });

  // Attack: get the tokens of one account through another.
  it("a link that changes to another account loses the tokens; other changes keep them", async () => {
    const p = await connectingProject();
    const { userId, linkId, account, given } = await connectedUser(p);
    const params = { user_id: userId, provider_id: linkId };
    const patch = (body: object) => p.server("PATCH /oauth-providers/{user_id}/{provider_id}", { params, body });
    await patch({ account_id: account.accountId, email: "ada@gmail.example", allow_sign_in: false });
    expectToken(await requestToken(p.server, userId), given.accessToken);
    await patch({ account_id: "another" });
    expect(await storedTokens(p)).toEqual([]);
    expectError(await requestToken(p.server, userId), 400, lacksScope);
  });

  it("400 OAUTH_PROVIDER_NOT_FOUND_OR_NOT_ENABLED for a provider that is not configured, or not for connecting", async () => {
    const p = await connectingProject({ allowConnectedAccounts: false });
    const { as } = await linkedUser(p);
    for (const provider_id of ["google", "spotify", "constructor"]) {
      const response = await requestToken(as.client, "me", { params: { provider_id } as never });
      expectError(response, 400, "OAUTH_PROVIDER_NOT_FOUND_OR_NOT_ENABLED");
      expect(response.body.error).toBe("The OAuth provider is not found or not enabled.");
    }
    const withoutKeys = await connectingProject({ isShared: false });
    expectError(await requestToken((await linkedUser(withoutKeys)).as.client), 400, notFound);
  });

  // Attack: use the keys that all projects share to act at the provider as another project.
  it("400 OAUTH_ACCESS_TOKEN_NOT_AVAILABLE_WITH_SHARED_OAUTH_KEYS where shared keys are a real provider's, and in development by default", async () => {
    const p = await connectingProject();
    const { as } = await connectedUser(p);
    const withoutIssuer = { settings: { SHARED_OAUTH_ISSUER: undefined } };
    const response = await requestToken(as.client, "me", withoutIssuer);
    expectError(response, 400, "OAUTH_ACCESS_TOKEN_NOT_AVAILABLE_WITH_SHARED_OAUTH_KEYS");
    const asDeployed = await requestToken(as.client, "me", { settings: { SHARED_OAUTH_ACCESS_TOKENS: "off" } });
    expectError(asDeployed, 400, "OAUTH_ACCESS_TOKEN_NOT_AVAILABLE_WITH_SHARED_OAUTH_KEYS");
    expect(response.body.error).toBe(
      "Access tokens are not available with shared OAuth keys. Please add your own OAuth keys on the dashboard to use access tokens.",
    );
  });

  it("404 USER_NOT_FOUND at server tier for an unknown user and another project's", async () => {
    const [p, other] = [await connectingProject(), await connectingProject()];
    const { userId } = await connectedUser(other);
    for (const id of [unknownId, userId]) expectError(await requestToken(p.server, id), 404, "USER_NOT_FOUND");
  });

  // Attack: get another user's token by their id, or signed out.
  it("403 plain for a client that names another user, 400 without a user, nothing of another project's user", async () => {
    const [p, other] = [await connectingProject(), await connectingProject()];
    const [victim, { as }] = [await connectedUser(p), await linkedUser(p)];
    const text = "Client can only access its own connected accounts";
    expectPlainError(await requestToken(as.client, victim.userId), 403, text);
    expectPlainError(await requestToken(p.client, victim.userId), 403, text);
    expectPlainError(await requestToken(p.client, unknownId), 403, text);
    expectError(await requestToken(p.client), 400, "CANNOT_GET_OWN_USER_WITHOUT_USER");
    const crossed = other.as({ access_token: await accessToken(p.id, victim.userId) });
    expect((await requestToken(crossed.client)).status).toBe(401);
  });

  // Attack: copy another user's tokens into a row of one's own, with write access to the database.
  it("400 in plain text when the project's client secret cannot be read any more", async () => {
    const { first, third } = twoRotations();
    const p = await project();
    const keys = { type: "standard", client_id: "google-client", client_secret: "google-secret" };
    const body = { config: { oauth_providers: [{ id: "google", ...keys }] } };
    expect((await under(first, p).admin("PATCH /internal/projects/current", { body })).status).toBe(200);
    const { userId } = await linkedUser(p);
    expectPlainError(
      await requestToken(under(third, p).server, userId),
      400,
      "The client secret of the provider google cannot be read any more. If you are the admin of this project, please enter it again in the provider's configuration.",
    );
  });

  it("400 OAUTH_CONNECTION_DOES_NOT_HAVE_REQUIRED_SCOPE for tokens that were sealed for another user", async () => {
    const p = await connectingProject();
    const [victim, attacker] = [await connectedUser(p), await linkedUser(p)];
    const [stolen] = await storedTokens(p);
    await store(attacker);
    await changeTokens(p, {
      sealedAccessToken: stolen?.sealedAccessToken ?? "",
      sealedRefreshToken: stolen?.sealedRefreshToken ?? "",
    });
    expectError(await requestToken(attacker.as.client), 400, lacksScope);
    expectToken(await requestToken(victim.as.client), victim.given.accessToken);
  });

  it("400 SCHEMA_ERROR for a missing or malformed body and for unknown fields", async () => {
    const p = await connectingProject();
    const { as } = await linkedUser(p);
    for (const body of [undefined, { scope: ["email"] }, { scope: null }, { scopes: "email" }]) {
      expectError(await requestToken(as.client, "me", { body }), 400, "SCHEMA_ERROR");
    }
  });

  it("is read without a full scan or a sort", async () => {
    const plan = await planOf(selectConnection(db, { projectId: "p", userId: "u", providerConfigId: "google" }));
    expect(plan).not.toMatch(/SCAN|TEMP B-TREE/);
    expect(plan).toContain("provider_tokens_of_link");
  });
});

describe(ownToken, () => {
  const params = { provider_id: "google" };
  it("201 the signed-in user's token, in one round trip", async () => {
    const p = await connectingProject();
    const { as, given } = await connectedUser(p);
    const response = await as.client(ownToken, { params, body: { scope: "email" } });
    expectToken(response, given.accessToken);
    expect(response.cost.d1).toBe(1);
    expectToken(await as.server(ownToken, { params, body: {} }), given.accessToken);
  });

  it("400 CANNOT_GET_OWN_USER_WITHOUT_USER without a user, and for a deleted user", async () => {
    const p = await connectingProject();
    expectError(await p.client(ownToken, { params, body: {} }), 400, "CANNOT_GET_OWN_USER_WITHOUT_USER");
    const gone = p.as({ access_token: await accessToken(p.id, unknownId) });
    expectError(await gone.client(ownToken, { params, body: {} }), 400, "CANNOT_GET_OWN_USER_WITHOUT_USER");
  });

  it("400 as at the other address", async () => {
    const p = await connectingProject();
    const { as } = await linkedUser(p);
    expectError(await as.client(ownToken, { params, body: {} }), 400, lacksScope);
    const unlinked = p.as({ access_token: await accessToken(p.id, await bareUser(p.id)) });
    expectError(await unlinked.client(ownToken, { params, body: {} }), 400, notConnected);
    const unconfigured = await project();
    const { id } = await create(unconfigured);
    const caller = unconfigured.as({ access_token: await accessToken(unconfigured.id, id) });
    expectError(await caller.client(ownToken, { params, body: {} }), 400, notFound);
  });
});

describe("storeProviderTokens", () => {
  // Evidence: stores-both-tokens-sealed-scopes
  it("stores both tokens sealed, with the scopes", async () => {
    const p = await connectingProject();
    const user = await linkedUser(p);
    const expiresAt = Date.now() + hour;
    await store(user, { accessToken: "the-access-token", refreshToken: "the-refresh-token", expiresAt, scopes: ["a"] });
    const [row, ...others] = await storedTokens(p);
    expect(others).toEqual([]);
    expect(row).toMatchObject({ scopes: ["a"], expiresAt, refreshingUntil: 0 });
    expect(JSON.stringify(row)).not.toMatch(/the-(access|refresh)-token/);
    const open = (kind: "access" | "refresh", sealed: string | null | undefined) =>
      openToken(settings.serverSecrets, user.account, kind, sealed ?? "");
    expect(await open("access", row?.sealedAccessToken)).toBe("the-access-token");
    expect(await open("refresh", row?.sealedRefreshToken)).toBe("the-refresh-token");
  });

  // Attack: copy another user's tokens to a row of one's own, with write access to the database.
  it("seals for one user's account, project and kind of token, and opens for no other", async () => {
    const p = await connectingProject();
    const user = await linkedUser(p);
    await store(user);
    const sealed = (await storedTokens(p))[0]?.sealedAccessToken ?? "";
    const other = "0c9a4f5e-1111-4111-8111-111111111111";
    const elsewhere = [
      { projectId: other },
      { userId: other },
      { accountId: "another" },
      { providerConfigId: `google/${user.account.accountId}`, accountId: "" },
    ];
    for (const place of elsewhere) {
      const opening = openToken(settings.serverSecrets, { ...user.account, ...place }, "access", sealed);
      await expect(opening).rejects.toThrow(UnsealError);
    }
    await expect(openToken(settings.serverSecrets, user.account, "refresh", sealed)).rejects.toThrow(UnsealError);
  });

  it("stores nothing without a link of the account, and deletes everything with it", async () => {
    const p = await connectingProject();
    const user = await linkedUser(p);
    await store({ account: { ...user.account, accountId: "another" } });
    expect(await storedTokens(p)).toEqual([]);
    await store(user);
    expect(await storedTokens(p)).toHaveLength(1);
    await p.server("DELETE /users/{user_id}", { params: { user_id: user.userId } });
    expect(await storedTokens(p)).toEqual([]);
  });

  it("deletes the tokens that new ones replace, and no others", async () => {
    const p = await connectingProject();
    const [user, other] = [await linkedUser(p), await linkedUser(p)];
    const kept = async () => (await storedTokens(p)).map(({ scopes }) => scopes.join(" "));
    await store(other, { scopes: ["other's"] });
    await store(user, { scopes: ["a", "b"] });
    await store(user, { scopes: ["c"] });
    await store(user, { scopes: ["expired"], expiresAt: Date.now() - 1 });
    await store(user, { scopes: ["expired", "renewable"], expiresAt: Date.now() - 1, refreshToken: "rt" });
    expect(await kept()).toEqual(["other's", "a b", "c", "expired renewable"]);
    await store(user, { scopes: ["a"] });
    expect(await kept()).toEqual(["other's", "a b", "c", "expired renewable", "a"]);
    await store(user, { scopes: ["b", "a", "expired", "renewable"] });
    expect(await kept()).toEqual(["other's", "c", "expired renewable", "b a expired renewable"]);
    await store(user, { scopes: ["renewable", "expired", "c"], refreshToken: "rt" });
    expect(await kept()).toEqual(["other's", "b a expired renewable", "renewable expired c"]);
  });
});

describe("tokens of a restricted user", () => {
  refusesRestricted("RESTRICTED_USER_NOT_ALLOWED", (client) =>
    client("POST /connected-accounts/{user_id}/{provider_id}/access-token", {
      params: { user_id: "me", provider_id: "google" },
      body: {},
    }),
  );
  refusesRestricted("RESTRICTED_USER_NOT_ALLOWED", (client) =>
    client("POST /auth/oauth/connected-accounts/{provider_id}/access-token", {
      params: { provider_id: "google" },
      body: {},
    }),
  );
});

describe("several accounts at one provider", () => {
  const tokenOf = "POST /connected-accounts/{user_id}/{provider_id}/{provider_account_id}/access-token";
  const listOf = "GET /connected-accounts/{user_id}";

  /** A user with two accounts whose tokens the test has made up, and one that is for nothing. */
  async function several() {
    const p = await connectingProject();
    const user = await linkedUser(p);
    const link = { user_id: user.userId, provider_config_id: "google", allow_sign_in: false };
    const second = "work/ada@example.com";
    const body = { ...link, account_id: second, allow_connected_accounts: true };
    expect((await p.server("POST /oauth-providers", { body })).status).toBe(201);
    await p.server("POST /oauth-providers", { body: { ...body, account_id: "3", allow_connected_accounts: false } });
    const accounts = [user.account.accountId, second];
    for (const accountId of accounts) {
      await store(
        { account: { ...user.account, accountId } },
        { accessToken: accountId, expiresAt: Date.now() + hour },
      );
    }
    return { p, user, accounts };
  }

  describe("GET /connected-accounts/{user_id}", () => {
    it("200 lists those that are for the provider's API, for the user and for servers", async () => {
      const { p, user, accounts } = await several();
      const items = accounts.map((provider_account_id) => ({
        user_id: user.userId,
        provider: "google",
        provider_account_id,
      }));
      for (const listed of [
        await user.as.client(listOf, { params: { user_id: "me" } }),
        await p.server(listOf, { params: { user_id: user.userId } }),
      ]) {
        expect([listed.status, listed.body, listed.cost.d1]).toEqual([200, { items, is_paginated: false }, 1]);
      }
      const other = await linkedUser(p);
      // Attack: a user asks which accounts another one has elsewhere.
      const refused = await other.as.client(listOf, { params: { user_id: user.userId } });
      expectPlainError(refused, 403, "Client can only access its own connected accounts");
    });
  });

  describe("POST /connected-accounts/{user_id}/{provider_id}/{provider_account_id}/access-token", () => {
    it("201 gives each its own token; 400 OAUTH_CONNECTION_NOT_CONNECTED_TO_USER for one that is not for it", async () => {
      const { user, accounts } = await several();
      // Nobody asks the provider whether it takes tokens that the test made up.
      for (const provider_account_id of accounts) {
        const params = { user_id: "me", provider_id: "google", provider_account_id };
        const response = await user.as.client(tokenOf, { params, body: {}, settings: down });
        expectToken(response, provider_account_id);
      }
      const params = { user_id: "me", provider_id: "google", provider_account_id: "3" };
      expectError(await user.as.client(tokenOf, { params, body: {} }), 400, notConnected);
    });
  });
});
