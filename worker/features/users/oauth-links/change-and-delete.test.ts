import { describe, expect, it } from "vitest";
import { expectError, expectPlainError } from "../../../testing/refusals";
import { create, expectFlatRowToFollow, signedIn } from "../users/users.fixtures";
import { link, linksOf, paramsOf, providerProject, withoutGoogle } from "./oauth-links.fixtures";

const changeOne = "PATCH /oauth-providers/{user_id}/{provider_id}";
const deleteOne = "DELETE /oauth-providers/{user_id}/{provider_id}";
const secondSignIn = "The same provider type with sign-in enabled already exists for this user.";
const ownAccount = "The same provider type with the same account ID already exists for this user.";
const notFound = (id: string, userId: string) => `OAuth provider ${id} for user ${userId} not found`;

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
