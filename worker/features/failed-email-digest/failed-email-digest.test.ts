import { eq } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import { insertSentEmail } from "../../db/emails/changes";
import { failedEmailDigests, sentEmails } from "../../db/emails/schema";
import { projects } from "../../db/projects/schema";
import { users } from "../../db/users/schema";
import { stepOf } from "../../testing/jobs";
import { freshAddress, mailbox } from "../../testing/mailbox";
import { owner } from "../../testing/owner";
import { db, project } from "../../testing/project";
import { expectPlainError } from "../../testing/refusals";
import { sendRequest } from "../../testing/send-request";
import { sendDueDigests } from "./jobs";

const digest = "POST /internal/failed-emails-digest" as const;
const secret = "a-cron-secret-of-thirty-two-letters-or-more";
const settings = { CRON_SECRET: secret };
const headers = { authorization: `Bearer ${secret}` };

/** A project of an owner whose address is verified, or not. */
async function ownedProject({ isVerified = true } = {}) {
  const [p, { userId, teamId }] = [await project(), await owner()];
  const email = freshAddress();
  await db.batch([
    db.update(users).set({ primaryEmail: email, primaryEmailVerified: isVerified }).where(eq(users.id, userId)),
    db.update(projects).set({ ownerTeamId: teamId, displayName: "Acme" }).where(eq(projects.projectId, p.id)),
  ]);
  return { ...p, email };
}

/** A failed attempt of a project, so many hours ago. */
async function failure(projectId: string, hoursAgo: number, subject = "News"): Promise<void> {
  const error = { rawError: "550 No", errorType: "authentication", canRetry: false, message: "No" };
  const sentAt = Date.now() - hoursAgo * 60 * 60_000;
  const row = {
    projectId,
    id: crypto.randomUUID(),
    to: ["ada@inbox.test"],
    subject,
    senderConfig: { type: "shared" as const },
  };
  await db.batch([insertSentEmail(db, { ...row, error, sentAt })]);
}

/** Without what other tests have left. */
async function onlyOf(...projectIds: string[]): Promise<void> {
  const [rows] = await db.batch([db.select().from(failedEmailDigests)]);
  const others = rows.filter(({ projectId }) => !projectIds.includes(projectId));
  for (const { projectId } of others) {
    await db.batch([db.delete(failedEmailDigests).where(eq(failedEmailDigests.projectId, projectId))]);
  }
}

describe(digest, () => {
  it("401 without the secret, with another one, and where none is configured", async () => {
    for (const authorization of [undefined, secret, "Bearer", "Bearer ", `Bearer ${secret}x`, `Basic ${secret}`]) {
      expectPlainError(await sendRequest(digest, { headers: { authorization }, settings }), 401, "Unauthorized");
    }
    expectPlainError(await sendRequest(digest, { headers }), 401, "Unauthorized");
    expectPlainError(
      await sendRequest(digest, { headers: { authorization: "Bearer undefined" } }),
      401,
      "Unauthorized",
    );
  });

  it("200 with the failures by project, emailed to verified owners once; a dry run emails nothing", async () => {
    const p = await ownedProject();
    await failure(p.id, 1);
    await failure(p.id, 2, "Older");
    await onlyOf(p.id);
    const expected = {
      success: true,
      failed_emails_by_tenancy: [
        {
          project_id: p.id,
          project_display_name: "Acme",
          owner_emails: [p.email],
          failed_emails: [
            { subject: "News", to: ["ada@inbox.test"], error_type: "authentication" },
            { subject: "Older", to: ["ada@inbox.test"], error_type: "authentication" },
          ],
        },
      ],
    };
    for (const dry_run of ["true", ""]) {
      const dry = await sendRequest(digest, { headers, settings, query: { dry_run } });
      expect([dry.status, dry.body]).toEqual([200, expected]);
    }
    expect(await mailbox({ to: p.email, atLeast: 0 })).toEqual([]);

    const real = await sendRequest(digest, { headers, settings });
    expect([real.status, real.body]).toEqual([200, expected]);
    const [message] = await mailbox({ to: p.email });
    expect(message?.subject).toBe("Emails of Acme could not be sent");
    expect(message?.text.replace(/\s+/g, " ")).toContain(
      "2 emails failed within a day, most of them because the mail server did not accept the user name or the password.",
    );
    expect(message?.links).toContain(`http://localhost:5173/projects/${p.id}`);
    await onlyOf(p.id);
    const again = await sendRequest(digest, { headers, settings });
    expect(again.body).toEqual({ success: true, failed_emails_by_tenancy: [] });
    expect(await mailbox({ to: p.email })).toHaveLength(1);
  });

  // Attack: an owner with a made-up address has the instance email a stranger each day, in words of the owner's choice.
  it("200 without an email to addresses that are not verified, and with nothing of a subject or a server's reply in it", async () => {
    const [stranger, p] = [await ownedProject({ isVerified: false }), await ownedProject()];
    for (const { id } of [stranger, p]) await failure(id, 1, "Win at https://casino.test");
    await onlyOf(stranger.id, p.id);
    expect((await sendRequest(digest, { headers, settings })).status).toBe(200);
    expect(await mailbox({ to: stranger.email, atLeast: 0 })).toEqual([]);
    const [message] = await mailbox({ to: p.email });
    expect(`${message?.html}${message?.text}`).not.toMatch(/casino|550 No/);
  });
});

describe("the task that sends digests", () => {
  it("emails a day after the first failure, and not before; it costs one read when none is due", async () => {
    const [due, early] = [await ownedProject(), await ownedProject()];
    await failure(due.id, 25);
    await failure(due.id, 1);
    await failure(early.id, 23);
    await onlyOf(due.id, early.id);
    await stepOf(sendDueDigests);
    const [message] = await mailbox({ to: due.email });
    expect(message?.text.replace(/\s+/g, " ")).toContain("2 emails failed within a day");
    expect(await mailbox({ to: early.email, atLeast: 0 })).toEqual([]);
    const { outcome, cost } = await stepOf(sendDueDigests);
    expect({ outcome, d1: cost.d1 }).toEqual({ outcome: "done", d1: 1 });
    expect(cost.rowsRead).toBeLessThanOrEqual(1);
  });

  it("forgets projects that have no owners", async () => {
    const p = await project();
    await failure(p.id, 25);
    await onlyOf(p.id);
    expect((await stepOf(sendDueDigests)).outcome).toBe("done");
    const ofProject = eq(failedEmailDigests.projectId, p.id);
    const [[left], [logged]] = await db.batch([
      db.select().from(failedEmailDigests).where(ofProject),
      db.select().from(sentEmails).where(eq(sentEmails.projectId, p.id)),
    ]);
    expect(left).toBeUndefined();
    expect(logged).toBeDefined();
  });
});
