import { eq } from "drizzle-orm";
import { describe, expect, it, vi } from "vitest";
import { builtInThemes, defaultThemeId, emptyTheme } from "../../config/built-in-emails/themes";
import { auditEvents } from "../../db/audit/schema";
import { plainTextOf } from "../../platform/plain-text";
import { mailbox } from "../../testing/mailbox";
import { db, project, type TestProject } from "../../testing/project";
import { expectError, expectPlainError } from "../../testing/refusals";
import { scriptedSmtpServer } from "../../testing/scripted-smtp-server";
import type { TestResponse } from "../../testing/send-request";
import { unknownId } from "../users/users/users.fixtures";
import {
  finished,
  type Reader,
  readers,
  recipientsOf,
  sendHtml,
  sendingProject,
  sendOnce,
} from "./email-sends.fixtures";
import { htmlEmails } from "./html-email";

const list = "GET /internal/emails/sends" as const;
const read = "GET /internal/emails/sends/{send_id}" as const;
const recipients = "GET /internal/emails/sends/{send_id}/recipients" as const;
const cancel = "POST /internal/emails/sends/{send_id}/cancel" as const;

const none = { queued: 0, sending: 0, sent: 0, skipped: 0, failed: 0, unknown: 0, cancelled: 0 };

describe(list, () => {
  it("200 the sends of the project, newest first, in one round trip", async () => {
    const [p, other] = [await sendingProject(), await sendingProject()];
    const [ada] = (await readers(p, 1)) as [Reader];
    const ids = [await sendHtml(p, [ada]), await sendHtml(p, [ada], { notification_category_name: "Marketing" })];
    for (const id of ids) await finished(p, id);
    const { body, cost } = await p.admin(list);
    expect(cost.d1).toBe(1);
    expect(body).toEqual({
      items: ["Marketing", "Transactional"].map((notification_category_name) => ({
        id: expect.any(String),
        created_at_millis: expect.any(Number),
        variant: "html",
        template_id: null,
        draft_id: null,
        subject: "News",
        notification_category_name,
        status: "finished",
        finished_at_millis: expect.any(Number),
        is_addressed: true,
        counts: { ...none, sent: 1 },
      })),
      is_paginated: false,
    });
    expect(body.items.map(({ id }: { id: string }) => id)).toEqual(ids.toReversed());
    expect((await other.admin(list)).body.items).toEqual([]);
  });
});

describe(read, () => {
  it("200 how far a send is; 404 for an unknown one and for another project's", async () => {
    const [p, other] = [await sendingProject(), await sendingProject()];
    const sendId = await sendHtml(p, await readers(p, 2));
    expect(await finished(p, sendId)).toMatchObject({ id: sendId, counts: { ...none, sent: 2 } });
    for (const [caller, send_id] of [
      [p, unknownId],
      [other, sendId],
    ] as const) {
      expectPlainError(await caller.admin(read, { params: { send_id } }), 404, "No email send found with given id");
    }
  });
});

describe(recipients, () => {
  it("200 pages of all recipients by name, with why an email failed, in one round trip; none of another project", async () => {
    const { port } = await scriptedSmtpServer({ RCPT: "554 5.7.1 Denied" });
    const [p, other] = [await sendingProject(port), await sendingProject()];
    const users = await readers(p, 3);
    const send_id = await sendHtml(p, users);
    await finished(p, send_id);
    const [named, deleted] = users.map(({ id }) => id).toSorted() as [string, string];
    await p.server("PATCH /users/{user_id}", { params: { user_id: named }, body: { display_name: "Ada" } });
    await p.server("DELETE /users/{user_id}", { params: { user_id: deleted } });
    const { body: first, cost } = await p.admin(recipients, { params: { send_id }, query: { limit: "2" } });
    const cursor: string = first.pagination.next_cursor;
    const { body: second } = await p.admin(recipients, { params: { send_id }, query: { limit: "2", cursor } });
    expect(cost.d1).toBe(1);
    expect(second.pagination).toEqual({ next_cursor: null });
    const items = [...first.items, ...second.items];
    expect(items.map(({ user_id }) => user_id)).toEqual(users.map(({ id }) => id).toSorted());
    expect(items[0]).toEqual({
      user_id: named,
      user_display_name: "Ada",
      user_primary_email: users.find(({ id }) => id === named)?.email,
      status: "failed",
      attempts: 1,
      skip_reason: null,
      error: {
        rawError: "554 5.7.1 Denied",
        errorType: "rejected",
        canRetry: false,
        message: expect.stringMatching(/^The email server rejected the email\..*554 5\.7\.1 Denied$/s),
      },
    });
    expect(items[1]).toMatchObject({ user_id: deleted, user_display_name: null, user_primary_email: null });
    expect((await other.admin(recipients, { params: { send_id } })).body.items).toEqual([]);
    for (const [status, count] of [
      ["failed", 3],
      ["sent", 0],
    ] as const) {
      const filtered = await p.admin(recipients, { params: { send_id }, query: { status } });
      expect(filtered.body.items).toHaveLength(count);
    }
    expectError(await p.admin(recipients, { params: { send_id }, query: { status: "x" } }), 400, "SCHEMA_ERROR");
    for (const limit of ["0", "101", "x"]) {
      expectError(await p.admin(recipients, { params: { send_id }, query: { limit } }), 400, "SCHEMA_ERROR");
    }
  });
});

