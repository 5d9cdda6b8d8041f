import { and, eq } from "drizzle-orm";
import { afterEach, describe, expect, it, vi } from "vitest";
import { teamMemberships } from "../../../db/memberships/schema";
import { itemCheckpoints, itemQuantityChanges } from "../../../db/payments/items/schema";
import { subscriptions } from "../../../db/payments/purchases/schema";
import { internalApiKeys } from "../../../db/projects/internal-keys/schema";
import { teams } from "../../../db/teams/schema";
import type { Statement } from "../../../platform/database";
import { newId } from "../../../platform/secrets";
import { eventsOf, keepEvents } from "../../../testing/events";
import { db, project, type TestProject } from "../../../testing/project";
import { expectError, expectPlainError } from "../../../testing/refusals";
import { d1 } from "../../../testing/shards";
import { accessToken, insertBareUser } from "../../../testing/tokens";

const read = "GET /payments/items/{customer_type}/{customer_id}/{item_id}";
const update = "POST /payments/items/{customer_type}/{customer_id}/{item_id}/update-quantity";

const usage = "GET /payments/items/{customer_type}/{customer_id}/{item_id}/usage";

const day = 24 * 60 * 60 * 1000;

const catalogue = {
  "payments.items": {
    credits: { displayName: "Credits", customerType: "custom" },
    seats: { displayName: "Seats", customerType: "team" },
    points: { customerType: "user" },
  },
};

const custom = { customer_type: "custom", customer_id: "company/1", item_id: "credits" };

type Params = Record<string, string>;

const reading = (p: TestProject, params: Params = custom) => p.client(read, { params });
const quantityOf = async (p: TestProject, params: Params = custom) => (await reading(p, params)).body.quantity;
const changing = (p: TestProject, body: object, params: Params = custom, allow_negative = "false") =>
  p.server(update, { params, query: { allow_negative }, body });

/** Moves the time of the Worker; the project's keys last that long. */
async function at(p: TestProject, now: number) {
  await db.batch([
    db
      .update(internalApiKeys)
      .set({ expiresAt: now + day })
      .where(eq(internalApiKeys.projectId, p.id)),
  ]);
  vi.useFakeTimers({ toFake: ["Date"], now });
}

/** A user and a team that they are a member of. */
async function people({ id: projectId }: TestProject) {
  const [userId, strangerId, teamId] = [newId(), newId(), newId()];
  await db.batch([
    insertBareUser(projectId, { id: userId }),
    insertBareUser(projectId, { id: strangerId }),
    db.insert(teams).values({ projectId, id: teamId, displayName: "Team", createdAt: Date.now() }),
    db.insert(teamMemberships).values({ projectId, teamId, userId, userOrdinal: 1, createdAt: Date.now() }),
  ]);
  return {
    userId,
    strangerId,
    points: { customer_type: "user", customer_id: userId, item_id: "points" },
    seats: { customer_type: "team", customer_id: teamId, item_id: "seats" },
  };
}

/** A subscription that began some time ago to an offer that includes credits. */
async function subscribe(
  p: TestProject,
  item: object,
  { since = 0, ...changes }: Record<string, number | boolean | null> & { since?: number } = {},
) {
  const createdAt = Date.now() - since;
  await db.batch([
    db.insert(subscriptions).values({
      ...{
        projectId: p.id,
        id: newId(),
        customerType: "custom",
        customerId: "company/1",
        offerId: null,
        priceId: null,
      },
      offer: {
        ...{
          displayName: "Plan",
          customerType: "custom",
          isAddOnTo: false,
          serverOnly: true,
          stackable: false,
          prices: {},
        },
        includedItems: { credits: { quantity: 10, repeat: "never", expires: "never", ...item } },
      },
      ...{
        quantity: 1,
        createdAt,
        isTest: true,
        status: "active",
        currentPeriodStart: createdAt,
        currentPeriodEnd: null,
      },
      ...{ cancelsAtPeriodEnd: false, ...changes },
    } as typeof subscriptions.$inferInsert),
  ]);
}

