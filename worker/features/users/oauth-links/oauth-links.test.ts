import { describe, expect, it } from "vitest";
import { selectLinks, selectProjectLinks } from "../../../db/users/oauth-links";
import { idPattern } from "../../../platform/secrets";
import { planOf } from "../../../testing/measured-databases";
import { db, project } from "../../../testing/project";
import { expectError, expectPlainError } from "../../../testing/refusals";
import { d1 } from "../../../testing/shards";
import { create, expectFlatRowToFollow, signedIn, unknownId } from "../users/users.fixtures";
import { link, linkBody, linksOf, paramsOf, providerProject, withoutGoogle } from "./oauth-links.fixtures";

const readOne = "GET /oauth-providers/{user_id}/{provider_id}";
const changeOne = "PATCH /oauth-providers/{user_id}/{provider_id}";
const deleteOne = "DELETE /oauth-providers/{user_id}/{provider_id}";
const secondSignIn = "The same provider type with sign-in enabled already exists for this user.";
const ownAccount = "The same provider type with the same account ID already exists for this user.";
const notFound = (id: string, userId: string) => `OAuth provider ${id} for user ${userId} not found`;

describe("GET /oauth-providers", () => {
  it("200 the user's links, oldest first, in one round trip; only servers see the account ids", async () => {
    const p = await providerProject();
    const { user, as } = await signedIn(p);
    const first = await link(p, user.id, { email: "ada@gmail.example", allow_sign_in: true });
    const second = await link(p, user.id, { provider_config_id: "github", allow_connected_accounts: true });
    await link(p, (await create(p)).id);
    const response = await as.client("GET /oauth-providers", { query: { user_id: "me" } });
    const items = [
      {
        id: first.id,
        user_id: user.id,
        provider_config_id: "google",
        type: "google",
        email: "ada@gmail.example",
        allow_sign_in: true,
        allow_connected_accounts: false,
        created_at_millis: expect.any(Number),
      },
      {
        id: second.id,
        user_id: user.id,
        provider_config_id: "github",
        type: "github",
        allow_sign_in: false,
        allow_connected_accounts: true,
        created_at_millis: expect.any(Number),
      },
    ];
    expect({ status: response.status, body: response.body, d1: response.cost.d1 }).toEqual({
      status: 200,
      body: { items, is_paginated: false },
      d1: 1,
    });
    const seenByServer = await p.server("GET /oauth-providers", { query: { user_id: user.id } });
    expect(seenByServer.body.items).toEqual(items.map((item) => ({ ...item, account_id: "g-1" })));
    expect(seenByServer.cost.d1).toBe(1);
  });

  it("200 the links of this project only for servers that name no user, in two round trips", async () => {
    const [p, other] = [await providerProject(), await providerProject()];
    const mine = [await link(p, (await create(p)).id), await link(p, (await create(p)).id)];
    await link(other, (await create(other)).id);
    const { body, cost } = await p.server("GET /oauth-providers");
    expect(body.items.map(({ id }: { id: string }) => id)).toEqual(mine.map(({ id }) => id));
    expect(cost.d1).toBe(2);
  });

  it("200 leaves out links of a provider that is no longer configured", async () => {
    const p = await providerProject();
    const { id } = await create(p);
    await link(p, id);
    await withoutGoogle(p);
    for (const query of [{ user_id: id }, {}] as Record<string, string>[]) {
      expect((await p.server("GET /oauth-providers", { query })).body.items).toEqual([]);
    }
  });

  it("404 USER_NOT_FOUND for an unknown user and another project's, who has links", async () => {
    const [p, other] = [await providerProject(), await providerProject()];
    const { id } = await create(other);
    await link(other, id);
    for (const user_id of [unknownId, id]) {
      expectError(await p.server("GET /oauth-providers", { query: { user_id } }), 404, "USER_NOT_FOUND");
    }
  });

  // Attack: read the accounts of others.
  it("403 plain for a client that names another user or none, 400 without a user", async () => {
    const p = await providerProject();
    const { as } = await signedIn(p);
    const other = await create(p);
    for (const query of [{ user_id: other.id }, {}] as Record<string, string>[]) {
      const response = await as.client("GET /oauth-providers", { query });
      expectPlainError(response, 403, "Client can only list OAuth providers for their own user.");
    }
    for (const query of [{ user_id: other.id }, { user_id: "me" }, {}] as Record<string, string>[]) {
      expectError(await p.client("GET /oauth-providers", { query }), 400, "CANNOT_GET_OWN_USER_WITHOUT_USER");
    }
  });

  it("is planned without a full scan or a sort in both forms", async () => {
    const forms = [
      selectLinks(db, { projectId: "p", userId: "u" }),
      selectProjectLinks(db, { projectId: "p", limit: 10 }),
    ];
    for (const form of forms) expect(await planOf(form)).not.toMatch(/SCAN|TEMP B-TREE/);
  });
});