describe(cancel, () => {
  it("200 and nothing more goes out; 400 the second time; both are on record", async () => {
    // Every email is put off, so that the send is not over.
    const { port } = await scriptedSmtpServer({ RCPT: "450 4.2.1 Later" });
    const p = await sendingProject(port);
    const users = await readers(p, 2);
    const send_id = await sendHtml(p, users);
    // The clock stands, after the event of the send: the last try, after six seconds, never comes.
    vi.spyOn(Date, "now").mockReturnValue(Date.now() + 1);
    await sendOnce(p, send_id, () => true);
    const cancelled = await p.admin(cancel, { params: { send_id }, body: {} });
    expect(cancelled.body).toMatchObject({ status: "cancelled", counts: { sent: 0, queued: 0 } });
    const over = await finished(p, send_id);
    expect(over).toMatchObject({ status: "cancelled", counts: { ...none, cancelled: 2 } });
    expectPlainError(await p.admin(cancel, { params: { send_id }, body: {} }), 400, "The email send is over already");
    const [events] = await db.batch([db.select().from(auditEvents).where(eq(auditEvents.projectId, p.id))]);
    const ofSends = events.filter(({ targetId }) => targetId === send_id);
    expect(ofSends.map(({ type, details }) => [type, details])).toEqual([
      ["email.sent", { variant: "html", subject: "News", category: "Transactional", recipients: 2 }],
      ["email.cancelled", {}],
    ]);
  });

  it("400 for a send that is over, 404 for an unknown one and for another project's, which goes on", async () => {
    const [p, other] = [await sendingProject(), await sendingProject()];
    const [ada] = (await readers(p, 1)) as [Reader];
    const send_id = await sendHtml(p, [ada]);
    expectPlainError(
      await other.admin(cancel, { params: { send_id }, body: {} }),
      404,
      "No email send found with given id",
    );
    await finished(p, send_id);
    expectPlainError(await p.admin(cancel, { params: { send_id }, body: {} }), 400, "The email send is over already");
    expect(await mailbox({ to: ada.email })).toHaveLength(1);
    const unknown = await (await project()).admin(cancel, { params: { send_id: unknownId }, body: {} });
    expectPlainError(unknown, 404, "No email send found with given id");
  });
});

function configure(p: TestProject, override: object): Promise<TestResponse> {
  const body = { config_override_string: JSON.stringify(override) };
  return p.admin("PATCH /internal/config/override", { body });
}

