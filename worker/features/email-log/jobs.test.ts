import { eq, sql } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import { deleteOldSentEmails } from "../../db/emails/changes";
import { sentEmails } from "../../db/emails/schema";
import { passMinute } from "../../testing/jobs";
import { freshAddress } from "../../testing/mailbox";
import { db, project, type TestProject } from "../../testing/project";
import { planOf } from "../../testing/query-plan";
import { scriptedSmtpServer } from "../../testing/scripted-smtp-server";

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
