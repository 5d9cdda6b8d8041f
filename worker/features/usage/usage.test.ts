import { eq } from "drizzle-orm";
import { afterEach, describe, expect, it } from "vitest";
import { sendMissing } from "../../db/outbox/delivery-changes";
import { outbox } from "../../db/outbox/schema";
import { projects } from "../../db/projects/schema";
import { quotaSql } from "../../db/storage/quota-sql";
import { projectStorage, storageQuota } from "../../db/storage/schema";
import { setQuota, storageOf } from "../../db/storage/storage.fixtures";
import { users } from "../../db/users/schema";
import { isStorageFull } from "../../platform/database";
import { stepOf } from "../../testing/jobs";
import { freshAddress, mailbox } from "../../testing/mailbox";
import { owner } from "../../testing/owner";
import { signUp } from "../../testing/password-sign-ins";
import { db, firstDb, project, type TestProject } from "../../testing/project";
import { d1 } from "../../testing/shards";
import { withStripe } from "../../testing/stripe";
import { copyEndpoints, endpointOf, record } from "../webhooks/webhooks.fixtures";
import { watchStorage } from "./jobs";

describe("GET /internal/usage", () => {
  it("200 with what is stored and may be, by kind, in two round trips", async () => {
    const p = await project();
    await signUp(p);
    const { status, body, cost } = await p.admin("GET /internal/usage");
    const { rows, bytes } = await storageOf(p.id);
    expect([status, cost.d1]).toEqual([200, 2]);
    expect(body.storage).toMatchObject({
      used_bytes: bytes,
      max_bytes: 1024 ** 3,
      used_rows: rows,
      max_rows: 2_000_000,
      used_percent: 0,
    });
    const kinds: Record<string, number> = body.storage.bytes_by_kind;
    expect(Object.values(kinds).reduce((sum, number) => sum + number, 0)).toBe(bytes);
    const used = Object.keys(kinds).filter((kind) => kinds[kind]);
    expect(used.sort()).toEqual(["audit_log", "emails", "settings", "sign_ins", "users"]);
  });

  it("200 with whether the instance takes payments, which its operator decides", async () => {
    const p = await project();
    const takesPayments = async (settings = {}) =>
      (await p.admin("GET /internal/usage", { settings })).body.takes_payments;
    expect([await takesPayments(), await takesPayments(withStripe())]).toEqual([false, true]);
  });

  it("200 with the larger share of the project's own quota", async () => {
    const p = await project();
    const { rows, bytes } = await storageOf(p.id);
    await setQuota(p.id, { maxBytes: 10 * bytes, maxRows: 4 * rows });
    expect((await p.admin("GET /internal/usage")).body.storage).toMatchObject({
      max_bytes: 10 * bytes,
      max_rows: 4 * rows,
      used_percent: 25,
    });
  });
});

describe("the operator's command", () => {
  it("gives a project a quota of its own, and the instance's again", async () => {
    const p = await project();
    const run = async (...args: Parameters<typeof quotaSql>) => {
      const statements = quotaSql(...args).split("; ");
      const results = await d1.batch(statements.map((statement) => d1.prepare(statement)));
      return results.at(-1)?.results.at(0);
    };
    const { rows, bytes } = await storageOf(p.id);
    const ofInstance = { bytes, rows, max_bytes: 1024 ** 3, max_rows: 2_000_000 };
    expect(await run(p.id, undefined)).toEqual(ofInstance);
    expect(await run(p.id, { maxBytes: 5, maxRows: 6 })).toEqual({ bytes, rows, max_bytes: 5, max_rows: 6 });
    expect((await p.server("POST /users", { body: {} })).status).toBe(413);
    expect(await run(p.id, null)).toEqual(ofInstance);
    expect((await p.server("POST /users", { body: {} })).status).toBe(201);
  });
});