/** Further changes of a ledger, as requests have made them that come no further than to the next checkpoint. */
async function changedSince(p: TestProject, seq: number, changes: { delta: number; createdAt: number }[]) {
  const shared = { projectId: p.id, customerType: "custom", customerId: "company/1", itemId: "credits" } as const;
  const rows = changes.map((change, index) => ({ ...shared, seq: seq + index + 1, id: newId(), ...change }));
  const inserts = rows.map((row) => db.insert(itemQuantityChanges).values({ ...row, source: "request" }));
  await db.batch(inserts as unknown as [Statement]);
}

afterEach(() => {
  vi.useRealTimers();
});

function commonRefusals(send: (p: TestProject, params: Params) => ReturnType<typeof reading>) {
  it("404 ITEM_NOT_FOUND for an item that the project does not have, before anything else", async () => {
    const p = await project(catalogue);
    // Attack: names that every object has, of which one might pass for an item.
    for (const item_id of ["none", "constructor", "__proto__", "a/b", " "]) {
      const params = { customer_type: "user", customer_id: newId(), item_id };
      expectError(await send(p, params), 404, "ITEM_NOT_FOUND", { item_id });
    }
  });

  it("400 ITEM_CUSTOMER_TYPE_DOES_NOT_MATCH for a customer of another type, before it is looked for", async () => {
    const p = await project(catalogue);
    const customer_id = newId();
    const response = await send(p, { customer_type: "user", customer_id, item_id: "seats" });
    expectError(response, 400, "ITEM_CUSTOMER_TYPE_DOES_NOT_MATCH", {
      ...{ item_id: "seats", customer_id, item_customer_type: "team", actual_customer_type: "user" },
    });
    expect(response.body.error).toBe(
      `The user with ID "${customer_id}" is not a valid customer for the item with ID "seats". The item is configured to only be available for team customers, but the customer is a user.`,
    );
  });

  it("404 USER_NOT_FOUND and TEAM_NOT_FOUND for customers that do not exist, or exist in another project", async () => {
    const [p, other] = [await project(catalogue), await project(catalogue)];
    const theirs = await people(other);
    for (const customer_id of [newId(), "me", "no id", theirs.userId]) {
      expectError(await send(p, { ...theirs.points, customer_id }), 404, "USER_NOT_FOUND");
    }
    for (const customer_id of [newId(), theirs.seats.customer_id]) {
      expectError(await send(p, { ...theirs.seats, customer_id }), 404, "TEAM_NOT_FOUND", { team_id: customer_id });
    }
  });

  it("400 SCHEMA_ERROR for a customer of no type", async () => {
    expectError(await send(await project(catalogue), { ...custom, customer_type: "company" }), 400, "SCHEMA_ERROR");
  });
}

