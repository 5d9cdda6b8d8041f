import { describe, expect, inject, it } from "vitest";
import { expectTooMany, limited, refused, sendTooMany, statuses, times } from "../../testing/limited";
import { freshAddress, mailbox } from "../../testing/mailbox";
import { deployedAt, project } from "../../testing/project";
import { quickTimers } from "../../testing/quick-timers";
import { expectError } from "../../testing/refusals";
import { scriptedSmtpServer } from "../../testing/scripted-smtp-server";
import { sendRequest } from "../../testing/send-request";

const list = "GET /internal/emails" as const;
const test = "POST /internal/send-test-email" as const;

function serverAt(port: number, changes: object = {}) {
  return {
    host: "127.0.0.1",
    port,
    username: "",
    password: "",
    sender_name: "Acme",
    sender_email: "hello@acme.test",
    ...changes,
  };
}

function bodyFor(email_config: object, recipient_email = freshAddress()) {
  return { recipient_email, email_config };
}

describe(list, () => {
  it("200 the latest attempts first, without a password, of this project only; in one round trip", async () => {
    const [p, other] = [await project(), await project()];
    const { port } = await scriptedSmtpServer({});
    for (const to of ["first@inbox.test", "second@inbox.test"]) {
      await p.admin(test, { body: bodyFor(serverAt(port, { username: "hello", password: "hunter22" }), to) });
    }
    const { status, body, cost } = await p.admin(list);
    expect({ status, roundTrips: cost.d1 }).toEqual({ status: 200, roundTrips: 1 });
    expect(body).toEqual({
      items: ["second@inbox.test", "first@inbox.test"].map((to) => ({
        id: expect.any(String),
        subject: "Test email from Gatehouse",
        to: [to],
        sent_at_millis: expect.any(Number),
        sender_config: {
          type: "standard",
          host: "127.0.0.1",
          port,
          username: "hello",
          sender_name: "Acme",
          sender_email: "hello@acme.test",
        },
        error: null,
      })),
      is_paginated: false,
    });
    expect((await other.admin(list)).body.items).toEqual([]);
  });
});

