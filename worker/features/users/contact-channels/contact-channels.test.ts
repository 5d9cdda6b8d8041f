import { describe, expect, it } from "vitest";
import { selectChannels, selectProjectChannels } from "../../../db/users/contact-channels/queries";
import { anonymousUser } from "../../../testing/password-sign-ins";
import { db, project, type TestProject } from "../../../testing/project";
import { expectError, expectPlainError } from "../../../testing/refusals";
import { d1 } from "../../../testing/shards";
import { channelsOf, create, expectFlatRowToFollow, signedIn, unknownId } from "../users/users.fixtures";
import { add, changeOne, deleteOne, oneChannel, paramsOf, valuesOf } from "./contact-channels.fixtures";

describe("GET /contact-channels", () => {
  it("200 the user's channels, oldest first, in one round trip; servers may filter or list the whole project", async () => {
    const p = await project();
    const { user, as } = await signedIn(p, { primary_email: "first@example.com" });
    const second = await add(p, user.id, { value: "second@example.com" });
    const other = await create(p, { primary_email: "other@example.com" });
    for (const caller of [as.client, as.server]) {
      const response = await caller("GET /contact-channels", { query: { user_id: "me" } });
      expect(response.body).toMatchObject({ is_paginated: false });
      expect(response.body).not.toHaveProperty("pagination");
      expect(valuesOf(response)).toEqual(["first@example.com", "second@example.com"]);
      expect(response.cost.d1).toBe(1);
    }
    const query = (query: Record<string, string>) => p.server("GET /contact-channels", { query });
    expect(valuesOf(await query({ user_id: user.id, contact_channel_id: second.id }))).toEqual(["second@example.com"]);
    expect(valuesOf(await query({ contact_channel_id: second.id }))).toEqual(["second@example.com"]);
    expect(valuesOf(await query({ user_id: other.id, contact_channel_id: second.id }))).toEqual([]);
    expect(valuesOf(await query({ user_id: unknownId }))).toEqual([]);
    expect(valuesOf(await query({}))).toEqual(["first@example.com", "second@example.com", "other@example.com"]);
    expect(valuesOf(await (await project()).server("GET /contact-channels"))).toEqual([]);
  });

  it("is planned without a full scan or a sort in every form", async () => {
    const [projectId, userId, channelId] = ["p", "u", "c"];
    const forms = [
      selectChannels(db, { projectId, userId }),
      selectChannels(db, { projectId, userId, channelId }),
      selectProjectChannels(db, { projectId, limit: 10 }),
      selectProjectChannels(db, { projectId, channelId, limit: 10 }),
    ];
    for (const form of forms) {
      const query = form.toSQL();
      const plan = await d1
        .prepare(`explain query plan ${query.sql}`)
        .bind(...query.params)
        .all<{ detail: string }>();
      const steps = plan.results.map(({ detail }) => detail);
      expect(steps.filter((step) => /^SCAN|TEMP B-TREE/.test(step))).toEqual([]);
    }
  });

  it("400 plain for more than 10,000 channels of a project, unless a user is named", async () => {
    const p = await project();
    const [user, other] = [await create(p), await create(p)];
    const { value } = await add(p, other.id);
    await d1
      .prepare(
        `insert into contact_channels (project_id, id, user_id, type, value, is_primary, is_verified, used_for_auth, created_at)
        with recursive numbers (i) as (select 1 union all select i + 1 from numbers where i < 10000)
        select ?, 'channel ' || i, ?, 'email', i || '@example.com', 0, 0, 0, i from numbers`,
      )
      .bind(p.id, user.id)
      .run();
    const text = "The project has more than 10000 contact channels. Please give a user_id.";
    expectPlainError(await p.server("GET /contact-channels"), 400, text);
    expect(valuesOf(await p.server("GET /contact-channels", { query: { user_id: other.id } }))).toEqual([value]);
  });

  // Attack: read the addresses of others.
  it("403 plain for a client that names another user or none, 400 without a user", async () => {
    const p = await project();
    const { as } = await signedIn(p);
    const other = await create(p, { primary_email: "other@example.com" });
    for (const query of [{ user_id: other.id }, {}] as Record<string, string>[]) {
      const response = await as.client("GET /contact-channels", { query });
      expectPlainError(response, 403, "Client can only list contact channels for their own user.");
    }
    const loggedOut = await p.client("GET /contact-channels", { query: { user_id: other.id } });
    expectError(loggedOut, 400, "CANNOT_GET_OWN_USER_WITHOUT_USER");
    const me = await p.client("GET /contact-channels", { query: { user_id: "me" } });
    expectError(me, 400, "CANNOT_GET_OWN_USER_WITHOUT_USER");
  });
});