describe(read, () => {
  commonRefusals(reading);

  it("200: what there is of the item, with its name, in one round trip", async () => {
    const p = await project(catalogue);
    const { points, seats } = await people(p);
    const nothing = await reading(p);
    expect([nothing.status, nothing.body, nothing.cost.d1]).toEqual([
      200,
      { id: "credits", display_name: "Credits", quantity: 0 },
      1,
    ]);
    expect((await reading(p, points)).body).toEqual({ id: "points", display_name: "points", quantity: 0 });
    for (const [params, quantity] of [
      [points, 1],
      [seats, 2],
      [custom, 3],
    ] as const) {
      await changing(p, { delta: quantity }, params);
      expect(await quantityOf(p, params)).toBe(quantity);
    }
    const upperCase = { ...points, customer_id: points.customer_id.toUpperCase() };
    expect(await quantityOf(p, upperCase)).toBe(1);
  });

  it("200 at client tier without a session, which is how the official server app reads", async () => {
    const p = await project(catalogue);
    const { points, seats, strangerId } = await people(p);
    for (const params of [points, seats, custom]) expect((await reading(p, params)).status).toBe(200);
    const stranger = p.as({ access_token: await accessToken(p.id, strangerId) });
    expect((await stranger.client(read, { params: points })).status).toBe(200);
  });

  // Evidence: own-reads-without-session-all-but
  it("own reads: 401 without a session, and 400 for all but a user's own items and those of their teams", async () => {
    // Attack: with the publishable key, which is in every page, one reads what other customers have.
    const p = await project({ ...catalogue, "payments.clientItemReads": "own" });
    const { points, seats, userId, strangerId } = await people(p);
    for (const params of [points, seats, custom]) {
      expectError(await reading(p, params), 401, "USER_AUTHENTICATION_REQUIRED");
      for (const tier of ["server", "admin"] as const) expect((await p[tier](read, { params })).status).toBe(200);
    }
    const [owner, stranger] = await Promise.all(
      [userId, strangerId].map(async (id) => p.as({ access_token: await accessToken(p.id, id) })),
    );
    for (const params of [points, seats]) expect((await owner?.client(read, { params }))?.status).toBe(200);
    const refused = async (params: Params) => (await stranger?.client(read, { params }))?.body.code;
    for (const params of [points, seats, custom, { ...points, customer_id: newId() }]) {
      expect(await refused(params)).toBe("CUSTOMER_DOES_NOT_EXIST");
    }
  });

  it("reads what a free offer of a group includes, for users and teams since they exist", async () => {
    const included = { points: { quantity: 7 }, seats: { quantity: 3, repeat: [1, "day"] } };
    const p = await project({
      ...catalogue,
      "payments.offers.free": {
        groupId: "plans",
        customerType: "user",
        prices: "include-by-default",
        includedItems: included,
      },
      "payments.offers.freeTeam": {
        groupId: "plans",
        customerType: "team",
        prices: "include-by-default",
        includedItems: { ...included, seats: { ...included.seats, expires: "never" } },
      },
    });
    const { points, seats } = await people(p);
    expect([await quantityOf(p, points), await quantityOf(p, seats)]).toEqual([7, 3]);
  });
});

describe("what a subscription includes", () => {
  it("is granted as often as the calendar says, and used from what expires", async () => {
    const p = await project(catalogue);
    await subscribe(
      p,
      { quantity: 10, repeat: [1, "week"], expires: "when-repeated" },
      { since: 20 * day, quantity: 2 },
    );
    expect(await quantityOf(p)).toBe(20);
    await changing(p, { delta: -15 });
    expect(await quantityOf(p)).toBe(5);
    expectError(await changing(p, { delta: -6 }), 400, "ITEM_QUANTITY_INSUFFICIENT_AMOUNT");
    // The next window begins on the 21st day.
    await at(p, Date.now() + 1.1 * day);
    expect(await quantityOf(p)).toBe(20);
  });

  it("ends with the subscription, or stays where it never expires", async () => {
    const p = await project(catalogue);
    const ended = { since: 20 * day, endedAt: Date.now() - day };
    await subscribe(p, { quantity: 10, expires: "when-purchase-expires" }, ended);
    expect(await quantityOf(p)).toBe(0);
    await subscribe(p, { quantity: 10, expires: "never" }, ended);
    expect(await quantityOf(p)).toBe(10);
  });

  it("is that of the offer as it is today, and nothing of an offer that is gone", async () => {
    const offer = { customerType: "custom", prices: {}, includedItems: { credits: { quantity: 30 } } };
    const p = await project({ ...catalogue, "payments.offers.pro": offer });
    await subscribe(p, {}, { offerId: "pro" } as never);
    expect(await quantityOf(p)).toBe(30);
    await p.admin("PATCH /internal/config/override", {
      body: { config_override_string: JSON.stringify({ "payments.offers.pro": null }) },
    });
    expect(await quantityOf(p)).toBe(0);
  });
});

