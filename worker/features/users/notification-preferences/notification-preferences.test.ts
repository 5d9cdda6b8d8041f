import { describe, expect, it } from "vitest";
import { project, type TestProject } from "../../../testing/project";
import { expectError, expectPlainError } from "../../../testing/refusals";
import type { TestResponse } from "../../../testing/send-request";
import { bareUser } from "../../../testing/tokens";
import { signedIn, unknownId } from "../users/users.fixtures";
import {
  marketing,
  marketingId,
  transactional,
  transactionalId,
  wantsMarketing,
} from "./notification-preferences.fixtures";

const list = "GET /emails/notification-preference/{user_id}" as const;
const update = "PATCH /emails/notification-preference/{user_id}/{notification_category_id}" as const;

type Caller = TestProject["client"];

function listFor(caller: Caller, userId: string): Promise<TestResponse> {
  return caller(list, { params: { user_id: userId } });
}

function switchFor(caller: Caller, userId: string, enabled: unknown, categoryId = marketingId): Promise<TestResponse> {
  return caller(update, { params: { user_id: userId, notification_category_id: categoryId }, body: { enabled } });
}

function expectResponse({ status, body }: TestResponse, expected: unknown): void {
  expect({ status, body }).toEqual({ status: 200, body: expected });
}

describe(list, () => {
  it("200 both categories, on by default, to the user and to servers; in one round trip", async () => {
    const p = await project();
    const { user, as } = await signedIn(p);
    const responses = [
      await listFor(as.client, "me"),
      await listFor(as.client, user.id),
      await listFor(p.server, user.id),
    ];
    for (const response of responses) {
      expectResponse(response, { items: [transactional(), marketing(true)], is_paginated: false });
      expect(response.cost.d1).toBe(1);
    }
  });

  it("200 for `me` at server tier with a user token", async () => {
    const p = await project();
    const { as } = await signedIn(p);
    expect((await listFor(as.server, "me")).status).toBe(200);
  });

  it("400 CANNOT_GET_OWN_USER_WITHOUT_USER for `me` without a user", async () => {
    const p = await project();
    for (const caller of [p.client, p.server]) {
      expectError(await listFor(caller, "me"), 400, "CANNOT_GET_OWN_USER_WITHOUT_USER");
    }
  });

  it("401 USER_AUTHENTICATION_REQUIRED to a client without a user", async () => {
    const p = await project();
    expectError(await listFor(p.client, await bareUser(p.id)), 401, "USER_AUTHENTICATION_REQUIRED");
  });

  // Attack: read what another user gets emails about, or find out which ids are users.
  it("403 to a client for another user, whether or not there is one", async () => {
    const p = await project();
    const { as } = await signedIn(p);
    for (const other of [await bareUser(p.id), unknownId]) {
      expectPlainError(await listFor(as.client, other), 403, "You can only view your own notification preferences");
    }
  });

  it("404 USER_NOT_FOUND to a server for an unknown id, and for another project's user", async () => {
    const [p, other] = [await project(), await project()];
    for (const id of [unknownId, await bareUser(other.id)]) {
      expectError(await listFor(p.server, id), 404, "USER_NOT_FOUND");
    }
  });

  it("400 SCHEMA_ERROR for a malformed id, and for a query", async () => {
    const p = await project();
    expectError(await listFor(p.server, "no-uuid"), 400, "SCHEMA_ERROR");
    const withQuery = { params: { user_id: await bareUser(p.id) }, query: { enabled: "true" } };
    expectError(await p.server(list, withQuery), 400, "SCHEMA_ERROR");
  });
});

