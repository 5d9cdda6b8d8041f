import { describe, expect, it } from "vitest";
import { freshAddress } from "../../testing/mailbox";
import { quickTimers } from "../../testing/quick-timers";
import { resendAccount } from "../../testing/resend-service";
import { bareUser } from "../../testing/tokens";
import { finished, mailingProject, readers, recipientsOf, sendHtml, setCredentials } from "./email-sends.fixtures";

async function resendProject(key: string) {
  const p = await mailingProject(465, { "emails.server.host": "smtp.resend.com" });
  await setCredentials(p, "resend", key);
  return p;
}

describe("a send by Resend", () => {
  it("goes out in requests of a hundred mails, with the password as API key", async () => {
    const { key, received } = resendAccount("works");
    const p = await resendProject(key);
    const users = await readers(p, 130);
    const sendId = await sendHtml(p, users, { notification_category_name: "Marketing" });
    expect(await finished(p, sendId)).toMatchObject({ counts: { sent: 130, failed: 0, unknown: 0 } });
    const { batches, mails } = await received();
    expect(batches.map(({ size, validation }) => [size, validation])).toEqual([
      [100, "permissive"],
      [30, "permissive"],
    ]);
    expect(new Set(batches.map(({ idempotencyKey }) => idempotencyKey)).size).toBe(2);
    expect(mails.flatMap(({ to }) => to).toSorted()).toEqual(users.map(({ email }) => email).toSorted());
    expect(mails[0]).toMatchObject({
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
    "repeats a request that is %s with the same idempotency key, and each mail goes out once",
    async (behaviour) => {
      const { key, received } = resendAccount(behaviour);
      const p = await resendProject(key);
      const asked = quickTimers({ factor: 100 });
      const sendId = await sendHtml(p, await readers(p, 2));
      expect(await finished(p, sendId)).toMatchObject({ counts: { sent: 2 } });
      const { batches, mails } = await received();
      expect(batches).toHaveLength(2);
      expect(asked).toContain(2_000);
      expect(new Set(batches.map(({ idempotencyKey }) => idempotencyKey)).size).toBe(1);
      expect(mails).toHaveLength(2);
    },
  );

  it("fails for the one whose mail is not valid, in Resend's own words, and not for the others", async () => {
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
    expect((await received()).mails).toHaveLength(2);
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

  it("marks mails as unknown whose request fails three times, and does not send them again", async () => {
    const { key, received } = resendAccount("broken");
    const p = await resendProject(key);
    const asked = quickTimers({ factor: 100 });
    const sendId = await sendHtml(p, await readers(p, 1));
    expect(await finished(p, sendId)).toMatchObject({ counts: { sent: 0, unknown: 1 } });
    const { batches } = await received();
    expect(batches).toHaveLength(3);
    expect(asked.filter((millis) => millis >= 2_000)).toEqual([2_000, 4_000]);
    expect(new Set(batches.map(({ idempotencyKey }) => idempotencyKey)).size).toBe(1);
  });
});