describe("GET /contact-channels/{user_id}/{contact_channel_id}", () => {
  it("200 with every field, in one round trip", async () => {
    const p = await project();
    const { user, as } = await signedIn(p);
    const channel = await add(p, user.id, { value: "Ada@Example.com" });
    const { body, cost } = await as.client(oneChannel, { params: { ...paramsOf(channel), user_id: "me" } });
    expect(body).toEqual({
      id: channel.id,
      user_id: user.id,
      type: "email",
      value: "ada@example.com",
      used_for_auth: false,
      is_verified: false,
      is_primary: false,
    });
    expect(cost.d1).toBe(1);
  });

  // Evidence: plain-another-user-s-plain-under
  // Attack: read another user's channel by its id, with their user id or one's own, or from another project.
  it("403 plain for another user's, 404 plain under a wrong user or project", async () => {
    const [p, other] = [await project(), await project()];
    const { user, as } = await signedIn(p);
    const channel = await add(p, (await create(p)).id);
    const response = await as.client(oneChannel, { params: paramsOf(channel) });
    expectPlainError(response, 403, "Client can only read contact channels for their own user.");
    const asMine = { ...paramsOf(channel), user_id: user.id };
    expectPlainError(await as.client(oneChannel, { params: asMine }), 404, "Contact channel not found.");
    expectPlainError(await p.server(oneChannel, { params: asMine }), 404, "Contact channel not found.");
    expectPlainError(await other.server(oneChannel, { params: paramsOf(channel) }), 404, "Contact channel not found.");
  });
});

