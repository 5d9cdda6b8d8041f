// Tests what every list with cursors promises; the tests beside each endpoint have its order and its filters.
import { and, eq, sql } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import { firstIdAt } from "./db/audit/event-id";
import { emailSendRecipients } from "./db/email-sends/schema";
import { sentEmails } from "./db/emails/schema";
import { teamMemberships } from "./db/memberships/schema";
import { itemQuantityChanges } from "./db/payments/items/schema";
import { teams } from "./db/teams/schema";
import { users } from "./db/users/schema";
import { readers, sendHtml, sendingProject } from "./features/email-sends/email-sends.fixtures";
import { create } from "./features/users/users/users.fixtures";
import { endpointOf, record, svixOf } from "./features/webhooks/webhooks.fixtures";
import { eventIdOf } from "./features/webhooks/wire-message";
import { newId } from "./platform/secrets";
import type { EndpointKey } from "./protocol/endpoint";
import { keepEvents } from "./testing/events";
import { owner } from "./testing/owner";
import { db, project, type TestProject } from "./testing/project";
import { expectError } from "./testing/refusals";
import type { TestResponse } from "./testing/send-request";
import { d1 } from "./testing/shards";

type Query = Record<string, string>;

interface Page {
  ids: string[];
  next: string | null;
}

/** A list of five rows, of which one and then another is deleted. */
interface Scene {
  page(query: Query): Promise<Page>;
  remove(id: string): Promise<unknown>;
}

function pageOf({ body }: TestResponse): Page {
  const rows: { id?: string; user_id?: string }[] = body.items ?? body.transactions;
  const next: string | null = body.pagination ? body.pagination.next_cursor : body.next_cursor;
  return { ids: rows.map(({ id, user_id }) => id ?? user_id ?? ""), next };
}

const five = [0, 1, 2, 3, 4];

/** Five users, of whom all are members of a team and were active at one moment. */
async function usersOf(names: (string | null)[]) {
  const p = await project();
  for (const display_name of names) await create(p, { display_name });
  const team_id = newId();
  await db.batch([
    db.insert(teams).values({ projectId: p.id, id: team_id, displayName: "All", createdAt: 1 }),
    db.insert(teamMemberships).select(sql`select project_id, ${team_id}, id, ordinal, null, null, 1 from users
      where project_id = ${p.id}`),
    db.update(users).set({ lastActiveAt: 7, lastActiveDay: 1 }).where(eq(users.projectId, p.id)),
  ]);
  return { p, team_id };
}

function usersBy(form: Query, names: (string | null)[] = ["Ada", "ada", "Ada 2", "Adam", "Ada"]) {
  return async (): Promise<Scene> => {
    const { p, team_id } = await usersOf(names);
    const of = form.team_id === undefined ? form : { ...form, team_id };
    return {
      page: async (query) => pageOf(await p.server("GET /users", { query: { ...of, ...query } })),
      remove: (id) => p.server("DELETE /users/{user_id}", { params: { user_id: id } }),
    };
  };
}

const serverTeamsOf = (desc: string) => async (): Promise<Scene> => {
  const { p, remove } = await teamsOf();
  return { page: async (query) => pageOf(await p.server("GET /teams", { query: { desc, ...query } })), remove };
};

async function teamsOf(): Promise<Scene & { p: TestProject }> {
  const p = await project();
  await db.batch(
    five.map(() =>
      db.insert(teams).values({ projectId: p.id, id: newId(), displayName: "Crew", createdAt: 1 }),
    ) as never,
  );
  return {
    p,
    page: async (query) => pageOf(await p.admin("GET /internal/teams", { query })),
    remove: (id) => p.server("DELETE /teams/{team_id}", { params: { team_id: id } }),
  };
}

async function projectsOf(): Promise<Scene & { me: Awaited<ReturnType<typeof owner>> }> {
  const me = await owner();
  for (const display_name of ["a", "b", "c", "d", "e"]) {
    await me.client("POST /internal/projects", { body: { display_name, owner_team_id: me.teamId } });
  }
  return {
    me,
    page: async (query) => pageOf(await me.client("GET /internal/projects", { query })),
    // This is as when it is handed to others.
    remove: (id) => d1.prepare("update projects set owner_team_id = null where project_id = ?").bind(id).run(),
  };
}

