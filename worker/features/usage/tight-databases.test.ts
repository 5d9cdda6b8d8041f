import { eq } from "drizzle-orm";
import { afterEach, describe, expect, it } from "vitest";
import { auditEvents } from "../../db/audit/schema";
import { sentEmails } from "../../db/emails/schema";
import { storageQuota } from "../../db/storage/schema";
import { setQuota, storageOf } from "../../db/storage/storage.fixtures";
import { openDatabase, sizeOf } from "../../platform/database";
import { newId } from "../../platform/secrets";
import { newTrace } from "../../platform/trace";
import { stepOf } from "../../testing/jobs";
import { owner } from "../../testing/owner";
import { signIn, signUp } from "../../testing/password-sign-ins";
import { db, internalProject, project, type TestProject } from "../../testing/project";
import { expectPlainError } from "../../testing/refusals";
import { projectsDb } from "../../testing/shards";
import { newImage } from "../projects/projects.fixtures";
import { copyEndpoints, endpointOf, record, run } from "../webhooks/webhooks.fixtures";
import { watchStorage } from "./jobs";

const mebibyte = 1024 * 1024;

const refusal =
  "No more can be stored here for now. The owners of the project see under Usage why, and what makes room.";

const databaseOfProjects = openDatabase(projectsDb, newTrace());

async function quotaOfDatabase(): Promise<typeof storageQuota.$inferSelect> {
  const [[quota]] = await databaseOfProjects.batch([databaseOfProjects.select().from(storageQuota)]);
  if (!quota) throw new Error("The database has no quota");
  return quota;
}

const countProjects = async () =>
  (await projectsDb.prepare("select count(*) as n from project_storage").first<{ n: number }>())?.n ?? 0;

/** Fills the database until a share of what is left is enough for a few users. */
async function fillDatabase(): Promise<void> {
  const missing = 100_000 * (await countProjects()) - (await sizeOf(databaseOfProjects));
  await projectsDb.prepare("create table test_nearly_full (bytes blob)").run();
  await projectsDb
    .prepare(
      "insert into test_nearly_full with recursive n (i) as (select 1 union all select i + 1 from n where i < ?) select zeroblob(100000) from n",
    )
    .bind(Math.ceil(Math.max(5 * mebibyte, missing) / 100_000))
    .run();
}

const emptyDatabase = () => projectsDb.prepare("drop table if exists test_nearly_full").run();

/** Settings by which the database will be tight once a megabyte or so is written, or by which it is full. */
const tightAfterMebibyte = async () => ({
  SHARD_STORAGE_MIB: String(Math.ceil((await sizeOf(databaseOfProjects)) / mebibyte / 0.7) + 1),
});
const full = { SHARD_STORAGE_MIB: "1" };

afterEach(async () => {
  await emptyDatabase();
  await stepOf(watchStorage);
});