describe("POST /oauth-providers", () => {
  it("201 with every field, and the user's row follows; in two round trips", async () => {
    const p = await providerProject();
    const { id } = await create(p);
    const fields = { email: "ada@gmail.example", allow_sign_in: true, allow_connected_accounts: true };
    const { status, body, cost } = await p.server("POST /oauth-providers", { body: linkBody(id, fields) });
    expect({ status, body, d1: cost.d1 }).toEqual({
      status: 201,
      body: {
        id: expect.stringMatching(idPattern),
        user_id: id,
        provider_config_id: "google",
        type: "google",
        email: "ada@gmail.example",
        allow_sign_in: true,
        allow_connected_accounts: true,
        created_at_millis: expect.any(Number),
        account_id: "g-1",
      },
      d1: 2,
    });
    await expectFlatRowToFollow(p, id);
    const { as } = await signedIn(p);
    const mine = await as.server("POST /oauth-providers", { body: linkBody("me", { email: "" }) });
    expect(mine.status).toBe(201);
    expect(mine.body).not.toHaveProperty("email");
  });

  it("400 plain for a second link that signs in, and for a second link of one account", async () => {
    const p = await providerProject();
    const { id } = await create(p);
    await link(p, id, { allow_sign_in: true });
    const post = (fields: object) => p.server("POST /oauth-providers", { body: linkBody(id, fields) });
    expectPlainError(await post({ account_id: "g-2", allow_sign_in: true }), 400, secondSignIn);
    expectPlainError(await post({ allow_sign_in: true }), 400, secondSignIn);
    expectPlainError(await post({}), 400, ownAccount);
    expect(await linksOf(p, id)).toHaveLength(1);
    expect((await post({ account_id: "g-2" })).status).toBe(201);
    const elsewhere = await post({ provider_config_id: "github", account_id: "g-1", allow_sign_in: true });
    expect(elsewhere.status).toBe(201);
    await expectFlatRowToFollow(p, id);
  });

  it("400 OAUTH_PROVIDER_ACCOUNT_ID_ALREADY_USED_FOR_SIGN_IN for an account that signs another user in; otherwise accounts may be shared", async () => {
    const [p, other] = [await providerProject(), await providerProject()];
    const [ada, bob] = [await create(p), await create(p)];
    await link(p, ada.id, { allow_sign_in: true });
    const post = (fields: object) => p.server("POST /oauth-providers", { body: linkBody(bob.id, fields) });
    const taken = await post({ allow_sign_in: true });
    expectError(taken, 400, "OAUTH_PROVIDER_ACCOUNT_ID_ALREADY_USED_FOR_SIGN_IN");
    expect(taken.body.error).toBe("A provider with the same account ID is already used for signing in.");
    expect((await post({})).status).toBe(201);
    // The user's own link of the account is reported first, not the one of the other user.
    expectPlainError(await post({ allow_sign_in: true }), 400, ownAccount);
    expect((await post({ provider_config_id: "github", allow_sign_in: true })).status).toBe(201);
    await link(other, (await create(other)).id, { allow_sign_in: true });
  });

  // Attack: race the checks, so that one account signs two users in, or two accounts at one provider sign one user in.
  it("of 10 at once: one account signs one user in, and one of a user's accounts signs in", async () => {
    const p = await providerProject();
    const people = await Promise.all(Array.from({ length: 10 }, () => create(p)));
    const claims = await Promise.all(
      people.map(({ id }) => p.server("POST /oauth-providers", { body: linkBody(id, { allow_sign_in: true }) })),
    );
    expect(claims.map(({ status }) => status).sort()).toEqual([201, ...Array(9).fill(400)]);
    const codes = claims.map(({ body }) => body.code).filter(Boolean);
    expect(codes).toEqual(Array(9).fill("OAUTH_PROVIDER_ACCOUNT_ID_ALREADY_USED_FOR_SIGN_IN"));
    const { id } = await create(p);
    const accounts = await Promise.all(
      people.map((_, number) =>
        p.server("POST /oauth-providers", { body: linkBody(id, { account_id: `own-${number}`, allow_sign_in: true }) }),
      ),
    );
    expect(accounts.map(({ status }) => status).sort()).toEqual([201, ...Array(9).fill(400)]);
    expect(accounts.map(({ body }) => body).filter((body) => body === secondSignIn)).toHaveLength(9);
    await expectFlatRowToFollow(p, id);
  });

  it("404 plain for a provider that is not configured, before 404 USER_NOT_FOUND, also for another project's user", async () => {
    const [p, other] = [await providerProject(), await providerProject()];
    for (const provider_config_id of ["spotify", "constructor"]) {
      const response = await p.server("POST /oauth-providers", { body: linkBody(unknownId, { provider_config_id }) });
      expectPlainError(response, 404, `OAuth provider ${provider_config_id} not found or not configured`);
    }
    for (const id of [unknownId, (await create(other)).id]) {
      expectError(await p.server("POST /oauth-providers", { body: linkBody(id) }), 404, "USER_NOT_FOUND");
    }
  });

  it("400 SCHEMA_ERROR for missing, malformed and unknown fields", async () => {
    const p = await providerProject();
    const { id } = await create(p);
    for (const [fields, complaint] of [
      [{ account_id: "" }, "body.account_id must not be empty"],
      [{ account_id: "x".repeat(257) }, "body.account_id must be at most 256 characters"],
      [{ email: "no-address" }, "body.email must be a valid email"],
      [{ email: null }, "body.email cannot be null"],
      [{ allow_sign_in: undefined }, "body.allow_sign_in must be defined"],
      [{ type: "google" }, "body contains unknown properties: type"],
    ] as const) {
      const response = await p.server("POST /oauth-providers", { body: linkBody(id, fields) });
      expectError(response, 400, "SCHEMA_ERROR");
      expect(response.body.error).toContain(complaint);
    }
    expect(await linksOf(p, id)).toEqual([]);
  });
});

