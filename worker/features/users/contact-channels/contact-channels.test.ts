import { and, eq } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import { freshAddress, outbox } from "../../../testing/outbox";
import { db, project, type TestProject } from "../../../testing/project";
import { expectError, expectPlainError, refusals } from "../../../testing/refusals";
import { verificationCodes } from "../../auth/verification-codes/schema";
import { channelsOf, create, expectFlatRowToFollow, signedIn, unknownId } from "../users/users.fixtures";
import { contactChannels } from "./schema";

const oneChannel = "GET /contact-channels/{user_id}/{contact_channel_id}";
const changeOne = "PATCH /contact-channels/{user_id}/{contact_channel_id}";
const deleteOne = "DELETE /contact-channels/{user_id}/{contact_channel_id}";
const sendOne = "POST /contact-channels/{user_id}/{contact_channel_id}/send-verification-code";
const callback_url = "http://localhost:3000/verify";

/** A channel of a user, added by the server. */
async function add(p: TestProject, user_id: string, fields: object = {}) {
  const body = { user_id, type: "email", value: `${crypto.randomUUID()}@example.com`, used_for_auth: false, ...fields };
  const answer = await p.server("POST /contact-channels", { body });
  expect(answer.status).toBe(201);
  return answer.body;
}

const paramsOf = (channel: { id: string; user_id: string }) => ({
  user_id: channel.user_id,
  contact_channel_id: channel.id,
});

const valuesOf = (answer: { body: { items: { value: string }[] } }) => answer.body.items.map(({ value }) => value);

describe("GET /contact-channels", () => {
  refusals("GET /contact-channels", ["client", "server", "admin"]);

  it("200 the user's channels, oldest first, in one round trip; servers may filter or see the whole project", async () => {
    const p = await project();
    const { user, as } = await signedIn(p, { primary_email: "first@example.com" });
    const second = await add(p, user.id, { value: "second@example.com" });
    const other = await create(p, { primary_email: "other@example.com" });
    for (const caller of [as.client, as.server]) {
      const answer = await caller("GET /contact-channels", { query: { user_id: "me" } });
      expect(answer.body).toMatchObject({ is_paginated: false });
      expect(answer.body).not.toHaveProperty("pagination");
      expect(valuesOf(answer)).toEqual(["first@example.com", "second@example.com"]);
      expect(answer.cost.d1).toBe(1);
    }
    const query = (query: Record<string, string>) => p.server("GET /contact-channels", { query });
    expect(valuesOf(await query({ user_id: user.id, contact_channel_id: second.id }))).toEqual(["second@example.com"]);
    expect(valuesOf(await query({ contact_channel_id: second.id }))).toEqual(["second@example.com"]);
    expect(valuesOf(await query({ user_id: other.id, contact_channel_id: second.id }))).toEqual([]);
    expect(valuesOf(await query({ user_id: unknownId }))).toEqual([]);
    expect(valuesOf(await query({}))).toEqual(["first@example.com", "second@example.com", "other@example.com"]);
    expect(valuesOf(await (await project()).server("GET /contact-channels"))).toEqual([]);
  });

  // Attack: read the addresses of others.
  it("403 plain for a client that names another user or nobody, 400 without a user", async () => {
    const p = await project();
    const { as } = await signedIn(p);
    const other = await create(p, { primary_email: "other@example.com" });
    for (const query of [{ user_id: other.id }, {}] as Record<string, string>[]) {
      const answer = await as.client("GET /contact-channels", { query });
      expectPlainError(answer, 403, "Client can only list contact channels for their own user.");
    }
    const loggedOut = await p.client("GET /contact-channels", { query: { user_id: other.id } });
    expectError(loggedOut, 400, "CANNOT_GET_OWN_USER_WITHOUT_USER");
    const me = await p.client("GET /contact-channels", { query: { user_id: "me" } });
    expectError(me, 400, "CANNOT_GET_OWN_USER_WITHOUT_USER");
  });
});