describe("a database that fills up", () => {
  // Evidence: many-projects-cannot-fill-a-database
  it("413 beyond a share of what is left, whoever owns how many projects; others sign up within theirs, and deletions make room", async () => {
    // Attack: one owner has fifty projects, or has fifty strangers make some. They write to all of them, within the quota of each. In the
    // end no project in the same database can store a session any more.
    const [own, other, trusted] = [
      await Promise.all([project(), project(), project()]),
      await project(),
      await project(),
    ];
    const [ada, mine] = [await signUp(other), await signUp(own[0])];
    const rename = (display_name: string) =>
      own[0].server("PATCH /users/{user_id}", { params: { user_id: mine.user_id }, body: { display_name } });
    await rename("Eve");
    await setQuota(trusted.id, { maxBytes: 10 * mebibyte });
    await fillDatabase();
    const settings = await tightAfterMebibyte();
    const mark = 0.7 * Number(settings.SHARD_STORAGE_MIB) * mebibyte;
    const write = (p: TestProject) =>
      p.server("POST /users", { body: { server_metadata: { text: "x".repeat(30_000) } }, settings });
    const stored: { p: TestProject; id: string }[] = [];
    for (let isRefused = false; !isRefused; ) {
      for (const p of own) {
        const { status, body } = await write(p);
        if (status === 201) stored.push({ p, id: body.id });
        else isRefused = true;
      }
      expect(stored.length).toBeLessThan(150);
    }
    expect(stored.length).toBeGreaterThan(10);
    for (const p of own) expectPlainError(await write(p), 413, refusal);
    const size = await sizeOf(databaseOfProjects);
    expect(size).toBeGreaterThanOrEqual(mark);
    expect(size).toBeLessThan(mark + 4 * 40_000);

    const { maxBytes, fullness } = await quotaOfDatabase();
    expect(fullness).toBe("tight");
    const shared = Math.floor((Number(settings.SHARD_STORAGE_MIB) * mebibyte) / 10);
    expect(maxBytes).toBe(Math.floor(shared / (await countProjects())));
    const usage = (await other.admin("GET /internal/usage")).body;
    expect([usage.storage.max_bytes, usage.images.max_bytes]).toEqual([maxBytes, 1024 * mebibyte]);
    expect((await other.client("POST /auth/anonymous/sign-up")).status).toBe(200);
    expect((await signIn(other, ada.email)).status).toBe(200);
    expect((await signIn(own[0], mine.email)).status).toBe(200);
    expect((await own[0].admin("GET /internal/audit-events/export")).status).toBe(200);
    expect((await rename("Ada")).status).toBe(200);
    // What the operator gave a project stands.
    expect((await write(trusted)).status).toBe(201);

    for (const { p, id } of stored) {
      const { status } = await p.server("DELETE /users/{user_id}", { params: { user_id: id } });
      expect(status).toBe(200);
    }
    await emptyDatabase();
    await stepOf(watchStorage, settings);
    expect(await quotaOfDatabase()).toMatchObject({ fullness: "roomy", maxBytes: 1024 * mebibyte });
    expect((await write(own[0])).status).toBe(201);
  });

  // Evidence: tight-databases-are-found-by-a-task
  it("is found by the task where the isolate ended that wrote last, and its quotas stay low as long", async () => {
    // Attack: an isolate is ended between a write and its response, by a request that makes it use too much memory.
    const p = await project();
    await signUp(p);
    await fillDatabase();
    const tight = { SHARD_STORAGE_MIB: String(Math.floor((await sizeOf(databaseOfProjects)) / mebibyte / 0.7)) };
    for (const time of ["first", "again"]) {
      await stepOf(watchStorage, tight);
      expect([time, (await quotaOfDatabase()).fullness]).toEqual([time, "tight"]);
      expect((await quotaOfDatabase()).maxBytes).toBeLessThan(mebibyte);
    }
    await stepOf(watchStorage);
    expect(await quotaOfDatabase()).toMatchObject({ fullness: "roomy", maxBytes: 1024 * mebibyte });
    expect((await p.server("POST /users", { body: {} })).status).toBe(201);
  });

  // Evidence: internal-project-has-a-share-of-a-tight-database
  it("413 for another team of the internal project, whose owners sign in as ever", async () => {
    // Attack: strangers sign up at the dashboard and make a hundred teams each. The internal project has no quota while there is room.
    const me = await owner();
    const body = { display_name: "Team", creator_user_id: "me" };
    for (let number = 0; number < 5; number++) expect((await me.client("POST /teams", { body })).status).toBe(201);
    await stepOf(watchStorage, full);
    expectPlainError(await me.client("POST /teams", { body }), 413, refusal);
    const session = { body: { user_id: me.userId } };
    expect((await internalProject().server("POST /auth/sessions", session)).status).toBe(200);
    await stepOf(watchStorage);
    // The sign-in has taken the place of the owner's session, as the project stores more than four quotas.
    expect((await (await owner()).client("POST /teams", { body })).status).toBe(201);
  });
});