describe("POST /contact-channels", () => {
  const body = { user_id: unknownId, type: "email", value: "a@example.com", used_for_auth: false };
  it("201 for a client's own user, unverified, not primary; a server may set more", async () => {
    const p = await project();
    const { user, as } = await signedIn(p);
    const mine = { user_id: "me", type: "email", used_for_auth: true };
    const first = await as.client("POST /contact-channels", { body: { ...mine, value: "First@Example.com" } });
    expect({ status: first.status, body: first.body }).toEqual({
      status: 201,
      body: {
        id: expect.any(String),
        user_id: user.id,
        type: "email",
        value: "first@example.com",
        used_for_auth: true,
        is_verified: false,
        is_primary: false,
      },
    });
    const second = await add(p, user.id, { value: "second@example.com", is_primary: true, is_verified: true });
    expect(second).toMatchObject({ is_primary: true, is_verified: true });
    await expectFlatRowToFollow(p, user.id);
    const third = await add(p, user.id, { value: "third@example.com", is_primary: true });
    expect((await channelsOf(p, user.id)).filter((channel) => channel.isPrimary).map(({ id }) => id)).toEqual([
      third.id,
    ]);
    await expectFlatRowToFollow(p, user.id);
  });

  it("400 plain for a value that the user has; 409 for one that another user signs in with and has proven; otherwise values may be shared", async () => {
    const [p, other] = [await project(), await project()];
    const [user, rival] = [await create(p), await create(p)];
    await add(p, user.id, { value: "ada@example.com", used_for_auth: true, is_verified: true });
    const again = { user_id: user.id, type: "email", value: "ADA@example.com", used_for_auth: true };
    expectPlainError(await p.server("POST /contact-channels", { body: again }), 400, "Contact channel already exists");
    const taken = await p.server("POST /contact-channels", { body: { ...again, user_id: rival.id } });
    expectError(taken, 409, "CONTACT_CHANNEL_ALREADY_USED_FOR_AUTH_BY_SOMEONE_ELSE", {
      type: "email",
      contact_channel_value: "ada@example.com",
      would_work_if_email_was_verified: false,
    });
    expect(taken.body.error).toBe(
      'This email "(ada@example.com)" is already used for authentication by another account.',
    );
    await add(p, rival.id, { value: "ada@example.com" });
    await add(other, (await create(other)).id, { value: "ada@example.com", used_for_auth: true });
  });

  // Attack: race the checks, to sign in with another user's address or to have two primary channels.
  it("of 20 at once: one value is used for sign-in once, and one of a user's channels is primary", async () => {
    const p = await project();
    const people = await Promise.all(Array.from({ length: 20 }, () => create(p)));
    const claims = await Promise.all(
      people.map(({ id }) =>
        p.server("POST /contact-channels", {
          body: { ...body, user_id: id, value: "one@example.com", used_for_auth: true, is_verified: true },
        }),
      ),
    );
    expect(claims.map(({ status }) => status).sort()).toEqual([201, ...Array(19).fill(409)]);
    const [{ id: user_id }] = people as [{ id: string }];
    const primaries = await Promise.all(
      people.map((_, number) =>
        p.server("POST /contact-channels", {
          body: { ...body, user_id, value: `${number}@example.com`, is_primary: true },
        }),
      ),
    );
    expect(primaries.map(({ status }) => status)).toEqual(Array(20).fill(201));
    expect((await channelsOf(p, user_id)).filter((channel) => channel.isPrimary)).toHaveLength(1);
    await expectFlatRowToFollow(p, user_id);
  });

  it("404 USER_NOT_FOUND for an unknown user and another project's", async () => {
    const [p, other] = [await project(), await project()];
    for (const user_id of [unknownId, (await create(other)).id]) {
      expectError(await p.server("POST /contact-channels", { body: { ...body, user_id } }), 404, "USER_NOT_FOUND");
    }
  });

  it("403 plain for a client that names another user", async () => {
    const p = await project();
    const { as } = await signedIn(p);
    const user_id = (await create(p)).id;
    const response = await as.client("POST /contact-channels", { body: { ...body, user_id } });
    expectPlainError(response, 403, "Client can only create contact channels for their own user.");
    expect(await channelsOf(p, user_id)).toEqual([]);
  });

  // Attack: verify an address by setting the flag.
  it("400 SCHEMA_ERROR for an invalid address or type, and for fields that clients may not set", async () => {
    const p = await project();
    const { as } = await signedIn(p);
    for (const [fields, complaint] of [
      [{ is_verified: true }, "body contains unknown properties: is_verified"],
      [{ value: "" }, "body.value must not be empty"],
      [{ value: "no-address" }, "body.value must be a valid email"],
      [{ value: `${"a".repeat(250)}@b.example` }, "body.value must be at most 256 characters"],
      [{ type: "phone" }, "body.type must be one of the following values: email"],
      [{ used_for_auth: null }, "body.used_for_auth cannot be null"],
    ] as const) {
      const response = await as.client("POST /contact-channels", { body: { ...body, user_id: "me", ...fields } });
      expectError(response, 400, "SCHEMA_ERROR");
      expect(response.body.error).toContain(complaint);
    }
  });
});