describe("delivery", () => {
  it("tries a deferred email again, later each time, and logs each attempt", async () => {
    const own = await sendingProject();
    const [ada, grace] = (await readers(own, 2)) as [Reader, Reader];
    const { port, received } = await scriptedSmtpServer({
      [`RCPT TO:<${ada.email}>`]: ["450 4.2.1 Mailbox busy", "250 2.1.5 Ok"],
    });
    await configure(own, { "emails.server.port": port });
    const sendId = await sendHtml(own, [ada, grace]);
    expect(await finished(own, sendId)).toMatchObject({ counts: { ...none, sent: 2 } });
    expect((await recipientsOf(own, sendId)).get(ada.id)).toMatchObject({ status: "sent", attempts: 2, error: null });
    const { body } = await own.admin("GET /internal/emails");
    const log = body.items.filter(({ to }: { to: string[] }) => to[0] === ada.email);
    expect(log.map(({ error }: { error: { canRetry: boolean } | null }) => error?.canRetry ?? "sent")).toEqual([
      "sent",
      true,
    ]);
    expect(log[0].sent_at_millis - log[1].sent_at_millis).toBeGreaterThanOrEqual(1_900);
    const lines = await received();
    expect(lines.filter((line) => line === ".")).toHaveLength(2);
  });

  it("tries an email three times that is deferred each time", async () => {
    const own = await sendingProject();
    const [ada] = (await readers(own, 1)) as [Reader];
    const { port } = await scriptedSmtpServer({ RCPT: "450 4.2.1 Mailbox busy" });
    await configure(own, { "emails.server.port": port });
    const sendId = await sendHtml(own, [ada]);
    expect(await finished(own, sendId)).toMatchObject({ counts: { ...none, failed: 1 } });
    expect((await recipientsOf(own, sendId)).get(ada.id)).toMatchObject({ status: "failed", attempts: 3 });
    expect((await own.admin("GET /internal/emails")).body.items).toHaveLength(3);
  });

  it("marks an address that bounces, to which the next send does not go, and no other", async () => {
    const script: Record<string, string> = {};
    const p = await sendingProject();
    const [gone, refused, there] = (await readers(p, 3)) as [Reader, Reader, Reader];
    script[`RCPT TO:<${gone.email}>`] = "550 5.1.1 No such user";
    script[`RCPT TO:<${refused.email}>`] = "550 5.7.1 Your messages are not wanted here";
    const { port, received } = await scriptedSmtpServer(script);
    await configure(p, { "emails.server.port": port });
    const first = await sendHtml(p, [gone, refused, there]);
    expect(await finished(p, first)).toMatchObject({ counts: { sent: 1, failed: 2 } });
    const second = await sendHtml(p, [gone, refused, there]);
    expect(await finished(p, second)).toMatchObject({ counts: { sent: 1, failed: 1, skipped: 1 } });
    expect((await recipientsOf(p, second)).get(gone.id)).toMatchObject({ status: "skipped", skip_reason: "bounced" });
    const lines = await received();
    expect(lines.filter((line) => line === `RCPT TO:<${gone.email}>`)).toHaveLength(1);
    // A refused recipient leaves the connection as it is: one for each of the two sends.
    expect(lines).toContain("RSET");
    expect(lines.filter((line) => line.startsWith("EHLO"))).toHaveLength(2);
  });

  // Evidence: marks-mail-outcome-known-does-send
  it("marks an email whose outcome is not known, and does not send it again", async () => {
    const p = await sendingProject();
    const [ada, grace] = (await readers(p, 2)) as [Reader, Reader];
    const { port, received } = await scriptedSmtpServer({ message: ["hang up", "250 2.0.0 Queued"] });
    await configure(p, { "emails.server.port": port });
    const sendId = await sendHtml(p, [ada, grace]);
    expect(await finished(p, sendId)).toMatchObject({ counts: { ...none, sent: 1, unknown: 1 } });
    const lines = await received();
    for (const { email } of [ada, grace]) expect(lines.filter((line) => line === `RCPT TO:<${email}>`)).toHaveLength(1);
  });

  it("sends a hundred and ten emails over two connections, several commands at once where the server takes them", async () => {
    const { port, received } = await scriptedSmtpServer({ EHLO: "250-scripted.test\r\n250 PIPELINING" });
    const p = await sendingProject(port);
    const users = await readers(p, 110);
    // The clock stands: after twenty seconds, what is left would be sent over other connections.
    vi.spyOn(Date, "now").mockReturnValue(Date.now());
    expect(await finished(p, await sendHtml(p, users))).toMatchObject({ counts: { ...none, sent: 110 } });
    const lines = await received();
    expect(lines.filter((line) => line.startsWith("EHLO")).length).toBeLessThanOrEqual(2);
    expect(lines.filter((line) => line === "QUIT").length).toBeLessThanOrEqual(2);
    const named = lines.filter((line) => line.startsWith("RCPT TO:"));
    expect(named.toSorted()).toEqual(users.map(({ email }) => `RCPT TO:<${email}>`).toSorted());
  });

  it("fails all at once where the server does not take the credentials, which it is asked once", async () => {
    const { port, received } = await scriptedSmtpServer({ AUTH: "535 5.7.8 Bad credentials" });
    const p = await sendingProject();
    await configure(p, {
      "emails.server.port": port,
      "emails.server.username": "hello",
      "emails.server.password": "hunter22",
    });
    const users = await readers(p, 120);
    const sendId = await sendHtml(p, users);
    expect(await finished(p, sendId)).toMatchObject({ counts: { ...none, failed: 120 } });
    expect((await received()).filter((line) => line.startsWith("AUTH"))).toHaveLength(1);
    expect((await recipientsOf(p, sendId)).get(users[0]?.id ?? "").error).toMatchObject({
      errorType: "authentication",
    });
  });
});

