import { eq } from "drizzle-orm";
import { describe, expect, inject, it } from "vitest";
import { sentEmails } from "../../db/emails/schema";
import { callbackUrl, otpProject } from "../../testing/code-sign-ins";
import { expectTooMany, limited, refused, times } from "../../testing/limited";
import { freshAddress, mailbox } from "../../testing/mailbox";
import { signUp, signUpBody } from "../../testing/password-sign-ins";
import { db, project, type TestProject } from "../../testing/project";
import { signedIn } from "../../testing/sign-ins";
import { bareUser } from "../../testing/tokens";

describe("mails to one address", () => {
  const signUpAt = (p: TestProject, email: string) =>
    p.client("POST /auth/password/sign-up", { body: signUpBody({ email }), ...limited() });

  const logOf = async (p: TestProject) =>
    (
      await db.batch([db.select().from(sentEmails).where(eq(sentEmails.projectId, p.id)).orderBy(sentEmails.sentAt)])
    )[0];

  const tooMany = "The email was not sent: too many emails to this address within 10 minutes.";

  // Attack: filling a victim's mailbox by signing up with the address in many projects.
  it("stop after 10 of all projects: later sign-ups succeed, and the log shows what was not sent", async () => {
    const projects = await Promise.all(times(12, () => project()));
    const email = freshAddress();
    for (const p of projects) expect((await signUpAt(p, email)).status).toBe(200);
    expect(await mailbox({ to: email, atLeast: 10 })).toHaveLength(10);
    const [last] = await logOf(projects.at(-1) as TestProject);
    expect(last?.error).toMatchObject({ errorType: "withheld", canRetry: false, message: tooMany });
    expect((await logOf(projects[0] as TestProject))[0]?.error).toBeNull();
  });

  // Attack: filling a mailbox by signing up again and again, deleting the account in between.
  it("stop after 5 sign-ups of one project, and count together with those that are requested", async () => {
    const p = await otpProject();
    const email = freshAddress();
    for (const _ of times(6, () => null)) {
      const signedUp = await signUpAt(p, email);
      expect(signedUp.status).toBe(200);
      await p.server("DELETE /users/{user_id}", { params: { user_id: signedUp.body.user_id } });
    }
    expect((await logOf(p)).map(({ error }) => error?.message ?? null)).toEqual([
      null,
      null,
      null,
      null,
      null,
      tooMany,
    ]);
    expectTooMany(
      await p.client("POST /auth/otp/send-sign-in-code", { body: { email, callback_url: callbackUrl }, ...limited() }),
      600,
    );
  });

  // Attack: keeping a person from the mails of all projects, by a project whose own mail server leads nowhere.
  it("429 beyond 10 that the shared server sends for all projects; those of other servers do not count", async () => {
    const send = (p: TestProject, email: string) =>
      p.client("POST /auth/otp/send-sign-in-code", { body: { email, callback_url: callbackUrl }, ...limited() });
    const own = {
      "emails.server.isShared": false,
      "emails.server.host": "127.0.0.1",
      "emails.server.port": inject("mail").plainPort,
      "emails.server.senderEmail": "mail@acme.test",
    };
    const email = freshAddress();
    for (const p of await Promise.all(times(3, () => otpProject(own)))) {
      for (const _ of times(5, () => null)) expect((await send(p, email)).status).toBe(200);
    }
    const shared = await Promise.all(times(3, () => otpProject()));
    for (const p of shared.slice(1)) {
      for (const _ of times(5, () => null)) expect((await send(p, email)).status).toBe(200);
    }
    expectTooMany(await send(shared[0] as TestProject, email), 600);
  });

  // Evidence: beyond-5-sign-codes-whatever-address
  // Attack: filling a victim's mailbox.
  it("429 beyond 5 sign-in codes, whatever address requests them", async () => {
    const p = await otpProject();
    const email = freshAddress();
    const send = () =>
      p.client("POST /auth/otp/send-sign-in-code", { body: { email, callback_url: callbackUrl }, ...limited() });
    const responses = await Promise.all(times(12, send));
    expect(responses.filter(({ status }) => status === 200)).toHaveLength(5);
    expectTooMany(await send(), 600);
    expect(await mailbox({ to: email, atLeast: 5 })).toHaveLength(5);
  });

  // Attack: user enumeration by how many mails can be requested.
  it("429 beyond 5 reset mails alike for an address without an account", async () => {
    const p = await project();
    const { email } = await signUp(p);
    for (const address of [email, freshAddress()]) {
      const send = () =>
        p.client("POST /auth/password/send-reset-code", {
          body: { email: address, callback_url: callbackUrl },
          ...limited(),
        });
      const responses = await Promise.all(times(8, send));
      expect(responses.filter(({ status }) => status === 200)).toHaveLength(5);
      expect(refused(responses)).toHaveLength(3);
    }
    expect(await mailbox({ to: email, atLeast: 6 })).toHaveLength(6);
  });

  it("429 beyond 5 verification mails, counted with those of other kinds", async () => {
    const p = await otpProject();
    const email = freshAddress();
    const userId = await bareUser(p.id);
    const session = await signedIn(p, userId);
    const { body: channel } = await p.as(session).client("POST /contact-channels", {
      body: { user_id: "me", type: "email", value: email, used_for_auth: false },
    });
    const reset = { body: { email, callback_url: callbackUrl }, ...limited() };
    expect((await p.client("POST /auth/password/send-reset-code", reset)).status).toBe(200);
    const send = () =>
      p.as(session).client("POST /contact-channels/{user_id}/{contact_channel_id}/send-verification-code", {
        params: { user_id: "me", contact_channel_id: channel.id },
        body: { callback_url: callbackUrl },
        ...limited(),
      });
    const responses = await Promise.all(times(8, send));
    expect(refused(responses)).toHaveLength(4);
  });
});