describe("the task that watches storage", () => {
  afterEach(async () => {
    await stepOf(watchStorage);
  });

  /** Lets the pause between two looks pass. */
  const look = async (settings: Record<string, string> = {}) => {
    for (const each of [db, firstDb]) await each.batch([each.update(storageQuota).set({ lookedAt: 0 })]);
    while ((await stepOf(watchStorage, settings)).outcome === "more");
  };

  it("has the database refuse by the variables of the environment", async () => {
    const p = await project();
    await stepOf(watchStorage, { PROJECT_STORAGE_MIB: "1", PROJECT_STORAGE_ROWS: "3" });
    expect((await p.admin("GET /internal/usage")).body.storage).toMatchObject({ max_bytes: 1024 ** 2, max_rows: 3 });
    for (const status of [201, 413]) {
      expect((await p.server("POST /teams", { body: { display_name: "Team" } })).status).toBe(status);
    }
  });

  it("emails owners with a verified address once at 80 %, and again after it was less than 70 %; it costs a row in between", async () => {
    const [p, { userId, teamId }] = [await project(), await owner()];
    const email = freshAddress();
    await db.batch([
      db.update(users).set({ primaryEmail: email, primaryEmailVerified: true }).where(eq(users.id, userId)),
      db.update(projects).set({ ownerTeamId: teamId, displayName: "Acme" }).where(eq(projects.projectId, p.id)),
    ]);
    const { rows } = await storageOf(p.id);
    const fillTo = (percent: number) => setQuota(p.id, { maxRows: Math.floor((100 * rows) / percent) });
    const emails = () => mailbox({ to: email, atLeast: 0 });
    await setQuota(p.id, { maxRows: 2 * rows });
    await look();
    expect(await emails()).toEqual([]);

    await setQuota(p.id, { maxRows: rows });
    await look();
    await look();
    const [message, ...others] = await emails();
    expect(others).toEqual([]);
    expect(message?.subject).toBe("The storage of Acme is nearly full");
    expect(message?.text.replace(/\s+/g, " ")).toContain(`It stores 1 of 1,024 MiB and ${rows} of ${rows} rows.`);
    expect(message?.links).toContain(`http://localhost:5173/projects/${p.id}/usage`);

    const { cost } = await stepOf(watchStorage);
    expect(cost).toMatchObject({ d1: 1, rowsRead: 1, rowsWritten: 0 });
    await fillTo(50);
    await look();
    await setQuota(p.id, { maxRows: rows });
    await look();
    expect(await emails()).toHaveLength(2);
  });

  it("forgets projects without owners", async () => {
    const p = await project();
    await setQuota(p.id, { maxBytes: 1 });
    await look();
    const warned = db.select().from(projectStorage).where(eq(projectStorage.projectId, p.id));
    expect((await db.batch([warned]))[0][0]?.warnedAt).not.toBeNull();
  });
});

async function eventsOf({ id }: TestProject): Promise<string[]> {
  const [events] = await db.batch([db.select({ type: outbox.type }).from(outbox).where(eq(outbox.projectId, id))]);
  return events.map(({ type }) => type);
}

describe("what webhooks are told at four times the quota", () => {
  // Evidence: deletions-end-at-four-times-the-quota
  it("200 for deletions of users, teams and members, of which webhooks are then not told", async () => {
    // Attack: a project makes users and teams within its quota, and endpoints. Each deletion is an event for all of them.
    const p = await project();
    await endpointOf(p);
    const users: string[] = [];
    const teams: string[] = [];
    for (let number = 0; number < 12; number += 1) {
      const { body: user } = await p.server("POST /users", { body: {} });
      const { body: team } = await p.server("POST /teams", { body: { display_name: "Team" } });
      const params = { team_id: team.id, user_id: user.id };
      await p.server("POST /team-memberships/{team_id}/{user_id}", { params, body: {} });
      users.push(user.id);
      teams.push(team.id);
    }
    await copyEndpoints(p, 60);
    const { bytes, rows } = await storageOf(p.id);
    const quota = { maxBytes: Math.floor(bytes / 2), maxRows: Math.floor(rows / 2) };
    await setQuota(p.id, quota);
    const told = (await eventsOf(p)).length;
    for (const user_id of users) {
      expect((await p.server("DELETE /users/{user_id}", { params: { user_id } })).status).toBe(200);
    }
    for (const team_id of teams) {
      expect((await p.server("DELETE /teams/{team_id}", { params: { team_id } })).status).toBe(200);
    }
    const after = await storageOf(p.id);
    expect([after.bytes / quota.maxBytes, after.rows / quota.maxRows].map((times) => times <= 4.1)).toEqual([
      true,
      true,
    ]);
    // Some are told of, while there is room.
    expect((await eventsOf(p)).length).toBeGreaterThan(told);
    const gone = await p.server("GET /users/{user_id}", { params: { user_id: users[0] ?? "" } });
    expect(gone.status).toBe(404);
  });

  // Evidence: replays-end-at-four-times-the-quota
  it("fails what an owner has sent to further endpoints by hand", async () => {
    // Attack: an owner makes an endpoint, has all events of a month sent to it, deletes it, and begins again.
    const p = await project();
    const { svix, endpoint } = await endpointOf(p);
    for (let number = 0; number < 10; number += 1) await record(p);
    const later = await svix.endpoint.create(p.id, { url: endpoint.url });
    const now = Date.now();
    const replay = () =>
      db.batch([
        sendMissing(db, { projectId: p.id, id: later.id, eventTypes: null }, { since: 0, until: now, limit: 9, now }),
      ]);
    const { bytes } = await storageOf(p.id);
    await setQuota(p.id, { maxBytes: Math.floor(bytes / 4) });
    await expect(replay()).rejects.toSatisfy(isStorageFull);
    expect((await storageOf(p.id)).bytes).toBe(bytes);
    await setQuota(p.id, { maxBytes: bytes });
    await replay();
    expect((await storageOf(p.id)).bytes).toBeGreaterThan(bytes);
  });
});