describe(test, () => {
  it("200 and an email from the server that is tried, whatever the project has", async () => {
    const p = await project();
    const to = freshAddress();
    const { status, body } = await p.admin(test, { body: bodyFor(serverAt(inject("mailServers").plainPort), to) });
    expect({ status, body }).toEqual({ status: 200, body: { success: true } });
    const [email] = await mailbox({ to });
    expect(email).toMatchObject({ from: "hello@acme.test", subject: "Test email from Gatehouse" });
    expect(email?.text).toContain("This is a test email of Test project: its email server works.");
    const [{ id }] = (await p.admin(list)).body.items;
    expect((await p.admin("GET /internal/audit-events")).body.items).toMatchObject([
      {
        type: "email.tested",
        actor: { type: "key" },
        target: { type: "email", id },
        details: { host: "127.0.0.1", port: inject("mailServers").plainPort, is_sent: true },
      },
    ]);
  });

  it("200 and the email that is to go to users, as text too, with its subject on one line", async () => {
    // Attack: a subject with lines adds a recipient.
    const [p, to] = [await project(), freshAddress()];
    const body = {
      ...bodyFor(serverAt(inject("mailServers").plainPort), to),
      subject: "Rye is back\r\nBcc: victim@inbox.test",
      html: "<h1>Rye is back</h1><p>From <a href='https://bakery.test/'>us</a></p>",
    };
    expect((await p.admin(test, { body })).body).toEqual({ success: true });
    const [email] = await mailbox({ to });
    expect(email).toMatchObject({ subject: "Rye is back Bcc: victim@inbox.test" });
    expect(email?.message.html?.trim()).toBe(body.html);
    expect(email?.text?.trim()).toBe("Rye is back\n\nFrom us (https://bakery.test/)");
    expect((await p.admin(list)).body.items).toMatchObject([{ subject: body.subject, to: [to] }]);
    const { subject, ...without } = { ...body, html: "<p>Hi</p>" };
    expect((await p.admin(test, { body: without })).body).toEqual({ success: true });
  });

  it("429 beyond twelve emails of half a megabyte in a minute, of which a hundred short ones are sent", async () => {
    // Attack: an owner has the longest emails sent as tests a hundred times a minute, and each is read wholly.
    const [p, other] = [await project(), await project()];
    const html = "<b></b>".repeat(70_000);
    const send = (from: typeof p, content: string) =>
      from.admin(test, { body: { ...bodyFor(serverAt(1, { host: "" })), html: content }, ...limited() });
    expect((await send(p, html)).status).toBe(200);
    const long = await sendTooMany(12, () => send(p, html));
    expect(statuses(long)).toContain(429);
    for (const response of refused(long)) expectTooMany(response, 60);
    expect(statuses(await Promise.all(times(20, () => send(other, "<p>Hello</p>"))))).toEqual(new Set([200]));
  });

  it("200 and the name of the sender on one line", async () => {
    // Attack: a name with lines adds a recipient, or a text of its own, to the email.
    const [p, to] = [await project(), freshAddress()];
    const sender_name = "Acme\r\nBcc: victim@inbox.test\r\n\r\nGotcha\n";
    const server = serverAt(inject("mailServers").plainPort, { sender_name });
    expect((await p.admin(test, { body: bodyFor(server, to) })).body).toEqual({ success: true });
    const [email] = await mailbox({ to });
    expect(email?.message.from?.name).toBe("Acme Bcc: victim@inbox.test Gotcha");
    expect(email?.raw).not.toMatch(/^(?:Bcc:|Gotcha)/m);
  });

  const reply = (text: string) => `\n\nError:\nResponse from the email server:\n${text}`;
  const rejected = "The email server rejected the email. Please check your email configuration and try again later.";
  const lost =
    "Connection to email server was lost unexpectedly. This could be due to incorrect email server port configuration or a temporary network issue. Please verify your configuration and try again.";

  it.each([
    [
      { AUTH: "535 5.7.8 Bad credentials" },
      "Failed to authenticate with the email server. Please check your email credentials configuration.",
    ],
    [
      { RCPT: "450 4.2.1 Mailbox busy" },
      `The email server returned a temporary error. This could be due to a temporary network issue or a temporary block on the email server. Please try again later.${reply("450 4.2.1 Mailbox busy")}`,
    ],
    [
      { RCPT: "553 5.1.3 Bad address" },
      `The email address provided is invalid. Please verify both the recipient and sender email addresses configuration are correct.${reply("553 5.1.3 Bad address")}`,
    ],
    [{ message: "554 5.7.1 Spam" }, rejected + reply("554 5.7.1 Spam")],
    [{ MAIL: "501 5.5.4 Bad sender" }, rejected + reply("501 5.5.4 Bad sender")],
    [{ EHLO: "hang up" }, lost],
    [
      { connect: "HTTP/1.1 400 Bad Request" },
      "Unknown error while sending test email. Make sure the email server is running and accepting connections.",
    ],
  ])("200 with success: false and what went wrong: %j", async (script, error_message) => {
    const p = await project();
    const { port } = await scriptedSmtpServer(script);
    const { status, body } = await p.admin(test, {
      body: bodyFor(serverAt(port, { username: "hello", password: "hunter22" })),
    });
    expect({ status, body }).toEqual({ status: 200, body: { success: false, error_message } });
    const { body: log } = await p.admin(list);
    expect(log.items).toHaveLength(1);
    expect(log.items[0].error).not.toBeNull();
  });

  it("200 with success: false for a host that there is not, and one that nothing listens on", async () => {
    const p = await project();
    const error_message =
      "Failed to connect to the email host. Please make sure the email host configuration is correct.";
    for (const server of [serverAt(1), serverAt(25, { host: "" }), serverAt(25, { host: "not a host" })]) {
      expect((await p.admin(test, { body: bodyFor(server) })).body).toEqual({ success: false, error_message });
    }
  });

  it.each([
    [
      "connect",
      7_000,
      "The email server timed out while sending the email. This could be due to a temporary network issue or a temporary block on the email server. Please try again later.",
    ],
    [
      "message",
      10_000,
      "Timed out while sending test email. Make sure the email server is running and accepting connections.",
    ],
  ])(
    "200 with success: false within ten seconds, when the server falls silent at %s",
    async (moment, limit, error_message) => {
      const p = await project();
      const { port } = await scriptedSmtpServer({ [moment]: "silence" });
      const asked = quickTimers({ factor: 5 });
      const { body } = await p.admin(test, { body: bodyFor(serverAt(port)) });
      expect(body).toEqual({ success: false, error_message });
      expect(asked).toContain(limit);
      expect(Math.max(...asked)).toBe(10_000);
    },
  );

  // Evidence: success-false-hosts-private-networks-without
  // Attack: an owner has the instance connect to what is behind its firewall, and reads the replies.
  it("200 with success: false for hosts of private networks, without a connection, once deployed", async () => {
    const p = await project();
    const { port, received } = await scriptedSmtpServer({});
    const settings = deployedAt("https://api.acme.test");
    for (const host of ["127.0.0.1", "localhost", "127.1", "2130706433", "[::1]", "10.0.0.8", "169.254.169.254"]) {
      const { body } = await p.admin(test, { body: bodyFor(serverAt(port, { host })), settings });
      expect([host, body.error_message]).toEqual([
        host,
        "Failed to connect to the email host. Please make sure the email host configuration is correct.",
      ]);
    }
    expect(await received()).toEqual([]);
  });

  // Evidence: without-password-what-server-says
  // Attack: a server that repeats the login, so that the password stands in the log.
  it("200 without the password in what the server says", async () => {
    const p = await project();
    const { port } = await scriptedSmtpServer({ MAIL: "554 5.7.1 hunter22 is no good" });
    const { body } = await p.admin(test, {
      body: bodyFor(serverAt(port, { username: "hello", password: "hunter22" })),
    });
    expect(body.error_message).toContain("554 5.7.1 ••• is no good");
    expect(JSON.stringify((await p.admin(list)).body)).not.toContain("hunter22");
  });

  it("200 with success: false for addresses that would add a header or a command", async () => {
    const p = await project();
    const { port, received } = await scriptedSmtpServer({});
    for (const sender_email of ["", "a@b"]) {
      expect((await p.admin(test, { body: bodyFor(serverAt(port, { sender_email })) })).status).toBe(200);
    }
    const name = { sender_name: "Acme\r\nBcc: victim@inbox.test" };
    expect((await p.admin(test, { body: bodyFor(serverAt(port, name)) })).body).toEqual({ success: true });
    expect((await received()).some((line) => line.startsWith("Bcc:"))).toBe(false);
    const hostile = bodyFor(serverAt(port), "a@b.test\r\nRCPT TO:<victim@inbox.test>");
    expectError(await p.admin(test, { body: hostile }), 400, "SCHEMA_ERROR");
  });

  it("200 with success: false and an error_message for empty texts, which are no missing ones", async () => {
    const p = await project();
    const { port, received } = await scriptedSmtpServer({});
    const empty = { host: "", username: "", password: "", sender_name: "", sender_email: "" };
    for (const body of [bodyFor(serverAt(port, empty)), bodyFor(serverAt(port, { sender_email: "" }))]) {
      const response = await p.admin(test, { body });
      expect([response.status, response.body]).toEqual([200, { success: false, error_message: expect.any(String) }]);
    }
    const toNone = await p.admin(test, { body: bodyFor(serverAt(port), "") });
    expect([toNone.status, toNone.body]).toEqual([200, { success: false, error_message: expect.any(String) }]);
    expect(await received()).toEqual([]);
  });

  it("400 SCHEMA_ERROR with a field missing, one too many, and a password over 70 characters", async () => {
    const p = await project();
    const { password: _, ...without } = serverAt(25);
    for (const config of [without, serverAt(25, { tls: true }), serverAt(25, { password: "x".repeat(71) })]) {
      expectError(await p.admin(test, { body: bodyFor(config) }), 400, "SCHEMA_ERROR");
    }
    expectError(await sendRequest(test, { body: {} }), 400, "ACCESS_TYPE_REQUIRED");
  });
});