describe(update, () => {
  it("200 the category, switched off and on again for this user only", async () => {
    const p = await project();
    const { user, as } = await signedIn(p);
    const other = await bareUser(p.id);
    expectResponse(await switchFor(as.client, "me", false), marketing(false));
    const after = await listFor(as.client, "me");
    expectResponse(after, { items: [transactional(), marketing(false)], is_paginated: false });
    expect(await wantsMarketing(p, other)).toBe(true);
    expectResponse(await switchFor(as.client, user.id, true), marketing(true));
    expect(await wantsMarketing(p, user.id)).toBe(true);
  });

  it("200 to servers, for any user", async () => {
    const p = await project();
    const userId = await bareUser(p.id);
    expectResponse(await switchFor(p.server, userId, false), marketing(false));
    expect(await wantsMarketing(p, userId)).toBe(false);
  });

  it("200 for each of many concurrent switches, in two round trips", async () => {
    const p = await project();
    const userId = await bareUser(p.id);
    const responses = await Promise.all(Array.from({ length: 8 }, () => switchFor(p.server, userId, false)));
    expect(responses.map(({ status, cost }) => [status, cost.d1])).toEqual(responses.map(() => [200, 2]));
    expect(await wantsMarketing(p, userId)).toBe(false);
  });

  // Attack: switch off, with a stolen session, the emails that would warn the user.
  it("400 to switch off what a user must get, at every tier; 200 to switch it on, as it is", async () => {
    const p = await project();
    const { user, as } = await signedIn(p);
    for (const caller of [as.client, p.server, p.admin]) {
      const refused = await switchFor(caller, user.id, false, transactionalId);
      expectPlainError(refused, 400, "Transactional notifications cannot be disabled");
      expectResponse(await switchFor(caller, user.id, true, transactionalId), transactional());
    }
    expect((await listFor(as.client, "me")).body.items[0]).toEqual(transactional());
  });

  it("404 for an unknown category, to every caller, and 400 SCHEMA_ERROR for a malformed id", async () => {
    const p = await project();
    for (const caller of [p.client, p.server]) {
      const unknown = await switchFor(caller, unknownId, false, unknownId);
      expectPlainError(unknown, 404, "Notification category not found");
      expectError(await switchFor(caller, unknownId, false, "Marketing"), 400, "SCHEMA_ERROR");
    }
  });

  it("400 CANNOT_GET_OWN_USER_WITHOUT_USER for `me` without a user", async () => {
    const p = await project();
    expectError(await switchFor(p.client, "me", false), 400, "CANNOT_GET_OWN_USER_WITHOUT_USER");
  });

  it("401 USER_AUTHENTICATION_REQUIRED to a client without a user", async () => {
    const p = await project();
    const userId = await bareUser(p.id);
    expectError(await switchFor(p.client, userId, false), 401, "USER_AUTHENTICATION_REQUIRED");
    expect(await wantsMarketing(p, userId)).toBe(true);
  });

  // Attack: switch emails on or off for another user.
  it("403 to a client for another user, and nothing changes", async () => {
    const p = await project();
    const { as } = await signedIn(p);
    const other = await bareUser(p.id);
    for (const id of [other, unknownId]) {
      const refused = await switchFor(as.client, id, false);
      expectPlainError(refused, 403, "You can only manage your own notification preferences");
    }
    expect(await wantsMarketing(p, other)).toBe(true);
  });

  it("404 USER_NOT_FOUND to a server for an unknown id, and for another project's user", async () => {
    const [p, other] = [await project(), await project()];
    const foreigner = await bareUser(other.id);
    for (const id of [unknownId, foreigner]) {
      expectError(await switchFor(p.server, id, false), 404, "USER_NOT_FOUND");
    }
    expect(await wantsMarketing(other, foreigner)).toBe(true);
  });

  it("400 SCHEMA_ERROR without `enabled`, with null and with further fields", async () => {
    const p = await project();
    const params = { user_id: await bareUser(p.id), notification_category_id: marketingId };
    for (const body of [{}, { enabled: null }, { enabled: false, can_disable: true }]) {
      expectError(await p.server(update, { params, body }), 400, "SCHEMA_ERROR");
    }
  });

  it("does not prevent deleting the user", async () => {
    const p = await project();
    const { user, as } = await signedIn(p);
    await switchFor(as.client, "me", false);
    expect((await p.server("DELETE /users/{user_id}", { params: { user_id: user.id } })).status).toBe(200);
    expectError(await listFor(p.server, user.id), 404, "USER_NOT_FOUND");
  });
});