describe(oneChannel, () => {
  refusals(oneChannel, ["client", "server", "admin"], { params: paramsOf({ id: unknownId, user_id: unknownId }) });

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

  // Attack: read another user's channel by its id, under their name or one's own, or from another project.
  it("403 plain for another user's, 404 plain under a wrong user or project", async () => {
    const [p, other] = [await project(), await project()];
    const { user, as } = await signedIn(p);
    const channel = await add(p, (await create(p)).id);
    const answer = await as.client(oneChannel, { params: paramsOf(channel) });
    expectPlainError(answer, 403, "Client can only read contact channels for their own user.");
    const asMine = { ...paramsOf(channel), user_id: user.id };
    expectPlainError(await as.client(oneChannel, { params: asMine }), 404, "Contact channel not found.");
    expectPlainError(await p.server(oneChannel, { params: asMine }), 404, "Contact channel not found.");
    expectPlainError(await other.server(oneChannel, { params: paramsOf(channel) }), 404, "Contact channel not found.");
  });
});

describe("POST /contact-channels", () => {
  const body = { user_id: unknownId, type: "email", value: "a@example.com", used_for_auth: false };
  refusals("POST /contact-channels", ["client", "server", "admin"], { body });

  it("201 for a client's own user, unverified, not primary; a server may say more", async () => {
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

  it("400 plain for a value that the user has; 409 for one that somebody signs in with; else values are shared", async () => {
    const [p, other] = [await project(), await project()];
    const [user, rival] = [await create(p), await create(p)];
    await add(p, user.id, { value: "ada@example.com", used_for_auth: true });
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

  // Attack: race the checks, to sign in with somebody's address or to be two people's primary.
  it("of 20 at once: one value is used for sign-in once, and one of a user's channels is primary", async () => {
    const p = await project();
    const people = await Promise.all(Array.from({ length: 20 }, () => create(p)));
    const claims = await Promise.all(
      people.map(({ id }) =>
        p.server("POST /contact-channels", {
          body: { ...body, user_id: id, value: "one@example.com", used_for_auth: true },
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
    const answer = await as.client("POST /contact-channels", { body: { ...body, user_id } });
    expectPlainError(answer, 403, "Client can only create contact channels for their own user.");
    expect(await channelsOf(p, user_id)).toEqual([]);
  });

  // Attack: verify an address by saying so.
  it("400 SCHEMA_ERROR for what is no address, no type, or not a client's to say", async () => {
    const p = await project();
    const { as } = await signedIn(p);
    for (const [fields, complaint] of [
      [{ is_verified: true }, "body contains unknown properties: is_verified"],
      [{ value: "" }, "body.value must not be empty"],
      [{ value: "nobody" }, "body.value must be a valid email"],
      [{ value: `${"a".repeat(250)}@b.example` }, "body.value must be at most 256 characters"],
      [{ type: "phone" }, "body.type must be one of the following values: email"],
      [{ used_for_auth: null }, "body.used_for_auth cannot be null"],
    ] as const) {
      const answer = await as.client("POST /contact-channels", { body: { ...body, user_id: "me", ...fields } });
      expectError(answer, 400, "SCHEMA_ERROR");
      expect(answer.body.error).toContain(complaint);
    }
  });
});

describe(changeOne, () => {
  const params = paramsOf({ id: unknownId, user_id: unknownId });
  refusals(changeOne, ["client", "server", "admin"], { params, body: {} });

  it("200 changes what is given; a value that is sent is unverified again; the flat row follows", async () => {
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
      const answer = await as.client(changeOne, { params: { ...paramsOf(channel), user_id: "me" }, body });
      expected = { ...expected, ...change };
      expect({ status: answer.status, body: answer.body }).toEqual({ status: 200, body: expected });
      await expectFlatRowToFollow(p, user.id);
    }
    expect((await p.server("GET /users/{user_id}", { params: { user_id: user.id } })).body.primary_email).toBeNull();
    const verified = await p.server(changeOne, {
      params: paramsOf(channel),
      body: { value: "a@b.example", is_verified: true },
    });
    expect(verified.body).toMatchObject({ value: "a@b.example", is_verified: true });
  });

  it("400 plain for a value of the user's own; 409 for one that somebody signs in with, either way round", async () => {
    const p = await project();
    const [user, rival] = [await create(p), await create(p)];
    await add(p, rival.id, { value: "taken@example.com", used_for_auth: true });
    await add(p, user.id, { value: "own@example.com" });
    const channel = await add(p, user.id, { value: "ada@example.com", used_for_auth: true });
    const change = (body: object) => p.server(changeOne, { params: paramsOf(channel), body });
    expectPlainError(await change({ value: "own@example.com" }), 400, "Contact channel already exists");
    for (const body of [{ value: "taken@example.com" }, { value: "taken@example.com", used_for_auth: true }]) {
      const answer = await change(body);
      expectError(answer, 409, "CONTACT_CHANNEL_ALREADY_USED_FOR_AUTH_BY_SOMEONE_ELSE", {
        type: "email",
        contact_channel_value: null,
        would_work_if_email_was_verified: false,
      });
      expect(answer.body.error).toBe("This email  is already used for authentication by another account.");
    }
    expect((await change({ value: "taken@example.com", used_for_auth: false })).status).toBe(200);
    await expectFlatRowToFollow(p, user.id);
  });

  it("of 20 channels made primary at once, one is", async () => {
    const p = await project();
    const user = await create(p);
    const channels = await Promise.all(Array.from({ length: 20 }, () => add(p, user.id)));
    const answers = await Promise.all(
      channels.map((channel) => p.server(changeOne, { params: paramsOf(channel), body: { is_primary: true } })),
    );
    expect(answers.map(({ status }) => status)).toEqual(Array(20).fill(200));
    expect((await channelsOf(p, user.id)).filter((channel) => channel.isPrimary)).toHaveLength(1);
    await expectFlatRowToFollow(p, user.id);
  });

  // Attack: change another user's channel by its id, under their name, one's own, or from another project.
  it("403 plain for another user's, 400 plain under a wrong user or project, 400 SCHEMA_ERROR to verify oneself", async () => {
    const [p, other] = [await project(), await project()];
    const { user, as } = await signedIn(p);
    const channel = await add(p, (await create(p)).id);
    const body = { value: "mine@example.com" };
    const answer = await as.client(changeOne, { params: paramsOf(channel), body });
    expectPlainError(answer, 403, "Client can only update contact channels for their own user.");
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

describe(deleteOne, () => {
  refusals(deleteOne, ["client", "server", "admin"], { params: paramsOf({ id: unknownId, user_id: unknownId }) });

  it("200 deletes the primary channel too, and promotes no other; 400 plain the second time", async () => {
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
    const answer = await as.client(deleteOne, { params: paramsOf(channel) });
    expectPlainError(answer, 403, "Client can only delete contact channels for their own user.");
    const asMine = { ...paramsOf(channel), user_id: user.id };
    expectPlainError(await as.client(deleteOne, { params: asMine }), 400, "Contact channel not found");
    expectPlainError(await other.server(deleteOne, { params: paramsOf(channel) }), 400, "Contact channel not found");
    expect((await p.server(oneChannel, { params: paramsOf(channel) })).status).toBe(200);
  });
});

/** The code in the newest link that was mailed to an address. */
async function mailedCode(to: string, atLeast = 1): Promise<string> {
  const mail = (await outbox({ to, atLeast })).at(-1);
  const link = new URL(mail?.links.find((each) => each.startsWith(callback_url)) ?? "");
  return link.searchParams.get("code") ?? "";
}

describe(sendOne, () => {
  const params = paramsOf({ id: unknownId, user_id: unknownId });
  refusals(sendOne, ["client", "server", "admin"], { params, body: { callback_url } });

  it("200 mails a link with a code to the channel, whoever of the two asks", async () => {
    const p = await project();
    const { user, as } = await signedIn(p, { display_name: "Ada" });
    const channel = await add(p, user.id, { value: freshAddress() });
    const own = { ...paramsOf(channel), user_id: "me" };
    expect((await as.client(sendOne, { params: own, body: { callback_url } })).body).toEqual({ success: true });
    expect(await mailedCode(channel.value)).toMatch(/^[0-9a-hjkmnp-tv-z]{45}$/);
    expect((await p.server(sendOne, { params: paramsOf(channel), body: { callback_url } })).status).toBe(200);
    await mailedCode(channel.value, 2);
  });

  // Attack: have the project's own mail lead to a page of the attacker's.
  it("400 REDIRECT_URL_NOT_WHITELISTED for a callback that is not trusted, and no mail goes out", async () => {
    const p = await project();
    const { user, as } = await signedIn(p);
    const channel = await add(p, user.id, { value: freshAddress() });
    const body = { callback_url: "https://evil.example/verify" };
    expectError(await as.client(sendOne, { params: paramsOf(channel), body }), 400, "REDIRECT_URL_NOT_WHITELISTED");
    expect(await outbox({ to: channel.value, atLeast: 0 })).toEqual([]);
  });

  it("refuses, in order: nobody, another user, an unknown user, an unknown channel, a verified one", async () => {
    const p = await project();
    const { user, as } = await signedIn(p);
    const other = await add(p, (await create(p)).id);
    const verified = await add(p, user.id, { is_verified: true });
    const body = { callback_url };
    const loggedOut = await p.client(sendOne, { params: paramsOf(other), body });
    expectError(loggedOut, 400, "CANNOT_GET_OWN_USER_WITHOUT_USER");
    const foreign = await as.client(sendOne, { params: paramsOf(other), body });
    expectPlainError(foreign, 400, "Can only send verification code for your own user");
    const unknown = await p.server(sendOne, { params: { ...paramsOf(other), user_id: unknownId }, body });
    expectError(unknown, 400, "USER_ID_DOES_NOT_EXIST", { user_id: unknownId });
    const mismatched = { ...paramsOf(other), user_id: user.id };
    expectPlainError(await as.client(sendOne, { params: mismatched, body }), 404, "Contact channel not found");
    expectError(await as.client(sendOne, { params: paramsOf(verified), body }), 409, "EMAIL_ALREADY_VERIFIED");
  });

  it("400 plain when the mail server takes no mail", async () => {
    const p = await project({
      "emails.server": { isShared: false, host: "127.0.0.1", port: 1, senderEmail: "a@b.example", senderName: "A" },
    });
    const { user, as } = await signedIn(p);
    const channel = await add(p, user.id);
    expectPlainError(
      await as.client(sendOne, { params: paramsOf(channel), body: { callback_url } }),
      400,
      "Failed to send email. If you are the admin of this project, please check the email configuration and try again.",
    );
  });
});

describe("POST /contact-channels/send-verification-code", () => {
  const key = "POST /contact-channels/send-verification-code";
  const body = { email: "ada@example.com", callback_url };
  refusals(key, ["client", "server", "admin"], { body });

  it("200 mails a link to the primary address, in any case of letters", async () => {
    const p = await project();
    const to = freshAddress();
    const { as } = await signedIn(p, { primary_email: to });
    expect((await as.client(key, { body: { email: to.toUpperCase(), callback_url } })).body).toEqual({ success: true });
    expect(await mailedCode(to)).toHaveLength(45);
  });

  it("400 SCHEMA_ERROR without a user, EMAIL_IS_NOT_PRIMARY_EMAIL, EMAIL_ALREADY_VERIFIED, REDIRECT_URL_NOT_WHITELISTED", async () => {
    const p = await project();
    const loggedOut = await p.client(key, { body });
    expectError(loggedOut, 400, "SCHEMA_ERROR");
    expect(loggedOut.body.error).toContain("auth.user must be defined");
    const { as: nameless } = await signedIn(p);
    expectError(await nameless.client(key, { body }), 400, "EMAIL_IS_NOT_PRIMARY_EMAIL", {
      email: "ada@example.com",
      primary_email: null,
    });
    const { as: verified } = await signedIn(p, { primary_email: "ada@example.com", primary_email_verified: true });
    expectError(await verified.client(key, { body }), 409, "EMAIL_ALREADY_VERIFIED");
    const { as: unverified } = await signedIn(p, { primary_email: "ada@example.com" });
    const untrusted = { ...body, callback_url: "https://evil.example" };
    expectError(await unverified.client(key, { body: untrusted }), 400, "REDIRECT_URL_NOT_WHITELISTED");
  });
});

/** A user with an unverified primary address, and the code that was mailed to it. */
async function asked(p: TestProject) {
  const to = freshAddress();
  const { user, as } = await signedIn(p, { primary_email: to });
  const [channel] = (await as.client("GET /contact-channels", { query: { user_id: "me" } })).body.items;
  await as.client(sendOne, { params: paramsOf(channel), body: { callback_url } });
  return { user, as, channel, code: await mailedCode(to) };
}

const wrongCode = "0".repeat(45);

describe("POST /contact-channels/verify", () => {
  const key = "POST /contact-channels/verify";
  refusals(key, ["client", "server", "admin"], { body: { code: wrongCode } });

  it("200 verifies the channel for whoever holds the code, in any case of letters, once", async () => {
    const p = await project();
    const { user, channel, code } = await asked(p);
    expect((await p.client(key, { body: { code: code.toUpperCase() } })).body).toEqual({ success: true });
    expect((await p.server(oneChannel, { params: paramsOf(channel) })).body.is_verified).toBe(true);
    await expectFlatRowToFollow(p, user.id);
    // Attack: use the link again, from a mailbox or a history.
    expectError(await p.client(key, { body: { code } }), 409, "VERIFICATION_CODE_ALREADY_USED");
  });

  it("404 VERIFICATION_CODE_NOT_FOUND for an unknown code and another project's", async () => {
    const [p, other] = [await project(), await project()];
    const { code } = await asked(p);
    for (const sent of [wrongCode, code]) {
      expectError(await other.client(key, { body: { code: sent } }), 404, "VERIFICATION_CODE_NOT_FOUND");
    }
    expect((await p.client(key, { body: { code } })).status).toBe(200);
  });

  it("400 VERIFICATION_CODE_EXPIRED after seven days", async () => {
    const p = await project();
    const { code } = await asked(p);
    const isOfProject = eq(verificationCodes.projectId, p.id);
    const [[row]] = await db.batch([db.select().from(verificationCodes).where(isOfProject)]);
    expect((row?.expiresAt ?? 0) - (row?.createdAt ?? 0)).toBe(604_800_000);
    await db.batch([
      db
        .update(verificationCodes)
        .set({ expiresAt: Date.now() - 1 })
        .where(isOfProject),
    ]);
    expectError(await p.client(key, { body: { code } }), 400, "VERIFICATION_CODE_EXPIRED");
  });

  // Attack: have a code verify another address than the one it was mailed to.
  it("400 plain when the address has changed since or is gone, and nothing becomes verified", async () => {
    const p = await project();
    const text = "Contact channel not found. Was your contact channel deleted?";
    const changed = await asked(p);
    await changed.as.client(changeOne, { params: paramsOf(changed.channel), body: { value: "victim@example.com" } });
    expectPlainError(await p.client(key, { body: { code: changed.code } }), 400, text);
    const gone = await asked(p);
    await gone.as.client(deleteOne, { params: paramsOf(gone.channel) });
    expectPlainError(await p.client(key, { body: { code: gone.code } }), 400, text);
    const [verified] = await db.batch([
      db
        .select({ id: contactChannels.id })
        .from(contactChannels)
        .where(and(eq(contactChannels.projectId, p.id), eq(contactChannels.isVerified, true))),
    ]);
    expect(verified).toEqual([]);
  });

  it("400 SCHEMA_ERROR for a code of another length", async () => {
    const p = await project();
    const answer = await p.client(key, { body: { code: "0".repeat(44) } });
    expectError(answer, 400, "SCHEMA_ERROR");
    expect(answer.body.error).toContain("body.code must be exactly 45 characters");
  });
});

describe("POST /contact-channels/verify/check-code", () => {
  const key = "POST /contact-channels/verify/check-code";
  refusals(key, ["client", "server", "admin"], { body: { code: wrongCode } });

  it("200 tells that a code is good and leaves it unused; 404, 409 and 400 after it", async () => {
    const p = await project();
    const { channel, code } = await asked(p);
    expect((await p.client(key, { body: { code } })).body).toEqual({ is_code_valid: true });
    expect((await p.server(oneChannel, { params: paramsOf(channel) })).body.is_verified).toBe(false);
    expectError(await p.client(key, { body: { code: wrongCode } }), 404, "VERIFICATION_CODE_NOT_FOUND");
    expect((await p.client("POST /contact-channels/verify", { body: { code } })).status).toBe(200);
    expectError(await p.client(key, { body: { code } }), 409, "VERIFICATION_CODE_ALREADY_USED");
    const isOfProject = eq(verificationCodes.projectId, p.id);
    await db.batch([db.update(verificationCodes).set({ expiresAt: 1 }).where(isOfProject)]);
    expectError(await p.client(key, { body: { code } }), 400, "VERIFICATION_CODE_EXPIRED");
  });

  // Attack: guess the part of a code that is typed by hand.
  it("400 VERIFICATION_CODE_MAX_ATTEMPTS_REACHED at the 21st try, right or wrong", async () => {
    const p = await project();
    const { code } = await asked(p);
    const guess = (code.startsWith("0") ? "1" : "0") + code.slice(1);
    for (let attempt = 1; attempt <= 20; attempt++) {
      expectError(await p.client(key, { body: { code: guess } }), 404, "VERIFICATION_CODE_NOT_FOUND");
    }
    for (const each of [key, "POST /contact-channels/verify"] as const) {
      expectError(await p.client(each, { body: { code } }), 400, "VERIFICATION_CODE_MAX_ATTEMPTS_REACHED");
    }
  });
});