describe(readOne, () => {
  it("200 with every field for its tier, in one round trip", async () => {
    const p = await providerProject();
    const { user, as } = await signedIn(p);
    const created = await link(p, user.id, { email: "ada@gmail.example" });
    const { account_id, ...seenByClient } = created as Record<string, unknown>;
    const params = { ...paramsOf(created), user_id: "me" };
    const asClient = await as.client(readOne, { params });
    expect({ status: asClient.status, body: asClient.body, d1: asClient.cost.d1 }).toEqual({
      status: 200,
      body: seenByClient,
      d1: 1,
    });
    expect((await as.server(readOne, { params })).body).toEqual({ ...seenByClient, account_id: "g-1" });
  });
});

describe.each([readOne, changeOne, deleteOne] as const)("%s, of others", (key) => {
  const verb = { [readOne]: "read", [changeOne]: "update", [deleteOne]: "delete" }[key];
  const body = key === changeOne ? { allow_sign_in: true } : undefined;

  // Attack: use another user's link, with their user id or one's own, from another project, or signed out.
  it("403 plain for another user's, 400 without a user, 404 plain under a wrong user, 404 in another project", async () => {
    const [p, other] = [await providerProject(), await providerProject()];
    const { user, as } = await signedIn(p);
    const victim = await create(p);
    const theirs = await link(p, victim.id);
    const forbidden = await as.client(key, { params: paramsOf(theirs), body });
    expectPlainError(forbidden, 403, `Client can only ${verb} OAuth providers for their own user.`);
    expectError(await p.client(key, { params: paramsOf(theirs), body }), 400, "CANNOT_GET_OWN_USER_WITHOUT_USER");
    const asMine = { ...paramsOf(theirs), user_id: user.id };
    for (const caller of [as.client, p.server]) {
      expectPlainError(await caller(key, { params: asMine, body }), 404, notFound(theirs.id, user.id));
    }
    expectError(await other.server(key, { params: paramsOf(theirs), body }), 404, "USER_NOT_FOUND");
    const alien = await create(other);
    const asAlien = { ...paramsOf(theirs), user_id: alien.id };
    expectPlainError(await other.server(key, { params: asAlien, body }), 404, notFound(theirs.id, alien.id));
    expect(await linksOf(p, victim.id)).toMatchObject([{ id: theirs.id, allowSignIn: false }]);
  });

  it("404 USER_NOT_FOUND for an unknown user, 404 plain for an unknown link", async () => {
    const p = await providerProject();
    const { id } = await create(p);
    const params = { user_id: unknownId, provider_id: unknownId };
    expectError(await p.server(key, { params, body }), 404, "USER_NOT_FOUND");
    expectPlainError(await p.server(key, { params: { ...params, user_id: id }, body }), 404, notFound(unknownId, id));
  });
});

