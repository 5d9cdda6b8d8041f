import { and, eq } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import { emailDrafts } from "../../db/email-drafts/schema";
import { emailSends } from "../../db/email-sends/schema";
import { mailbox } from "../../testing/mailbox";
import { db, project } from "../../testing/project";
import { expectError, expectPlainError } from "../../testing/refusals";
import { d1 } from "../../testing/shards";
import { bareUser } from "../../testing/tokens";
import { marketingId } from "../users/notification-preferences/notification-preferences.fixtures";
import { unknownId } from "../users/users/users.fixtures";
import { finished, readers, recipientsOf, sendEmail, sendHtml, sendingProject } from "./email-sends.fixtures";

const html = { html: "<p>News</p>" };
const update = "PATCH /emails/notification-preference/{user_id}/{notification_category_id}" as const;

/** Users without addresses, by their ids. */
async function manyUsers(projectId: string, count: number): Promise<string[]> {
  await d1
    .prepare(
      `insert into users (project_id, id, ordinal, signed_up_at, last_active_at)
     with recursive n(i) as (select 1 union all select i + 1 from n where i < ?2)
     select ?1, printf('%08x-0000-4000-8000-000000000000', i), (select max(ordinal) from users) + i, 1, 1 from n`,
    )
    .bind(projectId, count)
    .run();
  return Array.from(
    { length: count },
    (_, index) => `${(index + 1).toString(16).padStart(8, "0")}-0000-4000-8000-000000000000`,
  );
}