describe("PATCH /contact-channels/{user_id}/{contact_channel_id}", () => {
  it("200 changes the given fields; a value that is sent is unverified again; the user's row follows", async () => {
    const p = await project();
    const { user, as } = await signedIn(p, { primary_email: "old@example.com" });
    const channel = await add(p, user.id, { value: "ada@example.com", is_verified: true });
    let expected = channel;
    const steps: [object, object][] = [
      [{}, {}],
      [{ type: "email" }, {}],
      [{ is_primary: true }, { is_primary: true }],
      [{ used_for_auth: true }, { used_for_auth: true }],
      [{ value: "ADA@example.com" }, { is_verified: false }],
      [{ value: "lovelace@example.com" }, { value: "lovelace@example.com" }],
      [{ is_primary: false }, { is_primary: false }],
    ];
    for (const [body, change] of steps) {
      const response = await as.client(changeOne, { params: { ...paramsOf(channel), user_id: "me" }, body });
      expected = { ...expected, ...change };
      expect({ status: response.status, body: response.body }).toEqual({ status: 200, body: expected });
      await expectFlatRowToFollow(p, user.id);
    }
    expect((await p.server("GET /users/{user_id}", { params: { user_id: user.id } })).body.primary_email).toBeNull();
    const verified = await p.server(changeOne, {
      params: paramsOf(channel),
      body: { value: "a@b.example", is_verified: true },
    });
    expect(verified.body).toMatchObject({ value: "a@b.example", is_verified: true });
  });

  it("400 plain for a value that the user has; 409 for one that another user signs in with and has proven, in either order", async () => {
    const p = await project();
    const [user, rival] = [await create(p), await create(p)];
    await add(p, rival.id, { value: "taken@example.com", used_for_auth: true, is_verified: true });
    await add(p, user.id, { value: "own@example.com" });
    const channel = await add(p, user.id, { value: "ada@example.com", used_for_auth: true });
    const change = (body: object) => p.server(changeOne, { params: paramsOf(channel), body });
    expectPlainError(await change({ value: "own@example.com" }), 400, "Contact channel already exists");
    for (const body of [{ value: "taken@example.com" }, { value: "taken@example.com", used_for_auth: true }]) {
      const response = await change(body);
      expectError(response, 409, "CONTACT_CHANNEL_ALREADY_USED_FOR_AUTH_BY_SOMEONE_ELSE", {
        type: "email",
        contact_channel_value: null,
        would_work_if_email_was_verified: false,
      });
      expect(response.body.error).toBe("This email  is already used for authentication by another account.");
    }
    expect((await change({ value: "taken@example.com", used_for_auth: false })).status).toBe(200);
    await expectFlatRowToFollow(p, user.id);
  });

  it("of 20 channels that are made primary at once, one is", async () => {
    const p = await project();
    const user = await create(p);
    const channels = await Promise.all(Array.from({ length: 20 }, () => add(p, user.id)));
    const responses = await Promise.all(
      channels.map((channel) => p.server(changeOne, { params: paramsOf(channel), body: { is_primary: true } })),
    );
    expect(responses.map(({ status }) => status)).toEqual(Array(20).fill(200));
    expect((await channelsOf(p, user.id)).filter((channel) => channel.isPrimary)).toHaveLength(1);
    await expectFlatRowToFollow(p, user.id);
  });

  // Attack: change another user's channel by its id, with their user id, one's own, or from another project.
  it("403 plain for another user's, 400 plain under a wrong user or project, 400 SCHEMA_ERROR for `is_verified`", async () => {
    const [p, other] = [await project(), await project()];
    const { user, as } = await signedIn(p);
    const channel = await add(p, (await create(p)).id);
    const body = { value: "mine@example.com" };
    const response = await as.client(changeOne, { params: paramsOf(channel), body });
    expectPlainError(response, 403, "Client can only update contact channels for their own user.");
    const asMine = { ...paramsOf(channel), user_id: user.id };
    expectPlainError(await as.client(changeOne, { params: asMine, body }), 400, "Contact channel not found");
    expectPlainError(
      await other.server(changeOne, { params: paramsOf(channel), body }),
      400,
      "Contact channel not found",
    );
    const own = await add(p, user.id);
    const verify = await as.client(changeOne, { params: paramsOf(own), body: { is_verified: true } });
    expectError(verify, 400, "SCHEMA_ERROR");
    expect((await p.server(oneChannel, { params: paramsOf(channel) })).body).toEqual(channel);
  });
});

