import { eq, sql } from "drizzle-orm";
import { describe, expect, it, vi } from "vitest";
import { auditEvents } from "../../db/audit/schema";
import { emailSends } from "../../db/email-sends/schema";
import { deleteOldSentEmails } from "../../db/emails/changes";
import { selectSentEmailPage } from "../../db/emails/queries";
import { sentEmails } from "../../db/emails/schema";
import { emailCode } from "../../testing/code-sign-ins";
import { passMinute } from "../../testing/jobs";
import { freshAddress, mailbox } from "../../testing/mailbox";
import { planOf } from "../../testing/measured-databases";
import { db, project, type TestProject } from "../../testing/project";
import { expectError, expectPlainError } from "../../testing/refusals";
import { scriptedSmtpServer } from "../../testing/scripted-smtp-server";
import { d1 } from "../../testing/shards";
import {
  finished,
  type Reader,
  readers,
  sendHtml,
  sendingProject,
  sendOnce,
} from "../email-sends/email-sends.fixtures";
import { holdsCode } from "../emails";
import { unknownId } from "../users/users/users.fixtures";

const list = "GET /internal/emails/log" as const;
const read = "GET /internal/emails/log/{email_id}" as const;
const resend = "POST /internal/emails/log/{email_id}/resend" as const;

type Row = typeof sentEmails.$inferInsert;

/** Puts attempts into the log, one a second from the given time on, and returns their ids. */
async function log(p: TestProject, rows: readonly Partial<Row>[], from = 1_000_000): Promise<string[]> {
  const made = rows.map((row, index) => ({
    projectId: p.id,
    id: crypto.randomUUID() as string,
    to: ["ada@inbox.test"],
    subject: "News",
    senderConfig: { type: "shared" as const },
    sentAt: from + index * 1_000,
    // For longer than since these times.
    keptDays: 100_000,
    ...row,
  }));
  await db.batch(made.map((row) => db.insert(sentEmails).values(row)) as never);
  return made.map(({ id }) => id);
}

const failure = { rawError: "550", errorType: "rejected", canRetry: false, message: "No" };

async function idsOf(p: TestProject, query: Record<string, string>): Promise<string[]> {
  const { body } = await p.admin(list, { query });
  return body.items.map(({ id }: { id: string }) => id);
}

/** The email of a finished send in the log. */
async function emailOf(p: TestProject, sendId: string) {
  const { body } = await p.admin(list);
  return body.items.find(({ send_id }: { send_id: string }) => send_id === sendId);
}