describe("a full database", () => {
  /** A project that stores more than four quotas, or much less than one. */
  const beyond = (p: TestProject) => setQuota(p.id, { maxBytes: 1 });
  const below = (p: TestProject) => setQuota(p.id, { maxBytes: 100 * mebibyte });
  const eventsOf = async (p: TestProject) => {
    const events = db.select().from(auditEvents).where(eq(auditEvents.projectId, p.id));
    return (await db.batch([events]))[0];
  };

  // Evidence: what-no-quota-refuses-cannot-fill-a-database
  it("200 for what no quota refuses, which takes the place of what is older; a project with little keeps all of it", async () => {
    // Attack: the server keys of fifty full projects suspend a user and let them back in without end, and sign in meanwhile. No quota
    // refuses that, and each time leaves events for years.
    const projects = [await project(), await project()] as const;
    const [greedy, other] = projects;
    const users = new Map(await Promise.all(projects.map(async (p) => [p, await signUp(p)] as const)));
    const repeat = async (p: TestProject, number: number) => {
      const { user_id = "", email = "" } = users.get(p) ?? {};
      const params = { user_id };
      const body = { reason: `Reason ${number}` };
      const { status: suspended } = await p.server("PUT /users/{user_id}/suspension", { params, body });
      const { status: lifted } = await p.server("DELETE /users/{user_id}/suspension", { params });
      expect([suspended, lifted, (await signIn(p, email)).status]).toEqual([200, 200, 200]);
    };
    for (const p of projects) await repeat(p, 0);
    await beyond(greedy);
    await below(other);
    await stepOf(watchStorage, full);
    const before = await Promise.all(projects.map(({ id }) => storageOf(id)));
    for (let number = 1; number <= 4; number++) for (const p of projects) await repeat(p, number);
    const after = await Promise.all(projects.map(({ id }) => storageOf(id)));
    expect(after.map(({ rows }, index) => rows - (before[index]?.rows ?? 0))).toEqual([0, 4 * 3]);
    const suspensions = (await eventsOf(greedy)).filter(({ type }) => type === "user.suspended");
    const last = (await eventsOf(greedy)).toSorted((a, b) => (a.id < b.id ? -1 : 1)).slice(-3);
    expect(suspensions).toHaveLength(1);
    expect(last.map(({ type }) => type)).toEqual(["user.suspended", "user.unsuspended", "user.signed_in"]);
    // Images are in KV.
    const params = { user_id: users.get(other)?.user_id ?? "" };
    const image = { params, body: { profile_image_url: newImage(20_000) } };
    expect((await other.server("PATCH /users/{user_id}", image)).status).toBe(200);
  });

  it("200 for a sign-in, which ends the user's least recently used session; of a project with little it ends none", async () => {
    // Attack: the users of a full project sign in a hundred times each, or a thousand times at websites. They keep every session for a
    // year.
    const [greedy, other] = [await project(), await project()];
    const [ada, eve] = [await signUp(greedy), await signUp(other)];
    const refresh = (p: TestProject, tokens: { access_token: string; refresh_token?: string }) =>
      p.as(tokens).client("POST /auth/sessions/current/refresh");
    await beyond(greedy);
    await below(other);
    await stepOf(watchStorage, full);
    const [first, second] = [(await signIn(greedy, ada.email)).body, (await signIn(greedy, ada.email)).body];
    expect((await refresh(greedy, second)).status).toBe(200);
    for (const ended of [ada, first]) expect((await refresh(greedy, ended)).status).toBe(401);
    expect((await signIn(other, eve.email)).status).toBe(200);
    expect((await refresh(other, eve)).status).toBe(200);
  });

  it("200 for changes, whose events in the audit log replace older ones, and of which webhooks are not told", async () => {
    // Attack: the server keys of fifty full projects change the same users without end.
    const [p, hooked] = [await project(), await project()];
    await endpointOf(hooked);
    const body = { server_metadata: { text: "x".repeat(50_000) } };
    const [{ body: user }, { body: other }] = [
      await p.server("POST /users", { body }),
      await hooked.server("POST /users", { body }),
    ];
    const rename = (of: TestProject, user_id: string, display_name: string) =>
      of.server("PATCH /users/{user_id}", { params: { user_id }, body: { display_name } });
    for (const [of, { id }] of [
      [p, user],
      [hooked, other],
    ] as const)
      expect((await rename(of, id, "Ada")).status).toBe(200);
    await stepOf(watchStorage, full);
    const { rows } = await storageOf(p.id);
    for (const name of ["Eve", "Ada", "Eve"]) expect((await rename(p, user.id, name)).status).toBe(200);
    expect((await storageOf(p.id)).rows).toBe(rows);
    const { webhookBytes } = await storageOf(hooked.id);
    expect((await rename(hooked, other.id, "Eve")).status).toBe(200);
    expect((await storageOf(hooked.id)).webhookBytes).toBe(webhookBytes);
    const params = { user_id: other.id };
    expect((await hooked.server("DELETE /users/{user_id}", { params })).status).toBe(200);
  });

  it("413 for a configuration that would be longer than 16 KB, and 200 for a short one", async () => {
    // Attack: the owners of thousands of projects store a megabyte in the configuration of each, which no quota refuses.
    const p = await project();
    const configure = (length: number) => {
      const theme = { displayName: "Long", tsxSource: `export const theme = "${"x".repeat(length)}";` };
      const patch = { "emails.themes.6f1e7a62-9c3b-4d0e-8a57-2b4c6d8e0f13": theme };
      return p.admin("PATCH /internal/config/override", { body: { config_override_string: JSON.stringify(patch) } });
    };
    expect((await configure(18_000)).status).toBe(200);
    await stepOf(watchStorage, full);
    expectPlainError(await configure(20_000), 413, refusal);
    for (const length of [17_000, 5_000, 10_000]) expect((await configure(length)).status).toBe(200);
  });

  it("keeps as many rows as there were of the log of bulk email, the newest of them", async () => {
    const p = await project();
    const now = Date.now();
    const message = (id: string) => ({
      ...{ projectId: p.id, id, to: ["ada@example.com"], subject: "Hello", sentAt: now },
      kind: "send" as const,
      senderConfig: { type: "shared" as const },
    });
    const insert = (id: string) => db.batch([db.insert(sentEmails).values(message(id))]);
    await beyond(p);
    const ids = Array.from({ length: 5 }, newId).sort();
    for (const id of ids.slice(0, 2)) await insert(id);
    await stepOf(watchStorage, full);
    for (const id of ids.slice(2)) await insert(id);
    const [emails] = await db.batch([
      db.select({ id: sentEmails.id }).from(sentEmails).where(eq(sentEmails.projectId, p.id)).orderBy(sentEmails.id),
    ]);
    expect(emails.map(({ id }) => id)).toEqual(ids.slice(-2));
  });

  it("hands no event that waits to its endpoints, which it does once there is room", async () => {
    // Attack: an owner's projects have events wait while there is room, which bring as much as the database can hold.
    const p = await project();
    const { endpoint } = await endpointOf(p);
    await copyEndpoints(p, 10);
    await record(p);
    await stepOf(watchStorage, full);
    await run(p, endpoint);
    expect((await storageOf(p.id)).waitingDeliveries).toBe(11);
    await stepOf(watchStorage);
    await run(p, endpoint);
    expect((await storageOf(p.id)).waitingDeliveries).toBe(0);
  });
});