describe("DELETE /contact-channels/{user_id}/{contact_channel_id}", () => {
  it("200 deletes also the primary channel, and promotes no other; 400 plain the second time", async () => {
    const p = await project();
    const { user, as } = await signedIn(p, { primary_email: "ada@example.com" });
    await add(p, user.id, { value: "second@example.com" });
    const [primary] = (await as.client("GET /contact-channels", { query: { user_id: "me" } })).body.items;
    const params = { ...paramsOf(primary), user_id: "me" };
    expect((await as.client(deleteOne, { params, body: {} })).body).toEqual({ success: true });
    expectPlainError(await as.client(deleteOne, { params }), 400, "Contact channel not found");
    expect((await as.client("GET /users/me")).body).toMatchObject({
      primary_email: null,
      primary_email_verified: false,
    });
    expect((await p.server("GET /users", { query: { query: "ada@example" } })).body.items).toEqual([]);
    await expectFlatRowToFollow(p, user.id);
  });

  // Attack: delete another user's channel by its id.
  it("403 plain for another user's, 400 plain under a wrong user or project", async () => {
    const [p, other] = [await project(), await project()];
    const { user, as } = await signedIn(p);
    const channel = await add(p, (await create(p)).id);
    const response = await as.client(deleteOne, { params: paramsOf(channel) });
    expectPlainError(response, 403, "Client can only delete contact channels for their own user.");
    const asMine = { ...paramsOf(channel), user_id: user.id };
    expectPlainError(await as.client(deleteOne, { params: asMine }), 400, "Contact channel not found");
    expectPlainError(await other.server(deleteOne, { params: paramsOf(channel) }), 400, "Contact channel not found");
    expect((await p.server(oneChannel, { params: paramsOf(channel) })).status).toBe(200);
  });
});

it("400 SIGN_UP_NOT_ENABLED where an anonymous user takes an address to sign in with, while sign-up is off", async () => {
  // Attack: an account that no one could sign up for holds another person's address.
  const p = await project({ "auth.allowSignUp": false });
  const { tokens } = await anonymousUser(p);
  const body = { user_id: "me", type: "email", value: "victim@example.com", used_for_auth: true };
  expectError(await p.as(tokens).client("POST /contact-channels", { body }), 400, "SIGN_UP_NOT_ENABLED");
});

const between = 189;

/** Gives a user channels up to the 199th. */
function fill(p: TestProject, userId: string, usedForAuth: boolean) {
  return d1
    .prepare(
      `insert into contact_channels (project_id, id, user_id, type, value, is_primary, is_verified, used_for_auth, created_at)
       with recursive numbers (i) as (select 1 union all select i + 1 from numbers where i < ${between})
       select ?, 'filled ' || i, ?, 'email', 'filled-' || i || '@example.com', 0, 0, ?, i from numbers`,
    )
    .bind(p.id, userId, usedForAuth ? 1 : 0)
    .run();
}

describe("what a contact channel costs", () => {
  // Evidence: channel-costs-the-same
  it.for([
    { usedForAuth: false, rowsPerChannel: 1 },
    { usedForAuth: true, rowsPerChannel: 3 },
  ])(
    "201, 200: each channel adds at most $rowsPerChannel rows to what the next one costs, and two to a name; used for sign-in: $usedForAuth",
    async ({ usedForAuth, rowsPerChannel }) => {
      // Attack: a stranger's client gives its account one address after the other. In the end each change makes the database read so much
      // that the other projects of the instance wait. What is read must not grow with the addresses, but for a look at each of them.
      const p = await project({ "limits.contactChannelsPerUser": 1000 });
      const { user, as } = await signedIn(p, { display_name: "Ada" });
      const cost = async (response: ReturnType<typeof as.client>) => {
        const { status, cost } = await response;
        expect(status).toBeLessThan(300);
        return cost.rowsRead;
      };
      const add = (number: number) => {
        const value = `address-${number}@example.com`;
        const body = { user_id: user.id, type: "email", value, used_for_auth: usedForAuth };
        return cost(as.client("POST /contact-channels", { body }));
      };
      const rename = () => cost(as.client("PATCH /users/me", { body: { display_name: "Eve" } }));
      for (let number = 1; number < 10; number += 1) await add(number);
      const few = [await add(10), await rename()];
      await fill(p, user.id, usedForAuth);
      const many = [await add(200), await rename()];
      const growth = many.map((rows, at) => (rows - (few[at] ?? 0)) / (between + 1));
      expect(growth[0]).toBeLessThanOrEqual(rowsPerChannel);
      expect(growth[1]).toBeLessThanOrEqual(2);
    },
  );
});
