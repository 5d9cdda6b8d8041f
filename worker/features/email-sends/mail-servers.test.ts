import { env } from "cloudflare:workers";
import { eq } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import { emptyTheme } from "../../config/built-in-emails/themes";
import { insertSend } from "../../db/email-sends/changes";
import { sentEmails } from "../../db/emails/schema";
import type { Statement } from "../../platform/database";
import { newId } from "../../platform/secrets";
import { openTools } from "../../platform/tools";
import { freshAddress } from "../../testing/mailbox";
import { db, deployedAt, type TestProject } from "../../testing/project";
import { quickTimers } from "../../testing/quick-timers";
import { scriptedSmtpServer } from "../../testing/scripted-smtp-server";
import { resendAccount } from "../../testing/stand-in-services";
import { bareUser } from "../../testing/tokens";
import {
  finished,
  type Reader,
  readers,
  recipientsOf,
  sendHtml,
  sendingProject,
  setCredentials,
} from "./email-sends.fixtures";
import { deliverSends } from "./jobs";

async function resendProject(key: string) {
  const p = await sendingProject(465, { "emails.server.host": "smtp.resend.com" });
  await setCredentials(p, "resend", key);
  return p;
}

describe("a send by Resend", () => {
  it("goes out in requests of a hundred emails, with the password as API key", async () => {
    const { key, received } = resendAccount("works");
    const p = await resendProject(key);
    const users = await readers(p, 130);
    const sendId = await sendHtml(p, users, { notification_category_name: "Marketing" });
    expect(await finished(p, sendId)).toMatchObject({ counts: { sent: 130, failed: 0, unknown: 0 } });
    const { batches, emails } = await received();
    expect(batches.map(({ size, validation }) => [size, validation])).toEqual([
      [100, "permissive"],
      [30, "permissive"],
    ]);
    expect(new Set(batches.map(({ idempotencyKey }) => idempotencyKey)).size).toBe(2);
    expect(emails.flatMap(({ to }) => to).toSorted()).toEqual(users.map(({ email }) => email).toSorted());
    expect(emails[0]).toMatchObject({
      from: "hello@acme.test",
      subject: "News",
      html: expect.stringContaining("News"),
      text: expect.stringContaining("News"),
      headers: {
        "List-Unsubscribe": expect.stringMatching(/^<http/),
        "List-Unsubscribe-Post": "List-Unsubscribe=One-Click",
      },
    });
    const { items } = (await p.admin("GET /internal/emails")).body;
    expect(items.map(({ error }: { error: unknown }) => error)).toEqual(Array(100).fill(null));
    expect(JSON.stringify(items)).not.toContain(key);
  });

  it.each(["limited", "hangup"] as const)(
    "repeats a request that is %s with the same idempotency key, and each email goes out once",
    async (behaviour) => {
      const { key, received } = resendAccount(behaviour);
      const p = await resendProject(key);
      const asked = quickTimers({ factor: 100 });
      const sendId = await sendHtml(p, await readers(p, 2));
      expect(await finished(p, sendId)).toMatchObject({ counts: { sent: 2 } });
      const { batches, emails } = await received();
      expect(batches).toHaveLength(2);
      expect(asked).toContain(2_000);
      expect(new Set(batches.map(({ idempotencyKey }) => idempotencyKey)).size).toBe(1);
      expect(emails).toHaveLength(2);
    },
  );

  it("fails for the one whose email is not valid, in Resend's own words, and not for the others", async () => {
    const { key, received } = resendAccount("works");
    const p = await resendProject(key);
    const email = `refused-${freshAddress()}`;
    const refused = { email, id: await bareUser(p.id, { primaryEmail: email }) };
    const sendId = await sendHtml(p, [refused, ...(await readers(p, 2))]);
    expect(await finished(p, sendId)).toMatchObject({ counts: { sent: 2, failed: 1 } });
    expect((await recipientsOf(p, sendId)).get(refused.id)).toMatchObject({
      status: "failed",
      error: { errorType: "rejected", rawError: "422 Invalid `to` field.", canRetry: false },
    });
    expect((await received()).emails).toHaveLength(2);
  });

  it("fails at once where Resend does not take the key, which it is asked once", async () => {
    const { key, received } = resendAccount("unknown");
    const p = await resendProject(key);
    const users = await readers(p, 120);
    const sendId = await sendHtml(p, users);
    expect(await finished(p, sendId)).toMatchObject({ counts: { failed: 120 } });
    expect((await received()).batches).toHaveLength(1);
    expect((await recipientsOf(p, sendId)).get(users[0]?.id ?? "")).toMatchObject({
      error: { errorType: "authentication", rawError: "403 invalid_api_key: API key is invalid" },
    });
  });

  it("marks emails as unknown whose request fails three times, and does not send them again", async () => {
    const { key, received } = resendAccount("broken");
    const p = await resendProject(key);
    const asked = quickTimers({ factor: 100 });
    const sendId = await sendHtml(p, await readers(p, 1));
    expect(await finished(p, sendId)).toMatchObject({ counts: { sent: 0, unknown: 1 } });
    const { batches } = await received();
    expect(batches).toHaveLength(3);
    // An email of an earlier test may begin meanwhile, with its limit of ten seconds.
    expect(asked.filter((millis) => millis >= 2_000 && millis < 10_000)).toEqual([2_000, 4_000]);
    expect(new Set(batches.map(({ idempotencyKey }) => idempotencyKey)).size).toBe(1);
  });
});