describe("a year of daily repeats and of changes", () => {
  it("costs as much to read as the first day: one round trip, and as many rows", async () => {
    const p = await project(catalogue);
    const start = Date.now();
    await subscribe(p, { quantity: 5, repeat: [1, "day"], expires: "when-repeated" }, {});
    await changing(p, { delta: -1 });
    const first = await reading(p);
    await at(p, start + 400 * day);
    // Every change has a row, of which checkpoints spare the reader.
    const nth = (changes: number) => start + changes * 2.75 * day;
    for (const checkpoint of [64, 128]) {
      const before = Array.from({ length: 63 }, (_, index) => ({ delta: -1, createdAt: nth(checkpoint - 63 + index) }));
      await changedSince(p, checkpoint - 63, before);
      vi.setSystemTime(nth(checkpoint));
      expect((await changing(p, { delta: -1 }, custom, "true")).status).toBe(200);
    }
    await changedSince(p, 129, [{ delta: -1, createdAt: nth(140) }]);
    vi.setSystemTime(start + 400 * day);
    const later = await reading(p);
    expect([first.cost.d1, later.cost.d1]).toEqual([1, 1]);
    expect(later.body.quantity).toBe(5);
    expect(later.cost.rowsRead - first.cost.rowsRead).toBeLessThanOrEqual(70);
    const checkpoints = await db.batch([db.select().from(itemCheckpoints)]);
    const states = checkpoints[0].filter(({ projectId }) => projectId === p.id);
    expect(states.length).toBe(2);
    expect(Math.max(...states.map(({ state }) => JSON.stringify(state).length))).toBeLessThan(10_000);
  }, 60_000);
});

describe(usage, () => {
  const query = { from_millis: String(Date.now()) };
  commonRefusals((p, params) => p.server(usage, { params, query }));

  it("200: the quantity at the end of each interval, with what was added and taken in it, as it was then", async () => {
    const p = await project(catalogue);
    const start = Date.now();
    await at(p, start + 4 * day);
    vi.setSystemTime(start);
    await changing(p, { delta: 10 });
    await changing(p, { delta: 5, expires_at: new Date(start + 2.5 * day).toISOString() });
    vi.setSystemTime(start + 1.5 * day);
    const change = (count: number) => ({ delta: count % 2 === 0 ? -4 : 3 });
    const createdAt = start + 1.5 * day;
    await changedSince(
      p,
      2,
      Array.from({ length: 62 }, (_, count) => ({ ...change(count), createdAt })),
    );
    for (let count = 62; count < 70; count++) await changing(p, change(count), custom, "true");
    vi.setSystemTime(start + 3.5 * day);
    const response = await p.server(usage, { params: custom, query: { from_millis: String(start - day / 2) } });
    expect([response.status, response.cost.d1]).toEqual([200, 2]);
    const states = response.body.items.map((item: Record<string, number>) => [
      ((item.at_millis ?? 0) - start) / day,
      item.quantity,
      item.added,
      item.removed,
    ]);
    expect(states).toEqual([
      [0.5, 15, 15, 0],
      [1.5, -20, 105, 140],
      [2.5, -20, 0, 0],
      [3.5, -20, 0, 0],
    ]);
    expect(await quantityOf(p)).toBe(-20);
  }, 60_000);

  it("200 without an element where nothing lies between the times, and 400 for more than a hundred", async () => {
    const p = await project(catalogue);
    const from_millis = String(Date.now() + day);
    expect((await p.server(usage, { params: custom, query: { from_millis } })).body.items).toEqual([]);
    // Attack: a report of every hour since 1970.
    for (const interval of ["hour", "day", "week"]) {
      const response = await p.server(usage, { params: custom, query: { from_millis: "0", interval } });
      expectPlainError(response, 400, "A report has at most 100 times.");
    }
  });
});