describe(list, () => {
  it("200 all attempts page by page, newest first, also of one moment, and none of another project", async () => {
    const [p, other] = [await project(), await project()];
    const ids = await log(
      p,
      Array.from({ length: 5 }, (_, index) => ({ sentAt: index < 3 ? 1_000 : 2_000 })),
    );
    await log(other, [{}]);
    const found: string[] = [];
    let cursor: string | null | undefined;
    do {
      const { body, cost } = await p.admin(list, { query: { limit: "2", ...(cursor && { cursor }) } });
      expect([body.is_paginated, cost.d1]).toEqual([true, 1]);
      found.push(...body.items.map(({ id }: { id: string }) => id));
      cursor = body.pagination.next_cursor;
    } while (cursor);
    expect(found).toEqual([...ids.slice(3).toSorted().toReversed(), ...ids.slice(0, 3).toSorted().toReversed()]);
  });

  it("200 by status, recipient, kind and time, each with the others", async () => {
    const p = await project();
    const [a, b, c, d] = (await log(p, [
      { kind: "send" },
      { kind: "send", error: failure },
      { kind: "magic_link", to: ["Grace@inbox.test"] },
      { to: [] },
    ])) as [string, string, string, string];
    expect(await idsOf(p, { status: "failed" })).toEqual([b]);
    expect(await idsOf(p, { status: "sent" })).toEqual([d, c, a]);
    expect(await idsOf(p, { recipient: " gRACE@inbox.test " })).toEqual([c]);
    expect(await idsOf(p, { kind: "send" })).toEqual([b, a]);
    expect(await idsOf(p, { kind: "send", status: "sent", recipient: "ada@inbox.test" })).toEqual([a]);
    expect(await idsOf(p, { since_millis: "1001000", until_millis: "1003000" })).toEqual([c, b]);
    const wrong: Record<string, string>[] = [
      { status: "x" },
      { kind: "x" },
      { limit: "0" },
      { limit: "101" },
      { cursor: "x" },
      { cursor: unknownId },
      { y: "1" },
    ];
    for (const query of wrong) {
      expectError(await p.admin(list, { query }), 400, "SCHEMA_ERROR");
    }
  });

  it("reads no more than a page of whichever filter's index, without a sort", async () => {
    const p = await project();
    const plans = [{}, { isFailed: true }, { kind: "send" as const }, { recipient: "ada@inbox.test" }].map(
      async (by) => {
        const page = { ...by, projectId: p.id, since: 1, begin: { sentAt: 2, id: unknownId }, limit: 10 };
        const { sql, params } = selectSentEmailPage(db, page).toSQL();
        const plan = await d1
          .prepare(`EXPLAIN QUERY PLAN ${sql}`)
          .bind(...params)
          .all<{ detail: string }>();
        return plan.results.map(({ detail }) => detail).join("; ");
      },
    );
    for (const plan of await Promise.all(plans)) {
      expect(plan).toMatch(/^SEARCH sent_emails USING INDEX \w+ \(.*sent_at>\? AND .*<\(\?,\?\)/);
      expect(plan).not.toContain("TEMP B-TREE");
    }
  });

  it("leaves the newest hundred without parameters as the clients know them", async () => {
    const p = await project();
    const [id] = await log(p, [{ kind: "send" }]);
    expect((await p.admin("GET /internal/emails")).body).toEqual({
      items: [
        {
          id,
          to: ["ada@inbox.test"],
          subject: "News",
          sent_at_millis: 1_000_000,
          sender_config: { type: "shared" },
          error: null,
        },
      ],
      is_paginated: false,
    });
  });
});

describe(read, () => {
  // Evidence: what-mail-users-said-without-link
  it("200 with what an email to users said, without a link that unsubscribes its reader", async () => {
    // Attack: someone who may read the log takes the code of a reader's link and switches their emails off.
    const p = await sendingProject();
    const [ada] = (await readers(p, 1)) as [Reader];
    const sendId = await sendHtml(p, [ada], { html: "<p>Hello</p>", notification_category_name: "Marketing" });
    await finished(p, sendId);
    const [sent] = await mailbox({ to: ada.email });
    const code = /unsubscribe-link\?code=(\w+)/.exec(sent?.html ?? "")?.[1];
    expect(code).toHaveLength(45);
    const { id } = await emailOf(p, sendId);
    const { body, cost } = await p.admin(read, { params: { email_id: id } });
    expect(cost.d1).toBe(1);
    expect(body).toMatchObject({ kind: "send", send_id: sendId, user_id: ada.id, is_waiting: false, can_resend: true });
    expect(body.content).toEqual({
      status: "shown",
      html: expect.any(String),
      text: expect.any(String),
      message: null,
    });
    expect(body.content.html).toContain("<p>Hello</p>");
    expect(body.content.text).toContain("Hello");
    expect(JSON.stringify(body)).not.toContain("code=");
    expect(JSON.stringify(body)).not.toContain(code);
  });

  // Evidence: without-body-any-mail-holds-code
  it("200 without the body of any email that holds a code or a link that signs in, sent again neither", async () => {
    // Attack: an admin, or a thief of the admin key, requests a sign-in code and a reset for a user. They read both in the log.
    const p = await sendingProject(undefined, { "auth.otp.allowSignIn": true });
    const { email: address, linked, typed } = await emailCode(p);
    expect([linked.length, typed.length]).toEqual([45, 6]);
    const [id] = await idsOf(p, { recipient: address });
    const response = await p.admin(read, { params: { email_id: id ?? "" } });
    expect(response.body).toMatchObject({
      kind: "magic_link",
      content: { status: "one_time_code", html: null, text: null, message: null },
      can_resend: false,
    });
    const shown = JSON.stringify([response.body, (await p.admin(list)).body]).toLowerCase();
    expect(shown).not.toContain(linked.toLowerCase());
    expect(shown).not.toContain(typed.toLowerCase());
    const again = await p.admin(resend, { params: { email_id: id ?? "" }, body: {} });
    expectPlainError(again, 400, "What this email said is not kept, so that it cannot be sent again");
    expect(await mailbox({ to: address })).toHaveLength(1);
  });

  it.each(Object.keys(holdsCode) as (keyof typeof holdsCode)[])("200 never with the body of %s", async (kind) => {
    // Attack: an email of the system is logged as if it were of a send, whose source is kept.
    const p = await sendingProject();
    const [ada] = (await readers(p, 1)) as [Reader];
    const sendId = await sendHtml(p, [ada], { html: "<p>Secret</p>" });
    await finished(p, sendId);
    const [id] = await log(p, [{ kind, sendId, userId: ada.id }]);
    const { body } = await p.admin(read, { params: { email_id: id ?? "" } });
    expect(body.content).toMatchObject({
      status: holdsCode[kind] ? "one_time_code" : "not_kept",
      html: null,
      text: null,
    });
    expect(body.can_resend).toBe(false);
    const again = await p.admin(resend, { params: { email_id: id ?? "" }, body: {} });
    expectPlainError(again, 400, "What this email said is not kept, so that it cannot be sent again");
  });

  it("200 that an email is waiting for another try, which is not sent again meanwhile", async () => {
    const { port } = await scriptedSmtpServer({ RCPT: "450 4.2.1 Later" });
    const p = await sendingProject(port);
    const [ada] = (await readers(p, 1)) as [Reader];
    // The clock stands: the last try, after six seconds, never comes.
    vi.spyOn(Date, "now").mockReturnValue(Date.now());
    const sendId = await sendHtml(p, [ada]);
    await sendOnce(p, sendId, ({ counts }) => (counts as { queued: number }).queued === 1);
    const [id] = await log(p, [{ kind: "send", sendId, userId: ada.id }]);
    const { body } = await p.admin(read, { params: { email_id: id ?? "" } });
    expect(body).toMatchObject({ is_waiting: true, can_resend: false });
    const again = await p.admin(resend, { params: { email_id: id ?? "" }, body: {} });
    expectPlainError(again, 400, "The email is still being sent");
    await p.admin("POST /internal/emails/sends/{send_id}/cancel", { params: { send_id: sendId }, body: {} });
  });

  it("200 `expired` once the send is no longer kept, and for attempts that were logged without a kind", async () => {
    const p = await sendingProject();
    const [ada] = (await readers(p, 1)) as [Reader];
    const [expired, older] = (await log(p, [{ kind: "send", sendId: unknownId, userId: ada.id }, {}])) as [
      string,
      string,
    ];
    const { body } = await p.admin(read, { params: { email_id: expired } });
    expect([body.content.status, body.can_resend]).toEqual(["expired", false]);
    expect((await p.admin(read, { params: { email_id: older } })).body.content.status).toBe("not_kept");
  });

  // Evidence: unknown-another-project-s
  it("404 for an unknown one and for another project's", async () => {
    // Attack: the admin of one project reads and sends the emails of another by their ids.
    const [p, other] = [await sendingProject(), await sendingProject()];
    const [ada] = (await readers(p, 1)) as [Reader];
    const sendId = await sendHtml(p, [ada]);
    await finished(p, sendId);
    const { id } = await emailOf(p, sendId);
    for (const [caller, email_id] of [
      [p, unknownId],
      [other, id],
    ] as const) {
      expectPlainError(await caller.admin(read, { params: { email_id } }), 404, "No email found with given id");
      const again = await caller.admin(resend, { params: { email_id }, body: {} });
      expectPlainError(again, 404, "No email found with given id");
    }
    expect(await mailbox({ to: ada.email })).toHaveLength(1);
  });
});

describe(resend, () => {
  it("200 to the user's address of now, with a new link to unsubscribe, and on record", async () => {
    const p = await sendingProject();
    const [ada] = (await readers(p, 1)) as [Reader];
    const sendId = await sendHtml(p, [ada], { notification_category_name: "Marketing" });
    await finished(p, sendId);
    const { id } = await emailOf(p, sendId);
    const { status, body } = await p.admin(resend, { params: { email_id: id }, body: {} });
    expect(status).toBe(200);
    expect(await finished(p, body.send_id)).toMatchObject({
      subject: "News",
      notification_category_name: "Marketing",
      counts: { sent: 1 },
    });
    const emails = await mailbox({ to: ada.email });
    expect(emails).toHaveLength(2);
    const links = emails.map(({ html }) => /code=(\w+)/.exec(html ?? "")?.[1]);
    expect(new Set(links).size).toBe(2);
    const [events] = await db.batch([db.select().from(auditEvents).where(eq(auditEvents.projectId, p.id))]);
    const recorded = events.filter(({ type }) => type === "email.resent");
    expect(recorded).toMatchObject([{ targetId: id, details: { send_id: body.send_id } }]);
  });

  // Evidence: shared-server-sends-text-project-s
  it("400 by the shared server, which sends no text of a project's, whatever was sent before", async () => {
    // Attack: a project gives up its own server, and sends its old advertisements by the instance's.
    const p = await sendingProject();
    const [ada] = (await readers(p, 1)) as [Reader];
    const sendId = await sendHtml(p, [ada]);
    await finished(p, sendId);
    const { id } = await emailOf(p, sendId);
    const config_override_string = JSON.stringify({ "emails.server": { isShared: true } });
    await p.admin("PATCH /internal/config/override", { body: { config_override_string } });
    const again = await p.admin(resend, { params: { email_id: id }, body: {} });
    expectError(again, 400, "REQUIRES_CUSTOM_EMAIL_SERVER");
  });

  it("400 while the project's own server is not configured completely", async () => {
    const p = await sendingProject();
    const [ada] = (await readers(p, 1)) as [Reader];
    const sendId = await sendHtml(p, [ada]);
    await finished(p, sendId);
    const { id } = await emailOf(p, sendId);
    const config_override_string = JSON.stringify({ "emails.server.host": null });
    await p.admin("PATCH /internal/config/override", { body: { config_override_string } });
    expectPlainError(
      await p.admin(resend, { params: { email_id: id }, body: {} }),
      400,
      "The project's email server is not configured completely. Please check the email configuration and try again.",
    );
  });

  it("400 for a user without an address, or who is gone; 400 once the send is no longer kept", async () => {
    const p = await sendingProject();
    const [ada] = (await readers(p, 1)) as [Reader];
    const sendId = await sendHtml(p, [ada]);
    await finished(p, sendId);
    const { id } = await emailOf(p, sendId);
    await p.server("DELETE /users/{user_id}", { params: { user_id: ada.id } });
    const gone = await p.admin(resend, { params: { email_id: id }, body: {} });
    expectPlainError(gone, 400, "The user of this email has no email address any more");
    await db.batch([db.delete(emailSends).where(eq(emailSends.projectId, p.id))]);
    const expired = await p.admin(resend, { params: { email_id: id }, body: {} });
    expectPlainError(expired, 400, "What this email said is not kept, so that it cannot be sent again");
  });
});

const minutes = 60_000;
const days = 24 * 60 * minutes;

/** Has an attempt logged that took place some time ago. */
async function attempt(p: TestProject, agoMillis: number): Promise<void> {
  const { port } = await scriptedSmtpServer({});
  const email_config = {
    host: "127.0.0.1",
    port,
    username: "",
    password: "",
    sender_name: "Acme",
    sender_email: "hello@acme.test",
  };
  const body = { recipient_email: freshAddress(), email_config };
  const { status } = await p.admin("POST /internal/send-test-email", { body });
  expect(status).toBe(200);
  await db.batch([
    db
      .update(sentEmails)
      .set({ sentAt: sql`sent_at - ${agoMillis}` })
      .where(eq(sentEmails.projectId, p.id)),
  ]);
}

async function logged(p: TestProject): Promise<number> {
  return (await p.admin("GET /internal/emails/log")).body.items.length;
}

describe("the sweep of the log of emails", () => {
  it("deletes attempts of all projects after 30 days, or as many as their project's setting says, and not before", async () => {
    const [usual, short, long] = [
      await project(),
      await project({ "emails.logRetentionDays": 1 }),
      await project({ "emails.logRetentionDays": 400 }),
    ];
    const kept = [30, 1, 400];
    const projects = [usual, short, long];
    for (const [index, p] of projects.entries()) await attempt(p, (kept[index] ?? 0) * days - minutes);
    await passMinute();
    expect(await Promise.all(projects.map(logged))).toEqual([1, 1, 1]);
    for (const p of projects) {
      await db.batch([
        db
          .update(sentEmails)
          .set({ sentAt: sql`sent_at - ${2 * minutes}` })
          .where(eq(sentEmails.projectId, p.id)),
      ]);
    }
    await passMinute();
    expect(await Promise.all(projects.map(logged))).toEqual([0, 0, 0]);
  });

  it("deletes attempts after 30 days that were logged before there was a setting", async () => {
    const p = await project();
    await attempt(p, 30 * days + minutes);
    await db.batch([db.update(sentEmails).set({ keptDays: null }).where(eq(sentEmails.projectId, p.id))]);
    await passMinute();
    expect(await logged(p)).toBe(0);
  });

  it("finds them by an index", async () => {
    expect(await planOf(deleteOldSentEmails(db, 1))).toMatch(
      /SEARCH sent_emails USING (COVERING )?INDEX sent_emails_by_expiry/,
    );
  });
});