/** A send that is stored and not queued, so that it is delivered by the test's own run alone. */
async function storedSend(p: TestProject, to: readonly string[] | "all-users") {
  const send = { projectId: p.id, sendId: newId() };
  const row = {
    projectId: p.id,
    id: send.sendId,
    createdAt: Date.now(),
    variant: "html",
    subject: "News",
    categoryId: "transactional",
    content: { sourceId: null, variables: {} },
    themeSource: emptyTheme,
    source: "<p>News</p>",
  } as const;
  await db.batch(insertSend(db, row, to) as [Statement, ...Statement[]]);
  return send;
}

/** Each of the users has one row of the delivery log. */
async function expectLogged(p: TestProject, users: readonly Reader[], errorType: string) {
  const [rows] = await db.batch([db.select().from(sentEmails).where(eq(sentEmails.projectId, p.id))]);
  expect(rows.map(({ to }) => to[0]).toSorted()).toEqual(users.map(({ email }) => email).toSorted());
  for (const { subject, error, senderConfig } of rows) {
    expect([subject, error?.errorType, senderConfig.type]).toEqual(["News", errorType, expect.any(String)]);
  }
  const { items } = (await p.admin("GET /internal/emails")).body;
  expect(items[0]).toMatchObject({ to: [expect.any(String)], error: { errorType, canRetry: false } });
}

describe("a send by a server that cannot be used", () => {
  it.each([
    ["the project is on the shared server by now", { "emails.server.isShared": true }, {}, "withheld"],
    ["its settings are incomplete", { "emails.server.senderEmail": null }, {}, "unknown"],
    [
      "no root secret opens its password",
      {},
      { SERVER_SECRET: "another-server-secret-0123456789abcdef0123456789" },
      "unreadable-password",
    ],
  ])("fails, with a row of the log for each email, when %s", async (_, override, settings, type) => {
    const p = await sendingProject(1, override);
    await setCredentials(p, "hello", "hunter22");
    const users = await readers(p, 101);
    const silent = await bareUser(p.id);
    const send = await storedSend(p, [silent, ...users.map(({ id }) => id)]);
    await deliverSends.consume(send, openTools({ ...env, ...settings }, send.projectId));
    const { counts } = await finished(p, send.sendId);
    expect(counts).toMatchObject({ queued: 0, sent: 0, failed: 101, skipped: 1 });
    expect((await recipientsOf(p, send.sendId)).get(users[0]?.id ?? "")).toMatchObject({
      error: { errorType: type },
    });
    await expectLogged(p, users, type);
  });

  it("fails, with a row of the log for each email, also of users who were not yet made recipients", async () => {
    const p = await sendingProject(1, { "emails.server.isShared": true });
    const users = await readers(p, 101);
    const send = await storedSend(p, "all-users");
    await deliverSends.consume(send, openTools(env, send.projectId));
    const { counts } = await finished(p, send.sendId);
    expect(counts).toMatchObject({ queued: 0, sent: 0, failed: 101 });
    await expectLogged(p, users, "withheld");
  });

  it("fails, with a row of the log for each email, when it takes no credentials, which it is asked once", async () => {
    const { port, received } = await scriptedSmtpServer({ AUTH: "535 5.7.8 Bad credentials" });
    const p = await sendingProject(port);
    await setCredentials(p, "hello", "hunter22");
    const users = await readers(p, 101);
    const send = await storedSend(
      p,
      users.map(({ id }) => id),
    );
    await deliverSends.consume(send, openTools(env, send.projectId));
    expect((await finished(p, send.sendId)).counts).toMatchObject({ queued: 0, sent: 0, failed: 101 });
    await expectLogged(p, users, "authentication");
    expect((await received()).filter((line) => line.startsWith("AUTH"))).toHaveLength(1);
  });

  // Evidence: fails-without-connection-when-host-private
  it("fails, without a connection, when its host is one of a private network, once deployed", async () => {
    // Attack: an owner has the instance connect to what is behind its firewall, and reads the replies in the log.
    const { port, received } = await scriptedSmtpServer({});
    const deployed = deployedAt("https://api.example.com");
    for (const host of ["127.0.0.1", "localhost", "127.1", "[::1]", "169.254.169.254", "8.8.8.8/@127.0.0.1", "mail"]) {
      const p = await sendingProject(port, { "emails.server.host": host });
      const [ada] = await readers(p, 1);
      const send = await storedSend(p, [ada?.id ?? ""]);
      await deliverSends.consume(send, openTools({ ...env, ...deployed }, send.projectId));
      const { items } = (await p.admin("GET /internal/emails")).body;
      expect([host, items[0].error.errorType, items[0].error.canRetry]).toEqual([host, "unreachable", false]);
    }
    expect(await received()).toEqual([]);
  });
});