describe(update, () => {
  const body = { delta: 1 };
  commonRefusals((p, params) => changing(p, body, params));

  it("200: changes the quantity and returns the id of the change, in two round trips", async () => {
    const p = await project(catalogue);
    const response = await changing(p, { delta: 10, description: "Welcome" });
    expect([response.status, Object.keys(response.body), response.cost.d1]).toEqual([200, ["id"], 2]);
    await changing(p, { delta: -4 });
    expect(await quantityOf(p)).toBe(6);
    const [rows] = await db.batch([db.select().from(itemQuantityChanges)]);
    const mine = rows.filter(({ projectId }) => projectId === p.id);
    expect(mine.map(({ seq, delta, description }) => [seq, delta, description])).toEqual([
      [1, 10, "Welcome"],
      [2, -4, null],
    ]);
    expect(mine[0]?.id).toBe(response.body.id);
  });

  it("400 ITEM_QUANTITY_INSUFFICIENT_AMOUNT where less than nothing would be left, also for an addition", async () => {
    const p = await project(catalogue);
    await changing(p, { delta: 5 });
    const response = await changing(p, { delta: -6 });
    expectError(response, 400, "ITEM_QUANTITY_INSUFFICIENT_AMOUNT", {
      ...{ item_id: "credits", customer_id: "company/1", quantity: -6 },
    });
    expect(response.body.error).toBe(
      'The item with ID "credits" has an insufficient quantity for the customer with ID "company/1". An attempt was made to charge -6 credits.',
    );
    expect(await quantityOf(p)).toBe(5);
    expect((await changing(p, { delta: -15 }, custom, "true")).status).toBe(200);
    expect(await quantityOf(p)).toBe(-10);
    expectError(await changing(p, { delta: 9 }), 400, "ITEM_QUANTITY_INSUFFICIENT_AMOUNT");
    expect((await changing(p, { delta: 10 })).status).toBe(200);
  });

  // Evidence: race-50-requests-once-what-enough
  it("race: of 50 requests at once for what is enough for 10, 10 succeed", async () => {
    // Attack: requests that all read the same quantity before any of them takes from it.
    const p = await project(catalogue);
    await changing(p, { delta: 31 });
    const responses = await Promise.all(Array.from({ length: 50 }, () => changing(p, { delta: -3 })));
    const statuses = responses.map(({ status }) => status);
    expect([statuses.filter((status) => status === 200).length, new Set(statuses)]).toEqual([10, new Set([200, 400])]);
    expect(await quantityOf(p)).toBe(1);
  });

  it("race: requests at once that cross a checkpoint lose and double nothing", async () => {
    const p = await project(catalogue);
    await changedSince(
      p,
      0,
      Array.from({ length: 60 }, () => ({ delta: 1, createdAt: Date.now() })),
    );
    await Promise.all(Array.from({ length: 20 }, () => changing(p, { delta: -2 })));
    await Promise.all(Array.from({ length: 20 }, () => changing(p, { delta: -2 })));
    expect(await quantityOf(p)).toBe(0);
  }, 30_000);

  // Evidence: change-after-quantity-longer-counted-exactly
  it("400 for a change after which the quantity is no longer counted exactly, also of many at once", async () => {
    // Attack: a balance so high that what is taken from it does not change it.
    const p = await project(catalogue);
    const none = "A quantity lies between -9007199254740991 and 9007199254740991, and would not after this change.";
    const held = async (customer_id: string, quantity: number) => {
      const params = { ...custom, customer_id };
      await changing(p, { delta: 0 }, params);
      await db.batch([
        db
          .update(itemQuantityChanges)
          .set({ delta: quantity })
          .where(and(eq(itemQuantityChanges.projectId, p.id), eq(itemQuantityChanges.customerId, customer_id))),
      ]);
      return params;
    };
    for (const [sign, allow] of [
      [1, "false"],
      [1, "true"],
      [-1, "true"],
    ] as const) {
      const params = await held(`${sign} ${allow}`, sign * (Number.MAX_SAFE_INTEGER - 25));
      const responses = await Promise.all(
        Array.from({ length: 8 }, () => changing(p, { delta: 10 * sign }, params, allow)),
      );
      const refused = responses.filter(({ status }) => status !== 200);
      expect(refused.length).toBe(6);
      for (const response of refused) expectPlainError(response, 400, none);
      expect(await quantityOf(p, params)).toBe(sign * (Number.MAX_SAFE_INTEGER - 5));
      // What leads back is a change like others.
      expect((await changing(p, { delta: -1 * sign }, params, "true")).status).toBe(200);
      expect(await quantityOf(p, params)).toBe(sign * (Number.MAX_SAFE_INTEGER - 6));
    }
  });

  it("200: a change ends when it says, and comes back if it took something", async () => {
    const p = await project(catalogue);
    const soon = new Date(Date.now() + day).toISOString();
    await changing(p, { delta: 10 });
    await changing(p, { delta: -4, expires_at: soon });
    await changing(p, { delta: 5, expires_at: soon });
    expect(await quantityOf(p)).toBe(11);
    await at(p, Date.now() + day);
    expect(await quantityOf(p)).toBe(10);
  });

  it("400 SCHEMA_ERROR without a whole delta, without allow_negative, or with a date that is none", async () => {
    const p = await project(catalogue);
    for (const wrong of [
      {},
      { delta: 1.5 },
      { delta: 1e12 + 1 },
      { delta: -1e12 - 1 },
      { delta: "many" },
      { delta: null },
      { delta: 1, expires_at: "soon" },
      { delta: 1, quantity: 1 },
    ]) {
      expectError(await changing(p, wrong), 400, "SCHEMA_ERROR");
    }
    for (const allow of ["maybe", ""]) expectError(await changing(p, body, custom, allow), 400, "SCHEMA_ERROR");
    expectError(await p.server(update, { params: custom, body }), 400, "SCHEMA_ERROR");
  });

  // Evidence: idempotency-repeated-key-makes-change-returns
  it("idempotency: a repeated key makes one change and returns the same id, also at once and without enough left", async () => {
    const p = await project(catalogue);
    await changing(p, { delta: 5 });
    const once = { delta: -5, idempotency_key: "job 1" };
    const responses = await Promise.all(Array.from({ length: 10 }, () => changing(p, once)));
    expect(new Set(responses.map(({ status }) => status))).toEqual(new Set([200]));
    expect(new Set(responses.map((response) => response.body.id)).size).toBe(1);
    expect((await changing(p, once)).body.id).toBe(responses[0]?.body.id);
    expect(await quantityOf(p)).toBe(0);
    // Another customer's key is another key.
    expect((await changing(p, { ...once, delta: 5 }, { ...custom, customer_id: "company/2" })).status).toBe(200);
  });

  it("409 for a key that has named another change", async () => {
    const p = await project(catalogue);
    await changing(p, { delta: 5, idempotency_key: "job 1" });
    for (const other of [{ delta: 6 }, { delta: 5, description: "More" }, { delta: 5, expires_at: "2100-01-01" }]) {
      expectPlainError(
        await changing(p, { ...other, idempotency_key: "job 1" }),
        409,
        "The idempotency key was used for a different change of this item's quantity.",
      );
    }
    expect(await quantityOf(p)).toBe(5);
  });

  it("item.low_balance once each time that a change takes the quantity below the item's threshold", async () => {
    const p = await keepEvents(await project({ ...catalogue, "payments.items.credits.lowBalanceThreshold": 10 }));
    await changing(p, { delta: 14 });
    await changing(p, { delta: -20 });
    expect(await eventsOf(p)).toEqual([]);
    // Requests at once, of which one crosses the threshold.
    await Promise.all([1, 2, 3, 4, 5, 6].map(() => changing(p, { delta: -1 })));
    const data = { item_id: "credits", customer_type: "custom", customer_id: "company/1", threshold: 10 };
    const low = (quantity: number) => ({ type: "item.low_balance", data: { ...data, quantity } });
    expect(await eventsOf(p)).toEqual([low(9)]);
    await changing(p, { delta: 2 });
    await changing(p, { delta: -8 }, custom, "true");
    expect(await eventsOf(p)).toEqual([low(9), low(2)]);
  });

  it("400 CURRENT_PROJECT_NOT_FOUND when the project is deleted while the change is written", async () => {
    const p = await project(catalogue);
    const trigger = `deletes_before_${p.id.replaceAll("-", "")}`;
    await d1
      .prepare(
        `create trigger ${trigger} before insert on item_quantity_changes when new.project_id = '${p.id}'
       begin delete from projects where project_id = new.project_id; end`,
      )
      .run();
    const response = await changing(p, body);
    await d1.prepare(`drop trigger ${trigger}`).run();
    expectError(response, 400, "CURRENT_PROJECT_NOT_FOUND", { project_id: p.id });
  });

  it("injection: customers whose ids hold quotes or slashes are customers like others", async () => {
    const p = await project(catalogue);
    for (const customer_id of ["'; drop table users; --", "a/../b", "%00", "🏢"]) {
      const params = { ...custom, customer_id };
      await changing(p, { delta: 3 }, params);
      expect(await quantityOf(p, params)).toBe(3);
    }
    expect(await quantityOf(p)).toBe(0);
  });
});
