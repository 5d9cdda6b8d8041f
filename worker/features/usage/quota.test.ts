import { eq, sql } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import { systemActor } from "../../db/audit/actor";
import { recordAuditOf } from "../../db/audit/changes";
import { auditEvents } from "../../db/audit/schema";
import { takeSend } from "../../db/email-sends/changes";
import { selectDueSends } from "../../db/email-sends/queries";
import { emailSends } from "../../db/email-sends/schema";
import { sentEmails } from "../../db/emails/schema";
import { storageQuota } from "../../db/storage/schema";
import { setQuota, storageOf } from "../../db/storage/storage.fixtures";
import { passMinute } from "../../testing/jobs";
import { freshAddress } from "../../testing/mailbox";
import { owner } from "../../testing/owner";
import { callbackUrl, password, resetCode, signIn, signUp, signUpBody } from "../../testing/password-sign-ins";
import { db, firstDb, project, type TestProject } from "../../testing/project";
import { expectPlainError } from "../../testing/refusals";
import type { TestResponse } from "../../testing/send-request";
import { claimsOf } from "../../testing/sign-ins";
import { keyProject, userKey } from "../api-keys/api-keys.fixtures";
import { finished, readers, sendHtml, sendingProject } from "../email-sends/email-sends.fixtures";
import { shop } from "../payments/purchases/purchases.fixtures";
import { endpointOf, record, run } from "../webhooks/webhooks.fixtures";

const mebibyte = 1024 * 1024;

const refusal =
  "No more can be stored here for now. The owners of the project see under Usage why, and what makes room.";

const expectFull = (response: TestResponse) => expectPlainError(response, 413, refusal);

/** Repeats a write until one is refused. Returns the responses before it. */
async function untilFull(write: (number: number) => Promise<TestResponse>): Promise<TestResponse[]> {
  const stored: TestResponse[] = [];
  for (;;) {
    const responses = await Promise.all(Array.from({ length: 8 }, (_, index) => write(stored.length + index)));
    const accepted = responses.filter(({ status }) => status < 300);
    stored.push(...accepted);
    for (const response of responses) if (response.status >= 300) expectFull(response);
    if (accepted.length < responses.length) return stored;
    if (stored.length > 500) throw new Error("Nothing was refused");
  }
}

/** Leaves no room for anything. */
const fill = (p: TestProject) => setQuota(p.id, { maxBytes: 1 });