async function emailLogOf(): Promise<Scene & { p: TestProject }> {
  const p = await project();
  const row = { projectId: p.id, to: [], subject: "", senderConfig: { type: "shared" as const }, sentAt: 1 };
  await db.batch(
    five.map(() => db.insert(sentEmails).values({ ...row, id: crypto.randomUUID(), keptDays: 100_000 })) as never,
  );
  return {
    p,
    page: async (query) => pageOf(await p.admin("GET /internal/emails/log", { query })),
    remove: (id) => db.batch([db.delete(sentEmails).where(and(eq(sentEmails.projectId, p.id), eq(sentEmails.id, id)))]),
  };
}

async function recipientsOf(): Promise<Scene> {
  const p = await sendingProject();
  const params = { send_id: await sendHtml(p, await readers(p, 5)) };
  const { projectId, userId } = emailSendRecipients;
  return {
    page: async (query) => pageOf(await p.admin("GET /internal/emails/sends/{send_id}/recipients", { params, query })),
    remove: (id) => db.batch([db.delete(emailSendRecipients).where(and(eq(projectId, p.id), eq(userId, id)))]),
  };
}

async function auditEventsOf(): Promise<Scene> {
  const p = await project();
  const statement = d1.prepare(
    `insert into audit_events (project_id, id, type, actor_type, details, created_at, expires_at)
     values (?1, ?2, 'user.signed_in', 'system', '{}', ?3, ?4)`,
  );
  const [now, day] = [Date.now(), 24 * 60 * 60 * 1000];
  await d1.batch(five.map((index) => statement.bind(p.id, firstIdAt(now - index * 1000), now, now + day)));
  const removal = d1.prepare("delete from audit_events where project_id = ?1 and id = ?2");
  return {
    page: async (query) => pageOf(await p.admin("GET /internal/audit-events", { query })),
    remove: (id) => removal.bind(p.id, id).run(),
  };
}

async function transactionsOf(): Promise<Scene> {
  const p = await project();
  const row = { projectId: p.id, customerType: "user" as const, customerId: "c", itemId: "credits", delta: -1 };
  const rows = five.map((seq) => ({ ...row, seq: seq + 1, id: newId(), createdAt: 1, source: "request" as const }));
  await db.batch([db.insert(itemQuantityChanges).values(rows)]);
  const { projectId, id: rowId } = itemQuantityChanges;
  return {
    page: async (query) => pageOf(await p.admin("GET /internal/payments/transactions", { query })),
    remove: (id) => db.batch([db.delete(itemQuantityChanges).where(and(eq(projectId, p.id), eq(rowId, id)))]),
  };
}

interface SvixPage {
  data: { id: string }[];
  done: boolean;
  iterator: string | null;
}

const fromSvix = ({ data, done, iterator }: SvixPage): Page => ({
  ids: data.map(({ id }) => id),
  next: done ? null : iterator,
});

const forSvix = ({ limit, cursor }: Query) => ({ limit: Number(limit), ...(cursor && { iterator: cursor }) });

async function webhookEndpoints(): Promise<Scene> {
  const p = await project();
  const svix = await svixOf(p);
  for (const index of five) await svix.endpoint.create(p.id, { url: `https://receiver.example.net/${index}` });
  return {
    page: async (query) => fromSvix(await svix.endpoint.list(p.id, forSvix(query))),
    remove: (id) => svix.endpoint.delete(p.id, id),
  };
}

async function webhookMessages(): Promise<Scene> {
  const p = await keepEvents(await project());
  const svix = await svixOf(p);
  await record(
    p,
    five.map((id) => ({ id: String(id) })),
  );
  const removal = d1.prepare("delete from outbox where project_id = ?1 and id = ?2");
  return {
    page: async (query) => fromSvix(await svix.message.list(p.id, forSvix(query))),
    remove: (id) => removal.bind(p.id, eventIdOf(id)).run(),
  };
}

const named = ["Bob", null, "Ada", null, null];

