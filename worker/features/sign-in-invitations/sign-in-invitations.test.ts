import { describe, expect, it } from "vitest";
import { freshAddress, mailbox } from "../../testing/mailbox";
import { project } from "../../testing/project";
import { expectError, expectPlainError } from "../../testing/refusals";
import { scriptedSmtpServer } from "../../testing/scripted-smtp-server";

const invite = "POST /internal/send-sign-in-invitation" as const;
const callback_url = "http://localhost:3000/welcome?from=mail";

describe(invite, () => {
  it("200 and an email with the callback as it is, in one round trip and one for each log, on the shared server", async () => {
    const p = await project();
    const email = freshAddress();
    const { status, body, cost } = await p.server(invite, { body: { email: email.toUpperCase(), callback_url } });
    expect({ status, body, roundTrips: cost.d1 }).toEqual({ status: 200, body: { success: true }, roundTrips: 3 });
    const [message] = await mailbox({ to: email });
    expect(message?.subject).toBe("You are invited to sign in to Test project");
    expect(message?.links).toEqual([callback_url]);
    const { body: log } = await p.admin("GET /internal/emails");
    expect(log.items).toMatchObject([{ to: [email], subject: message?.subject, error: null }]);
    const { items } = (await p.admin("GET /internal/audit-events")).body;
    expect(items).toMatchObject([{ type: "sign_in_invitation.sent", actor: { type: "key" }, details: {} }]);
  });

  it("200 and an email by the shared server that invites to a project where that is called like the instance", async () => {
    // Attack: a project called like the instance invites anyone to sign in to it, from the instance's own address.
    const p = await project();
    await p.admin("PATCH /internal/projects/current", { body: { display_name: "Gatehouse" } });
    const email = freshAddress();
    expect((await p.server(invite, { body: { email, callback_url } })).status).toBe(200);
    const [message] = await mailbox({ to: email });
    expect(message?.subject).toBe("You are invited to sign in to Project “Gatehouse”");
  });

  // Evidence: callback-project-does-trust-mail
  // Attack: have a project's email, which people trust, lead to a page of someone else.
  it("400 REDIRECT_URL_NOT_WHITELISTED for a callback that the project does not trust, and no email", async () => {
    const p = await project();
    const email = freshAddress();
    for (const url of ["https://evil.test/", "http://localhost.evil.test/", "javascript:alert(1)"]) {
      const refused = await p.server(invite, { body: { email, callback_url: url } });
      expectError(refused, 400, "REDIRECT_URL_NOT_WHITELISTED");
    }
    expect(await mailbox({ to: email, atLeast: 0 })).toEqual([]);
  });

  it("400 when the mail server does not take the email, and SCHEMA_ERROR without an address or a callback", async () => {
    const { port } = await scriptedSmtpServer({ RCPT: "550 5.1.1 No such user" });
    const p = await project({
      "emails.server.isShared": false,
      "emails.server.host": "127.0.0.1",
      "emails.server.port": port,
      "emails.server.senderEmail": "hello@acme.test",
    });
    expectPlainError(
      await p.server(invite, { body: { email: freshAddress(), callback_url } }),
      400,
      "Failed to send email. If you are the admin of this project, please check the email configuration and try again.",
    );
    for (const body of [{ email: "", callback_url }, { email: "no address", callback_url }, { email: "a@b.test" }]) {
      expectError(await p.server(invite, { body }), 400, "SCHEMA_ERROR");
    }
  });

  // Attack: fill a stranger's mailbox with invitations.
  it("429 after five emails to one address within ten minutes", async () => {
    const p = await project();
    const email = freshAddress();
    const settings = { RATE_LIMITS: "on" };
    const headers = { "cf-connecting-ip": "2001:db8:77::1" };
    const send = () => p.server(invite, { body: { email, callback_url }, settings, headers });
    for (const _ of [1, 2, 3, 4, 5]) expect((await send()).status).toBe(200);
    expect((await send()).status).toBe(429);
  });
});