describe("a project that has used up its storage", () => {
  // Evidence: server-key-fills-its-own-quota-alone
  it("413 for a server key that writes without end; reads, sign-ins, deletions and exports go on, and writes after them", async () => {
    // Attack: a new owner, whose address nobody has verified, has a server key write 50 MB in seconds. Soon it fills the ten gigabytes that
    // all projects of a database share.
    const [p, other] = [await project(), await project()];
    const ada = await signUp(p);
    await setQuota(p.id, { maxBytes: mebibyte / 4 });
    const server_metadata = { text: "x".repeat(30_000) };
    const stored = await untilFull(() => p.server("POST /users", { body: { server_metadata } }));
    expect(stored.length).toBeGreaterThan(5);
    const full = await storageOf(p.id);
    expect(full.bytes).toBeLessThanOrEqual(mebibyte / 4);
    expect(full.userBytes).toBeGreaterThan((0.8 * mebibyte) / 4);

    const [first] = stored;
    const params = { user_id: first?.body.id };
    const longer = { server_metadata: { text: "x".repeat(31_000) } };
    await setQuota(p.id, { maxBytes: full.bytes });
    expectFull(await p.server("PATCH /users/{user_id}", { params, body: longer }));
    expectFull(await p.server("POST /teams", { body: { display_name: "Team" } }));
    expect(await storageOf(p.id)).toMatchObject({ rows: full.rows, bytes: full.bytes });

    expect((await p.server("GET /users")).status).toBe(200);
    const session = await signIn(p, ada.email);
    expect(session.status).toBe(200);
    expect((await p.as(session.body).client("POST /auth/sessions/current/refresh")).status).toBe(200);
    const suspension = { params, body: { reason: "Writes too much" } };
    expect((await p.server("PUT /users/{user_id}/suspension", suspension)).status).toBe(200);
    const exported = await p.admin("GET /internal/audit-events/export");
    expect([exported.status, exported.text]).toEqual([200, expect.stringContaining("user.created")]);
    const left = await p.server("PATCH /users/{user_id}", { params, body: { server_metadata: null } });
    expect(left.status).toBe(200);
    expect((await p.server("DELETE /users/{user_id}", { params })).status).toBe(200);
    expect((await p.server("POST /users", { body: {} })).status).toBe(201);

    expect((await other.server("POST /users", { body: { server_metadata } })).status).toBe(201);
  });

  // Evidence: anonymous-client-fills-its-own-quota-alone
  it("413 for an anonymous client that writes without end, of which a stranger to its project notices nothing", async () => {
    // Attack: anyone with the publishable key, which is on every page, signs up anonymously and writes 33 MB in seconds.
    const [p, other] = [await project(), await project()];
    await setQuota(p.id, { maxBytes: mebibyte / 8 });
    const { body: tokens } = await p.client("POST /auth/anonymous/sign-up");
    const me = p.as(tokens);
    const client_metadata = { text: "x".repeat(30_000) };
    await untilFull(async () => {
      const signedUp = await p.client("POST /auth/anonymous/sign-up");
      if (signedUp.status !== 200) return signedUp;
      return await p.as(signedUp.body).client("PATCH /users/me", { body: { client_metadata } });
    });
    const { bytes } = await storageOf(p.id);
    await setQuota(p.id, { maxBytes: bytes });
    expectFull(await p.client("POST /auth/anonymous/sign-up"));
    expectFull(await p.client("POST /auth/password/sign-up", { body: signUpBody() }));
    const channel = { user_id: "me", type: "email", value: freshAddress(), used_for_auth: false };
    expectFull(await me.client("POST /contact-channels", { body: channel }));
    expect((await storageOf(p.id)).bytes).toBe(bytes);
    expect((await me.client("GET /users/me")).status).toBe(200);
    expect((await other.client("POST /auth/anonymous/sign-up")).status).toBe(200);
    await setQuota(p.id, { maxBytes: 2 * bytes });
    expect((await p.client("POST /auth/anonymous/sign-up")).status).toBe(200);
  });

  // Evidence: audit-log-ends-at-twice-the-quota
  it("413 at twice the quota for what only the audit log records, and 200 for deletions and sign-ins of users", async () => {
    // Attack: a server changes the same name to and fro, which stores nothing but an event that is kept for a year.
    const p = await project();
    const [{ email }, { body: user }] = [await signUp(p), await p.server("POST /users", { body: {} })];
    const params = { user_id: user.id };
    const rename = (number: number) =>
      p.server("PATCH /users/{user_id}", { params, body: { display_name: number % 2 ? "Ada" : "Eve" }, settings: {} });
    await rename(0);
    const before = await storageOf(p.id);
    await setQuota(p.id, { maxBytes: before.bytes, maxRows: 1_000 });
    const renamed = await untilFull(rename);
    const after = await storageOf(p.id);
    expect(renamed.length).toBeGreaterThan(2);
    expect(after.bytes).toBeLessThanOrEqual(2 * before.bytes);
    expect(after.bytes - before.bytes).toBe(after.auditBytes - before.auditBytes);
    expect((await signIn(p, email)).status).toBe(200);
    expect((await p.server("POST /auth/sessions", { body: { user_id: user.id } })).status).toBe(200);
    expectFull(await p.server("POST /auth/sessions", { body: { user_id: user.id, is_impersonation: true } }));
    expect((await p.server("DELETE /users/{user_id}", { params })).status).toBe(200);
    const types = db.select({ type: auditEvents.type }).from(auditEvents).where(eq(auditEvents.projectId, p.id));
    const [events] = await db.batch([types]);
    expect(events.map(({ type }) => type)).toEqual(expect.arrayContaining(["user.deleted", "user.signed_in"]));
  });

  // Evidence: suspensions-end-at-four-times-the-quota
  it("200 beyond four times the quota for suspensions, of which webhooks are then not told", async () => {
    // Attack: a project that is full suspends the same user again and again. Each is a webhook event of thirty kilobytes.
    const p = await project();
    await endpointOf(p);
    const { body: user } = await p.server("POST /users", { body: { server_metadata: { text: "x".repeat(30_000) } } });
    const params = { user_id: user.id };
    const { bytes } = await storageOf(p.id);
    await setQuota(p.id, { maxBytes: bytes });
    for (let number = 0; number < 8; number += 1) {
      const suspended = await p.server("PUT /users/{user_id}/suspension", { params, body: { reason: null } });
      const back = await p.server("DELETE /users/{user_id}/suspension", { params });
      expect([suspended.status, back.status]).toEqual([200, 200]);
    }
    const full = await storageOf(p.id);
    expect([full.bytes > 3 * bytes, full.bytes < 4.1 * bytes]).toEqual([true, true]);
    expect((await p.server("DELETE /users/{user_id}", { params })).status).toBe(200);
  });

  // Evidence: what-frees-storage-goes-through
  it("200 at any multiple of the quota for changes that free more than their events take, by which no more is stored than was", async () => {
    // Attack: a stranger has filled a project's log, so that its owner can delete users, and not what they say of themselves. An owner for
    // their part shortens a text by a character at a time, each with an event that is kept for a year.
    const [p, other] = [await project(), await project()];
    await endpointOf(p);
    const text = "x".repeat(30_000);
    const person = { display_name: "n".repeat(200), server_metadata: { text } };
    const { body: user } = await p.server("POST /users", { body: person });
    const { body: team } = await p.server("POST /teams", { body: { display_name: "Team", server_metadata: { text } } });
    const draft = { display_name: "News", tsx_source: `// ${text}` };
    const { body: drafted } = await p.admin("POST /internal/email-drafts", { body: draft });
    const change = (of: TestProject, { id }: { id: string }, body: object) =>
      of.server("PATCH /users/{user_id}", { params: { user_id: id }, body });
    await fill(p);
    const freeing = [
      () => change(p, user, { server_metadata: null }),
      () => p.server("PATCH /teams/{team_id}", { params: { team_id: team.id }, body: { server_metadata: null } }),
      () =>
        p.admin("PATCH /internal/email-drafts/{draft_id}", {
          params: { draft_id: drafted.id },
          body: { tsx_source: "//" },
        }),
    ];
    for (const free of freeing) {
      const { bytes: before } = await storageOf(p.id);
      expect((await free()).status).toBe(200);
      expect((await storageOf(p.id)).bytes).toBeLessThan(before - 20_000);
    }

    const { body: shortened } = await other.server("POST /users", { body: person });
    await fill(other);
    const shorten = (number: number) => change(other, shortened, { display_name: "n".repeat(199 - number) });
    expectFull(await shorten(0));
    const { bytes: filled } = await storageOf(other.id);
    expect((await change(other, shortened, { server_metadata: null })).status).toBe(200);
    expect((await untilFull(shorten)).length).toBeGreaterThan(2);
    expect((await storageOf(other.id)).bytes).toBeLessThanOrEqual(filled);
  });

  // Evidence: what-comes-and-goes-frees-nothing
  it("413 for what only the log records after sign-ins that ended, and texts that grew and shrank, as those have freed nothing", async () => {
    // Attack: at twice the quota sessions begin however much is stored. Each that ends is taken for storage that was freed. So are a
    // thousand challenges that are swept, or a key whose description goes to and fro. By that the log grows without end.
    const p = await keyProject();
    const ada = await signUp(p);
    const key = await userKey(p, ada.user_id);
    const rename = (display_name: string) =>
      p.server("PATCH /users/{user_id}", { params: { user_id: ada.user_id }, body: { display_name } });
    expect((await rename("Ada")).status).toBe(200);
    const redescribe = (description: string) =>
      p.server("PATCH /user-api-keys/{api_key_id}", { params: { api_key_id: key.id }, body: { description } });
    await setQuota(p.id, { maxBytes: Math.floor((await storageOf(p.id)).bytes / 3) });
    for (const description of ["", "x".repeat(4_000)]) expect((await redescribe(description)).status).toBe(200);
    for (let number = 0; number < 3; number += 1) {
      const { body: tokens } = await signIn(p, ada.email);
      expect((await p.as(tokens).client("DELETE /auth/sessions/current")).status).toBe(200);
      for (const description of ["", "x".repeat(4_000)]) expect((await redescribe(description)).status).toBe(200);
    }
    expectFull(await rename("Eve"));
  });

  // Evidence: reasons-of-suspensions-end-at-twice-the-quota
  it("413 at twice the quota for another reason of a suspension; 200 for a suspension itself", async () => {
    // Attack: a server key gives one user ever new reasons for the same suspension. Each is an event that is kept for a year. That is a
    // gigabyte and a half a day, at ten times the quota and beyond.
    const p = await project();
    const { body: user } = await p.server("POST /users", { body: {} });
    const params = { user_id: user.id };
    const suspend = (reason: string) => p.server("PUT /users/{user_id}/suspension", { params, body: { reason } });
    expect((await suspend("Spam")).status).toBe(200);
    const { bytes } = await storageOf(p.id);
    await setQuota(p.id, { maxBytes: Math.floor(bytes / 1.9) });
    await untilFull((number) => suspend(`Reason ${number}`));
    expect((await p.server("DELETE /users/{user_id}/suspension", { params })).status).toBe(200);
    expect((await suspend("Spam again")).status).toBe(200);
    expect((await suspend("Spam again")).status).toBe(200);
    expectFull(await suspend("And again"));
  });

  // Evidence: nothing-grows-at-four-times-the-quota
  it("200 beyond four times the quota for what goes on without end, which stores nothing more", async () => {
    // Attack: beyond four times the quota, an owner repeats what is never refused. They sign in by password, begin and end sessions by a
    // server, and change passwords. They switch suspensions to and fro, export, and revoke keys again. They also cause emails that are
    // logged for ten years. Each of these leaves half a kilobyte for good.
    const p = await keyProject();
    const { email, user_id: userId } = await signUp(p);
    const { body: other } = await p.server("POST /users", { body: { primary_email: freshAddress() } });
    const key = await userKey(p, userId);
    const user = { user_id: other.id };
    const typed = (number: number) => (number ? `${password} ${number}` : password);
    const round = async (number: number) => {
      const session = await p.server("POST /auth/sessions", { body: { user_id: userId } });
      const signingIn = () => signIn(p, email, typed(number));
      const [signedIn, second, third] = [await signingIn(), await signingIn(), await signingIn()];
      const session_id = String(claimsOf(second.body.access_token).refresh_token_id);
      const emailed = { email, callback_url: callbackUrl };
      return [
        session,
        signedIn,
        await p.server("DELETE /auth/sessions/{session_id}", { params: { session_id } }),
        await p.as(signedIn.body).client("DELETE /auth/sessions/current"),
        await p.server("PUT /users/{user_id}/suspension", { params: user, body: { reason: `Reason ${number}` } }),
        await p.server("DELETE /users/{user_id}/suspension", { params: user }),
        await p.as(third.body).client("POST /auth/password/update", {
          body: { old_password: typed(number), new_password: typed(number + 1) },
        }),
        await p.server("PATCH /user-api-keys/{api_key_id}", {
          params: { api_key_id: key.id },
          query: { user_id: userId },
          body: { revoked: true },
        }),
        await p.admin("GET /internal/audit-events/export"),
        ...(number < 4 ? [await p.server("POST /auth/password/send-reset-code", { body: emailed })] : []),
      ].map(({ status, text }) => (status === 200 ? status : text));
    };
    await setQuota(p.id, { maxBytes: 1 });
    const grown = async () => {
      const { auditBytes, emailBytes } = await storageOf(p.id);
      return { auditBytes, emailBytes };
    };
    await round(0);
    const before = await grown();
    for (const number of [1, 2, 3]) expect(new Set(await round(number))).toEqual(new Set([200]));
    expect(await grown()).toEqual(before);
    const types = db.select({ type: auditEvents.type }).from(auditEvents).where(eq(auditEvents.projectId, p.id));
    const [events] = await db.batch([types]);
    const count = (type: string) => events.filter((event) => event.type === type).length;
    expect([count("user.suspended"), count("audit_log.exported"), count("api_key.revoked")]).toEqual([1, 1, 1]);
    // What is not stored has freed nothing, by which something else could be.
    expect((await storageOf(p.id)).freedBytes).toBe(0);
    expectFull(await p.server("PATCH /users/{user_id}", { params: user, body: { display_name: "Ada" } }));
    expect((await p.server("DELETE /users/{user_id}", { params: user })).status).toBe(200);
  });

  // Evidence: links-are-refused-without-storage
  it("413 for invitations, and at twice the quota for links to a purchase", async () => {
    // Attack: a server key makes links of 28 KB each, which are kept for months, for a project that is full.
    const p = await shop();
    const link = "POST /payments/purchases/create-purchase-url";
    const ada = await signUp(p);
    const body = { customer_type: "custom", customer_id: "shopper", offer_id: "basic" };
    const { body: team } = await p.server("POST /teams", { body: { display_name: "Team" } });
    const { bytes } = await storageOf(p.id);
    await setQuota(p.id, { maxBytes: Math.ceil(bytes / 1.2) });
    const invitation = { team_id: team.id, email: freshAddress(), callback_url: callbackUrl };
    expectFull(await p.server("POST /team-invitations/send-code", { body: invitation }));
    expect((await p.server(link, { body })).status).toBe(200);
    await setQuota(p.id, { maxBytes: Math.floor(bytes / 2.1) });
    expectFull(await p.server(link, { body }));
    expect((await signIn(p, ada.email)).status).toBe(200);
  });

  // Evidence: owners-store-little-in-the-internal-project
  it("413 for a team or a user of the internal project with more than eight kilobytes", async () => {
    // Attack: a stranger signs up for the dashboard, which needs no verified address, and stores half a megabyte in each of a hundred
    // teams. The internal project has no quota, as it has the owners of all others.
    const me = await owner();
    const client_metadata = { text: "x".repeat(8_192) };
    const teamBody = { creator_user_id: "me", display_name: "Team" };
    expectFull(await me.client("POST /teams", { body: { ...teamBody, client_metadata } }));
    expectFull(await me.client("POST /teams", { body: { ...teamBody, display_name: "n".repeat(9_000) } }));
    expectFull(await me.client("PATCH /users/me", { body: { client_metadata } }));
    const { status, body: team } = await me.client("POST /teams", { body: teamBody });
    expect(status).toBe(201);
    const params = { team_id: team.id };
    expectFull(await me.client("PATCH /teams/{team_id}", { params, body: { client_metadata } }));
    expect((await me.client("PATCH /users/me", { body: { client_metadata: { theme: "dark" } } })).status).toBe(200);
  });

  // Evidence: owners-leave-few-events-in-the-internal-project
  it("413 for what an owner does in the internal project beyond a thousand events a day; sign-ins, deletions and others go on", async () => {
    // Attack: a stranger with a free account makes and deletes a team without end, each time two events that are kept for a year.
    const [me, other] = [await owner(), await owner()];
    const body = { creator_user_id: "me", display_name: "Team" };
    const { body: team } = await me.client("POST /teams", { body });
    const event = { type: "team.updated", target: { type: "team", id: team.id } } as const;
    const actor = { ...systemActor, type: "user", id: me.userId } as const;
    const record = (count: number) =>
      recordAuditOf(
        firstDb,
        { id: "internal" },
        actor,
        event,
        sql`from json_each(${JSON.stringify(Array(count).fill(0))})`,
      );
    await firstDb.batch([record(990)]);
    const made = await Promise.all(Array.from({ length: 20 }, () => me.client("POST /teams", { body })));
    const refused = made.filter(({ status }) => status === 413);
    expect([refused.length > 8, refused.length < 20]).toEqual([true, true]);
    expect((await me.client("DELETE /teams/{team_id}", { params: { team_id: team.id } })).status).toBe(200);
    expect((await other.client("POST /teams", { body })).status).toBe(201);
  });

  it("413 for one row more than its quota of rows", async () => {
    const p = await project();
    const { rows } = await storageOf(p.id);
    await setQuota(p.id, { maxRows: rows + 1 });
    // The project, its keys, and a team.
    expect((await p.server("POST /teams", { body: { display_name: "Team" } })).status).toBe(201);
    const { rows: now } = await storageOf(p.id);
    await setQuota(p.id, { maxRows: now });
    expectFull(await p.server("POST /teams", { body: { display_name: "Team" } }));
  });

  // Evidence: jobs-go-on-without-storage
  it("sends its emails and webhooks on, and logs them: jobs do not fail", async () => {
    const p = await project();
    const { endpoint, receiver, svix } = await endpointOf(p);
    const { email } = await signUp(p);
    await setQuota(p.id, { maxBytes: (await storageOf(p.id)).bytes });
    await expect(svix.endpoint.create(p.id, { url: receiver.url() })).rejects.toMatchObject({
      code: 413,
      body: { code: "storage_full", detail: refusal },
    });
    await record(p);
    await run(p, endpoint);
    expect((await receiver.received()).length).toBeGreaterThan(0);
    expect(await resetCode(p, email)).toBeDefined();
    const logged = db.select().from(sentEmails).where(eq(sentEmails.projectId, p.id));
    const [emails] = await db.batch([logged]);
    expect(emails.map(({ kind }) => kind)).toContain("password_reset");
    await passMinute();
  });

  // Evidence: mails-to-many-wait-at-twice-the-quota
  it("has no further bulk emails sent at twice its quota, until there is room", async () => {
    // Attack: an owner with a mail server of their own sends an email to all users again and again; each is logged for years.
    const p = await sendingProject();
    const sendId = await sendHtml(p, await readers(p, 1));
    await finished(p, sendId);
    const again = { finishedAt: null, runId: null, wakeAt: 0 };
    await db.batch([db.update(emailSends).set(again).where(eq(emailSends.id, sendId))]);
    const now = Date.now();
    const isDue = async () => {
      const [due] = await db.batch([selectDueSends(db, { now, limit: 1_000 })]);
      return due.some((send) => send.sendId === sendId);
    };
    expect(await isDue()).toBe(true);
    await fill(p);
    expect(await isDue()).toBe(false);
    const run = { projectId: p.id, sendId, runId: "a run whose message was queued before" };
    expect((await db.batch([takeSend(db, run, { now, until: now + 1 })]))[0]).toEqual([]);
    await setQuota(p.id, { maxBytes: null });
    expect(await isDue()).toBe(true);
  });

  it("is any that has no quota of its own, by the instance's; the internal project has none", async () => {
    const p = await project();
    const { maxBytes } = (await db.batch([db.select().from(storageQuota)]))[0][0] ?? { maxBytes: 0 };
    expect(maxBytes).toBe(1024 * mebibyte);
    const setAll = (bytes: number) => {
      const update = (of: typeof db) => of.batch([of.update(storageQuota).set({ maxBytes: bytes })]);
      return Promise.all([update(db), update(firstDb)]);
    };
    await setAll(1);
    const refused = await p.server("POST /users", { body: {} });
    const made = await owner();
    await setAll(maxBytes);
    expectFull(refused);
    expect(made.userId).toBeDefined();
    expect((await p.server("POST /users", { body: {} })).status).toBe(201);
  });
});