const light = builtInThemes[defaultThemeId]?.tsxSource ?? "";
const acme = { displayName: "Acme", logoUrl: "https://acme.test/logo.png" };
const link = "http://localhost:8787/api/v1/emails/unsubscribe-link?code=abc";

describe("emails from HTML in built-in themes", () => {
  it("stand in the theme as they are, with a link to unsubscribe where there is one", async ({ expect }) => {
    const email = await htmlEmails(acme, light, "<p>News & <b>more</b></p>");
    expect(email?.(undefined).html).toMatch(/^<!DOCTYPE html.*<div><p>News & <b>more<\/b><\/p><\/div>.*<\/html>$/s);
    expect(email?.(undefined).html).not.toMatch(/unsubscribe|\{\{/i);
    expect(email?.(undefined).html).toMatch(/<img src="https:\/\/acme\.test\/logo\.png"[^>]*>Acme<\/p>/);
    expect(email?.(link).html).toContain(`<a href="${link}"`);
    expect(email?.(link).text).toBe(`News & more\n\n--\nUnsubscribe: ${link}`);
  });

  it("have no footer without a theme", async ({ expect }) => {
    const email = await htmlEmails(acme, emptyTheme, "<p>News</p>");
    expect(email?.(link).html).toContain("<div><p>News</p></div>");
    expect(email?.(link).html).not.toContain(link);
  });

  // Attack: a placeholder, or what `replace` reads as a pattern, takes something of the page or of another reader's link.
  it("keep what looks like a placeholder", async ({ expect }) => {
    const hostile = "{{html}} {{unsubscribeLink}} $& $` $1";
    const named = { displayName: "{{body}} {{unsubscribeLink}} $&<b>" };
    const { html = "" } = (await htmlEmails(named, light, hostile))?.(link) ?? {};
    expect(html).toContain("{{body}} {{unsubscribeLink}} $&amp;&lt;b&gt;</p>");
    expect(html).toContain(`<div>${hostile}</div>`);
    expect(html.split(link)).toHaveLength(2);
  });

  it("are not made in a theme that is not built in", async ({ expect }) => {
    expect(await htmlEmails(acme, `${light} `, "<p>News</p>")).toBeUndefined();
  });

  it.for([
    ["plain words", "plain words"],
    ["<p>One</p><p>Two<br>Three</p>", "One\n\nTwo\nThree"],
    ["<h1>Title</h1><ul><li>a</li><li>b</li></ul>", "Title\n\na\n\nb"],
    ['<a href="https://acme.test/a?b=1&amp;c=2">Read on</a>', "Read on (https://acme.test/a?b=1&c=2)"],
    ['<a href="https://acme.test">https://acme.test</a>', "https://acme.test"],
    ["<style>p { color: red }</style><script>alert(1)</script><p>Seen</p>", "Seen"],
    ["&lt;b&gt; &#8364; &#x1F44B; &unknown;", "<b> € 👋 &unknown;"],
    ['<img src="x.png" alt="Our logo">', "Our logo"],
    ["<p>not closed <div>twice", "not closed\ntwice"],
    ["", ""],
  ] as const)("say %j as text", ([html, text], { expect }) => {
    expect(plainTextOf(html)).toBe(text);
  });
});