describe.each([readOne, changeOne] as const)("%s, of a provider that is no longer configured", (key) => {
  it("404 plain", async () => {
    const p = await providerProject();
    const created = await link(p, (await create(p)).id);
    await withoutGoogle(p);
    const body = key === changeOne ? { allow_sign_in: true } : undefined;
    const response = await p.server(key, { params: paramsOf(created), body });
    expectPlainError(response, 404, "OAuth provider google not found or not configured");
  });
});

it("400 SCHEMA_ERROR for a link id that is no UUID", async () => {
  const p = await project();
  const params = { user_id: unknownId, provider_id: "google" };
  expectError(await p.server(readOne, { params }), 400, "SCHEMA_ERROR");
});

describe("a long list of accounts", () => {
  it("400 plain for more than 10,000 links of a project, unless a user is named", async () => {
    const p = await providerProject();
    const [user, other] = [await create(p), await create(p)];
    await link(p, other.id);
    await d1
      .prepare(
        `insert into oauth_links (project_id, id, user_id, provider_config_id, account_id, allow_sign_in,
      allow_connected_accounts, created_at)
      with recursive numbers (i) as (select 1 union all select i + 1 from numbers where i < 10000)
      select ?, 'link ' || i, ?, 'google', 'account ' || i, 0, 0, i from numbers`,
      )
      .bind(p.id, user.id)
      .run();
    const key = "GET /oauth-providers";
    expectPlainError(
      await p.server(key),
      400,
      "The project has more than 10000 OAuth provider links. Please give a user_id.",
    );
    expect((await p.server(key, { query: { user_id: other.id } })).body.items).toHaveLength(1);
  });
});