const lists: [name: string, make: () => Promise<Scene>][] = [
  ["users", usersBy({})],
  ["users, newest first", usersBy({ desc: "true" })],
  ["users with anonymous ones", usersBy({ include_anonymous: "true" })],
  ["users in a range of sign-up times", usersBy({ signed_up_since_millis: "1" })],
  ["users in a range, newest first", usersBy({ signed_up_since_millis: "1", desc: "true" })],
  ["users by activity", usersBy({ order_by: "last_active_at" })],
  ["members by activity", usersBy({ order_by: "last_active_at", team_id: "" })],
  ["members by name, backwards", usersBy({ order_by: "display_name", desc: "true", team_id: "" }, named)],
  ["users by name", usersBy({ order_by: "display_name" }, named)],
  ["users by name, backwards", usersBy({ order_by: "display_name", desc: "true" }, named)],
  ["users of one name", usersBy({ order_by: "display_name" }, ["Ada", "Ada", "ada", "Ada", "ADA"])],
  ["found users", usersBy({ query: "ada" })],
  ["members of a team", usersBy({ team_id: "" })],
  ["found members of a team, newest first", usersBy({ team_id: "", query: "ada", desc: "true" })],
  ["teams", teamsOf],
  ["teams of a server", serverTeamsOf("false")],
  ["teams of a server, newest first", serverTeamsOf("true")],
  ["projects of an owner", projectsOf],
  ["the log of emails", emailLogOf],
  ["recipients of an email", recipientsOf],
  ["the audit log", auditEventsOf],
  ["transactions", transactionsOf],
  ["webhook endpoints", webhookEndpoints],
  ["webhook messages", webhookMessages],
];

describe("a list whose rows are deleted while it is read", () => {
  // Attack: a user deletes their account while the owner reads a list, which ends there, with a success, as if it were whole.
  it.each(lists)("200 with all that is left of %s", async (_, make) => {
    const { page, remove } = await make();
    const { ids: all } = await page({ limit: "5" });
    expect(all).toHaveLength(5);
    const seen: string[] = [];
    let next: string | null = null;
    do {
      const read: Page = await page({ limit: "1", ...(next !== null && { cursor: next }) });
      seen.push(...read.ids);
      next = read.next;
      const at = all.indexOf(read.ids[0] ?? "");
      // Removes what was read, and what the cursor begins with.
      for (const id of all.slice(at, at + 2)) await remove(id);
    } while (next !== null);
    expect(seen).toEqual([all[0], all[2], all[4]]);
  });
});

describe("a cursor of something else", () => {
  // Evidence: cursor-another-project-list-order
  it("400 SCHEMA_ERROR in another project, another list and another order", async () => {
    // Attack: an owner sends cursors of strangers' lists, and of other lists, to learn where in them their rows are.
    const [mine, theirs] = [await teamsOf(), await teamsOf()];
    const log = await emailLogOf();
    const [me, other] = [await projectsOf(), await projectsOf()];
    const { p } = await usersOf(named);
    const limit = "1";
    const ofTeams = (await mine.page({ limit })).next ?? "";
    const bySignUp = pageOf(await p.server("GET /users", { query: { limit } })).next ?? "";
    const refused: [TestProject["admin"], EndpointKey, string, order_by?: string][] = [
      [theirs.p.admin, "GET /internal/teams", ofTeams],
      [mine.p.admin, "GET /internal/emails/log", ofTeams],
      [mine.p.server, "GET /users", ofTeams],
      [mine.p.server, "GET /teams", ofTeams],
      [log.p.server, "GET /users", (await log.page({ limit })).next ?? ""],
      [other.me.client, "GET /internal/projects", (await me.page({ limit })).next ?? ""],
      [mine.p.server, "GET /users", bySignUp],
      [p.server, "GET /users", bySignUp, "display_name"],
    ];
    for (const [send, key, cursor, order_by] of refused) {
      const response = await send(key, { query: { limit, cursor, ...(order_by && { order_by }) } });
      expectError(response, 400, "SCHEMA_ERROR", { message: "query.cursor is not a cursor of this list" });
    }
  });

  it("422 as an iterator of webhooks, in the words of Svix", async () => {
    const p = await project();
    const { svix, endpoint } = await endpointOf(p);
    const page = { limit: 1, iterator: "1_1" };
    for (const call of [
      svix.endpoint.list(p.id, page),
      svix.message.list(p.id, page),
      svix.messageAttempt.listByEndpoint(p.id, endpoint.id, page),
    ]) {
      const detail = [expect.objectContaining({ loc: ["query", "iterator"] })];
      await expect(call).rejects.toMatchObject({ code: 422, body: { detail } });
    }
  });

  it("401 for a stranger, as with any other cursor", async () => {
    // Attack: a stranger sends ids of users, and learns by the kind of refusal which of them there are.
    const p = await project();
    const user = await create(p);
    const headers = { "x-stack-secret-server-key": "ssk_wrong" };
    for (const cursor of [user.id, newId(), "x"]) {
      expectError(await p.server("GET /users", { query: { cursor }, headers }), 401, "INVALID_SECRET_SERVER_KEY");
    }
  });
});