describe("POST /emails/send-email", () => {
  it("200 every addressed user, who gets one email each from the project's own server; in two round trips", async () => {
    const p = await sendingProject();
    const [ada, grace] = (await readers(p, 2)) as [{ id: string; email: string }, { id: string; email: string }];
    const unreachable = await bareUser(p.id);
    const { status, body, cost } = await p.server(sendEmail, {
      body: { ...html, subject: "News", user_ids: [ada.id, grace.id.toUpperCase(), unreachable, ada.id] },
    });
    expect(status).toBe(200);
    expect(cost.d1).toBe(2);
    expect(body.send_id).toMatch(/^[0-9a-f-]{36}$/);
    expect(
      body.results.toSorted((a: { user_id: string }, b: { user_id: string }) => (a.user_id < b.user_id ? -1 : 1)),
    ).toEqual(
      [
        { user_id: ada.id, user_email: ada.email },
        { user_id: grace.id, user_email: grace.email },
        { user_id: unreachable },
      ].toSorted((a, b) => (a.user_id < b.user_id ? -1 : 1)),
    );
    expect(await finished(p, body.send_id)).toMatchObject({
      status: "finished",
      counts: { sent: 2, skipped: 1, failed: 0 },
    });
    for (const { email } of [ada, grace]) {
      const emails = await mailbox({ to: email });
      expect(emails).toHaveLength(1);
      expect(emails[0]).toMatchObject({ from: "hello@acme.test", subject: "News" });
      expect(emails[0]?.html).toContain("<p>News</p>");
      expect(emails[0]?.message.from).toMatchObject({ name: "Acme", address: "hello@acme.test" });
    }
    const recipients = await recipientsOf(p, body.send_id);
    expect(recipients.get(unreachable)).toMatchObject({ status: "skipped", skip_reason: "no_address", attempts: 0 });
    expect(recipients.get(ada.id)).toMatchObject({ status: "sent", skip_reason: null, error: null, attempts: 1 });
  });

  it("200 with no results for an empty list of users", async () => {
    const p = await sendingProject();
    const { status, body } = await p.server(sendEmail, { body: { ...html, user_ids: [] } });
    expect({ status, results: body.results }).toEqual({ status: 200, results: [] });
    expect(await finished(p, body.send_id)).toMatchObject({ counts: { sent: 0, queued: 0 } });
  });

  it("200 to all users, anonymous ones too, of this project only", async () => {
    const [p, other] = [await sendingProject(), await sendingProject()];
    const mine = await readers(p, 3);
    const anonymous = await bareUser(p.id, { isAnonymous: true });
    const [stranger] = await readers(other, 1);
    const { body } = await p.server(sendEmail, { body: { ...html, subject: "All", all_users: true } });
    expect(body.results.map((each: { user_id: string }) => each.user_id).toSorted()).toEqual(
      [...mine.map(({ id }) => id), anonymous].toSorted(),
    );
    expect(await finished(p, body.send_id)).toMatchObject({ is_addressed: true, counts: { sent: 3, skipped: 1 } });
    expect(await mailbox({ to: stranger?.email ?? "", atLeast: 0 })).toEqual([]);
  });

  it("200 without emails to users who have switched the category off, and with a link to do so for all others", async () => {
    const p = await sendingProject();
    const [wanting, refusing] = (await readers(p, 2)) as [{ id: string; email: string }, { id: string; email: string }];
    const category = { user_id: refusing.id, notification_category_id: marketingId };
    await p.server(update, { params: category, body: { enabled: false } });
    const sendId = await sendHtml(p, [wanting, refusing], { notification_category_name: "Marketing" });
    expect(await finished(p, sendId)).toMatchObject({ counts: { sent: 1, skipped: 1 } });
    expect((await recipientsOf(p, sendId)).get(refusing.id)).toMatchObject({ skip_reason: "unsubscribed" });
    const [message] = await mailbox({ to: wanting.email });
    const header = (name: string) => message?.message.headers.find(({ key }) => key === name)?.value;
    const link = /^<(http:\/\/localhost:8787\/api\/v1\/emails\/unsubscribe-link\?code=[0-9a-z]{45})>$/.exec(
      header("list-unsubscribe") ?? "",
    )?.[1];
    expect(link).toBeDefined();
    expect(header("list-unsubscribe-post")).toBe("List-Unsubscribe=One-Click");
    expect(message?.links).toContain(link);
  });

  it("200 with no such link in what a user must get, also to users who refuse others", async () => {
    const p = await sendingProject();
    const [ada] = (await readers(p, 1)) as [{ id: string; email: string }];
    await p.server(update, {
      params: { user_id: ada.id, notification_category_id: marketingId },
      body: { enabled: false },
    });
    await finished(p, await sendHtml(p, [ada]));
    const [message] = await mailbox({ to: ada.email });
    expect(message?.raw).not.toMatch(/unsubscribe/i);
  });

  // Evidence: shared-server-before-anything-else-looked
  // Attack: a stranger signs up as an owner, to have the instance's own server send advertisements.
  it("400 REQUIRES_CUSTOM_EMAIL_SERVER on the shared server, before anything else is looked at", async () => {
    const p = await project();
    const [victim] = (await readers(p, 1)) as [{ id: string; email: string }];
    for (const body of [{ ...html, user_ids: [victim.id] }, { ...html }, { draft_id: "x", all_users: true }]) {
      expectError(await p.server(sendEmail, { body }), 400, "REQUIRES_CUSTOM_EMAIL_SERVER");
    }
    expect(await mailbox({ to: victim.email, atLeast: 0 })).toEqual([]);
  });

  it("400 SCHEMA_ERROR unless there is exactly one of user_ids and all_users", async () => {
    const p = await sendingProject(undefined, { "emails.server.host": null });
    for (const to of [{}, { user_ids: [], all_users: true }]) {
      const response = await p.server(sendEmail, { body: { ...html, ...to } });
      expectError(response, 400, "SCHEMA_ERROR");
      expect(response.body.error).toContain("Exactly one of user_ids or all_users must be provided");
    }
  });

  it("400 SCHEMA_ERROR for mixed variants, unknown fields and null among variables", async () => {
    const p = await sendingProject();
    const bodies = [
      {},
      { ...html, draft_id: "x" },
      { ...html, template_id: unknownId },
      { ...html, variables: {} },
      { ...html, cc: "a@b.test" },
      { template_id: "no-uuid" },
      { template_id: unknownId, variables: { name: null } },
      { ...html, all_users: false },
      { ...html, theme_id: true },
      { html: "x".repeat(512 * 1024 + 1) },
    ];
    for (const body of bodies) {
      expectError(await p.server(sendEmail, { body: { user_ids: [], ...body } }), 400, "SCHEMA_ERROR");
    }
  });

  it("500 when the project's server is not configured completely", async () => {
    const p = await sendingProject(undefined, { "emails.server.senderEmail": null });
    expectPlainError(
      await p.server(sendEmail, { body: { ...html, user_ids: [unknownId], notification_category_name: "None" } }),
      500,
      "The project's email server is not configured completely. Please check the email configuration and try again.",
    );
  });

  it("400 for an unknown category, then for an unknown template or draft, then for an unknown user", async () => {
    const p = await sendingProject();
    const to = { user_ids: [unknownId] };
    for (const name of ["marketing", "__proto__", ""]) {
      expectPlainError(
        await p.server(sendEmail, { body: { draft_id: "x", ...to, notification_category_name: name } }),
        400,
        "Notification category not found with given name",
      );
    }
    const template = await p.server(sendEmail, { body: { template_id: unknownId, ...to } });
    expectPlainError(template, 400, "No template found with given template_id");
    for (const draft_id of [unknownId, "__proto__", ""]) {
      expectPlainError(
        await p.server(sendEmail, { body: { draft_id, ...to } }),
        400,
        "No draft found with given draft_id",
      );
    }
    expectError(await p.server(sendEmail, { body: { ...html, ...to } }), 400, "USER_ID_DOES_NOT_EXIST", {
      user_id: unknownId,
    });
  });

  it("400 USER_ID_DOES_NOT_EXIST for the first unknown id, one that is no UUID and another project's, and no email goes out", async () => {
    const [p, other] = [await sendingProject(), await sendingProject()];
    const [ada] = (await readers(p, 1)) as [{ id: string; email: string }];
    const [stranger] = (await readers(other, 1)) as [{ id: string; email: string }];
    for (const id of [stranger.id, "no-uuid", "' or 1=1 --"]) {
      const response = await p.server(sendEmail, { body: { ...html, user_ids: [ada.id, id, unknownId] } });
      expectError(response, 400, "USER_ID_DOES_NOT_EXIST", { user_id: id });
    }
    const [sends] = await db.batch([db.select().from(emailSends).where(eq(emailSends.projectId, p.id))]);
    expect(sends).toEqual([]);
  });

  it("400 for another project's draft", async () => {
    const [p, other] = [await sendingProject(), await sendingProject()];
    const id = crypto.randomUUID();
    const draft = {
      projectId: other.id,
      id,
      displayName: "Draft",
      createdAt: 1,
      updatedAt: 1,
      sourceBytes: 1,
      tsxSource: "x",
    };
    await db.batch([db.insert(emailDrafts).values(draft)]);
    const refused = await p.server(sendEmail, { body: { draft_id: id, all_users: true } });
    expectPlainError(refused, 400, "No draft found with given draft_id");
    expect((await other.server(sendEmail, { body: { draft_id: id, user_ids: [] } })).status).toBe(200);
    const isDraft = and(eq(emailDrafts.projectId, other.id), eq(emailDrafts.id, id));
    const [[stored]] = await db.batch([db.select().from(emailDrafts).where(isDraft)]);
    expect(stored?.sentAt).toBeGreaterThan(1);
  });

  // Evidence: line-end-subject-adds-header
  // Attack: a subject or a name that begins a header of its own.
  it("200 with a line end in the subject, which adds no header", async () => {
    const p = await sendingProject(undefined, { "emails.server.senderName": "Acme\r\nBcc: victim@inbox.test" });
    const [ada] = (await readers(p, 1)) as [{ id: string; email: string }];
    await finished(p, await sendHtml(p, [ada], { subject: "Hi\r\nBcc: victim@inbox.test\r\n\r\n<p>" }));
    const [message] = await mailbox({ to: ada.email });
    expect(message?.subject).toBe("Hi Bcc: victim@inbox.test <p>");
    expect(message?.message.headers.some(({ key }) => key === "bcc")).toBe(false);
    expect(message?.to).toEqual([ada.email]);
  });

  it("200 for 10,000 users in two round trips, each of whom is a recipient", async () => {
    const p = await sendingProject(1);
    const user_ids = await manyUsers(p.id, 10_000);
    const { status, body, cost } = await p.server(sendEmail, { body: { ...html, user_ids } });
    expect({ status, listed: body.results.length, roundTrips: cost.d1 }).toEqual({
      status: 200,
      listed: 10_000,
      roundTrips: 2,
    });
    const { body: send } = await p.admin("GET /internal/emails/sends/{send_id}", { params: { send_id: body.send_id } });
    const addressed = Object.values(send.counts as Record<string, number>).reduce((sum, count) => sum + count);
    expect(addressed).toBe(10_000);
    await p.admin("POST /internal/emails/sends/{send_id}/cancel", { params: { send_id: body.send_id }, body: {} });
  });
});