describe(changeOne, () => {
  it("200 for a client's own link: changes what it may be used for, and nothing else", async () => {
    const p = await providerProject();
    const { user, as } = await signedIn(p);
    const created = await link(p, user.id);
    const params = { ...paramsOf(created), user_id: "me" };
    const change = { allow_sign_in: true, allow_connected_accounts: true };
    const { account_id, ...seenByClient } = created as Record<string, unknown>;
    const response = await as.client(changeOne, { params, body: change });
    expect({ status: response.status, body: response.body, d1: response.cost.d1 }).toEqual({
      status: 200,
      body: { ...seenByClient, ...change },
      d1: 2,
    });
    const off = await as.client(changeOne, { params, body: { allow_sign_in: false } });
    expect(off.body).toMatchObject({ allow_sign_in: false, allow_connected_accounts: true });
    const nothing = await as.client(changeOne, { params, body: {} });
    expect({ body: nothing.body, d1: nothing.cost.d1 }).toEqual({ body: off.body, d1: 1 });
    for (const field of ["account_id", "email"]) {
      const forbidden = await as.client(changeOne, { params, body: { [field]: "a@b.example" } });
      expectError(forbidden, 400, "SCHEMA_ERROR");
      expect(forbidden.body.error).toContain(`body contains unknown properties: ${field}`);
    }
  });

  it("200 for servers also account and address, and the user's row follows", async () => {
    const p = await providerProject();
    const { id } = await create(p);
    const created = await link(p, id, { allow_sign_in: true });
    const patch = (body: object) => p.server(changeOne, { params: paramsOf(created), body });
    const changed = await patch({ account_id: "g-2", email: "ada@gmail.example", allow_sign_in: true });
    expect(changed.body).toMatchObject({ account_id: "g-2", email: "ada@gmail.example", allow_sign_in: true });
    await expectFlatRowToFollow(p, id);
    expect((await patch({ email: "" })).body).not.toHaveProperty("email");
    await expectFlatRowToFollow(p, id);
  });

  it("400 plain for a second link that signs in, and for an account that the user has", async () => {
    const p = await providerProject();
    const { user, as } = await signedIn(p);
    await link(p, user.id, { allow_sign_in: true });
    const second = await link(p, user.id, { account_id: "g-2" });
    const params = paramsOf(second);
    expectPlainError(await as.client(changeOne, { params, body: { allow_sign_in: true } }), 400, secondSignIn);
    expectPlainError(await p.server(changeOne, { params, body: { account_id: "g-1" } }), 400, ownAccount);
    const both = { account_id: "g-1", allow_sign_in: true };
    expectPlainError(await p.server(changeOne, { params, body: both }), 400, secondSignIn);
    expect(await linksOf(p, user.id)).toMatchObject([{ accountId: "g-1" }, { accountId: "g-2", allowSignIn: false }]);
  });

  // Attack: sign in as another user, by turning sign-in on for an account of theirs that one has connected.
  it("400 OAUTH_PROVIDER_ACCOUNT_ID_ALREADY_USED_FOR_SIGN_IN for an account that signs another user in, and for no other", async () => {
    const p = await providerProject();
    await link(p, (await create(p)).id, { allow_sign_in: true });
    const { user, as } = await signedIn(p);
    const same = paramsOf(await link(p, user.id));
    const body = { allow_sign_in: true };
    const taken = "OAUTH_PROVIDER_ACCOUNT_ID_ALREADY_USED_FOR_SIGN_IN";
    expectError(await as.client(changeOne, { params: same, body }), 400, taken);
    expect(await linksOf(p, user.id)).toMatchObject([{ allowSignIn: false }]);
    const atGithub = paramsOf(await link(p, user.id, { provider_config_id: "github" }));
    expect((await as.client(changeOne, { params: atGithub, body })).status).toBe(200);
    const moved = paramsOf(await link(p, user.id, { account_id: "g-2" }));
    expect((await as.client(changeOne, { params: moved, body })).status).toBe(200);
    const onto = await link(p, (await create(p)).id, { account_id: "g-3", allow_sign_in: true });
    expectError(await p.server(changeOne, { params: paramsOf(onto), body: { account_id: "g-2" } }), 400, taken);
  });

  // Attack: race the checks.
  it("of two at once that turn on sign-in: one account signs one user in, and one of a user's accounts signs in", async () => {
    const p = await providerProject();
    const [ada, bob] = [await create(p), await create(p)];
    const shared = [await link(p, ada.id), await link(p, bob.id)];
    const turnOn = (links: { id: string; user_id: string }[]) =>
      Promise.all(links.map((one) => p.server(changeOne, { params: paramsOf(one), body: { allow_sign_in: true } })));
    const responses = await turnOn(shared);
    expect(responses.map(({ status }) => status).sort()).toEqual([200, 400]);
    expect(responses.find(({ status }) => status === 400)?.body.code).toBe(
      "OAUTH_PROVIDER_ACCOUNT_ID_ALREADY_USED_FOR_SIGN_IN",
    );
    const { id } = await create(p);
    const own = [await link(p, id, { account_id: "own-1" }), await link(p, id, { account_id: "own-2" })];
    const ownResponses = await turnOn(own);
    expect(ownResponses.map(({ status }) => status).sort()).toEqual([200, 400]);
    expect(ownResponses.find(({ status }) => status === 400)?.body).toBe(secondSignIn);
  });
});

describe(deleteOne, () => {
  it("200 deletes the link, also from the user's row, in two round trips; then 404 plain, and the account is free", async () => {
    const p = await providerProject();
    const { user, as } = await signedIn(p);
    const created = await link(p, user.id, { allow_sign_in: true });
    const kept = await link(p, user.id, { account_id: "g-2" });
    const params = paramsOf(created);
    const { status, body, cost } = await as.client(deleteOne, { params: { ...params, user_id: "me" }, body: {} });
    expect({ status, body, d1: cost.d1 }).toEqual({ status: 200, body: { success: true }, d1: 2 });
    expect(await linksOf(p, user.id)).toMatchObject([{ id: kept.id }]);
    await expectFlatRowToFollow(p, user.id);
    expectPlainError(await as.client(deleteOne, { params }), 404, notFound(created.id, user.id));
    await link(p, (await create(p)).id, { allow_sign_in: true });
  });

  it("200 also when its provider is no longer configured", async () => {
    const p = await providerProject();
    const created = await link(p, (await create(p)).id);
    await withoutGoogle(p);
    expect((await p.server(deleteOne, { params: paramsOf(created) })).status).toBe(200);
  });
});
