import { describe, inject, it } from "vitest";
import { freshAddress, mailbox } from "../testing/mailbox";
import { scriptedSmtpServer } from "../testing/scripted-smtp-server";
import { type EmailMessage, type MailServer, sendEmail } from "./email";

const credentials = { username: "mailer@gatehouse.test", password: "corrèct horse" };

/** The same credentials as they would show in a dialogue. */
const credentialsOnTheWire = [/AUTH/, /bWFpbGVy/, /Y29ycs/, /corr/];

function plainServer(): MailServer {
  return { host: "127.0.0.1", port: inject("mailServers").plainPort };
}

function emailTo(to: string, changes: Partial<EmailMessage> = {}): EmailMessage {
  return {
    from: { name: "Acme", email: "noreply@acme.test" },
    to,
    subject: "Hello",
    html: "<p>Hello</p>",
    text: "Hello",
    ...changes,
  };
}

/** Sends through the well-behaved server and reads what arrived. */
async function sendAndReceive(changes: Partial<EmailMessage>) {
  const to = freshAddress();
  const result = await sendEmail(plainServer(), emailTo(to, changes));
  if (!result.ok) throw new Error(result.detail);
  const [email, ...others] = await mailbox({ to });
  if (!email || others.length > 0) throw new Error(`${others.length} emails too many`);
  return email;
}

describe("what arrives", () => {
  it("is the envelope, both bodies and the date", async ({ expect }) => {
    const email = await sendAndReceive({ text: "Grüße, 漢字 🙂", html: '<p class="a">Grüße, 漢字 🙂</p>' });

    expect(email.from).toBe("noreply@acme.test");
    expect(email.to).toEqual([email.message.to?.[0]?.address]);
    expect(email.text.trimEnd()).toBe("Grüße, 漢字 🙂");
    expect(email.html.trimEnd()).toBe('<p class="a">Grüße, 漢字 🙂</p>');
    expect(email.raw).toMatch(/^Date: \w{3}, \d\d \w{3} \d{4} \d\d:\d\d:\d\d \+0000\r$/m);
    expect(email.raw).toMatch(/^Message-ID: <[\w-]+@acme\.test>\r$/m);
  });

  it.for([
    ["short", "Hello"],
    ["not English", "Grüße aus Köln"],
    ["long", `A subject that goes on: ${"long and ".repeat(150)}done`],
    ["long and not English", `Ein langer Betreff: ${"größer ".repeat(100)}🙂🙂🙂`],
    ["one that appears encoded", "=?UTF-8?B?c3Bvb2ZlZA==?="],
    ["empty", ""],
  ] as const)("is the subject: %s", async ([, subject], { expect }) => {
    expect((await sendAndReceive({ subject })).subject).toBe(subject);
  });

  it.for([
    ["quotes, comma and backslash", 'Ada, "the Countess" \\ Lovelace'],
    ["another address", "a@b.test <c@d.test>"],
    ["not English", "Größe & Söhne"],
    ["long", "漢字 ".repeat(60).trim()],
    ["one that appears encoded", "=?UTF-8?Q?x?="],
    ["empty", ""],
  ] as const)("is the sender's name: %s", async ([, name], { expect }) => {
    const { message } = await sendAndReceive({ from: { name, email: "noreply@acme.test" } });
    expect(message.from).toMatchObject({ name, address: "noreply@acme.test" });
  });

  it("has no line over 998 characters and no byte over 127, whatever the body (RFC 5322 2.1.1, RFC 5321 4.5.3.1.6)", async ({
    expect,
  }) => {
    const text = `${"x".repeat(3000)}\n${"ü".repeat(3000)}\nends with blanks  \n=3D \t tab\t`;
    const email = await sendAndReceive({ text, subject: "y".repeat(3000) });

    expect(email.text.trimEnd()).toBe(text.trimEnd());
    expect(Math.max(...email.raw.split("\r\n").map((line) => line.length))).toBeLessThanOrEqual(998);
    expect(email.raw).toMatch(/^\p{ASCII}*$/u);
    expect(email.raw).not.toMatch(/[ \t]\r\n/);
    expect(email.raw.replaceAll("\r\n", "")).not.toMatch(/[\r\n]/);
  });

  it("has the further headers it was given", async ({ expect }) => {
    const { message } = await sendAndReceive({ headers: { "Auto-Submitted": "auto-generated" } });
    expect(message.headers).toContainEqual(expect.objectContaining({ key: "auto-submitted", value: "auto-generated" }));
  });
});

describe("injection", () => {
  const lineEnds = ["\r\n", "\n", "\r", "\r\n\r\n", "\u2028", "\u0085", "\0\r\n"];

  it.for(lineEnds)("a line end (%j) in subject or sender name adds no header", async (lineEnd, { expect }) => {
    const hostile = `Hi${lineEnd}Bcc: victim@inbox.test`;
    const { message } = await sendAndReceive({ subject: hostile, from: { name: hostile, email: "a@acme.test" } });

    expect(message.subject).toBe("Hi Bcc: victim@inbox.test");
    expect(message.from?.name).toBe("Hi Bcc: victim@inbox.test");
    expect(message.headers.map(({ key }) => key)).toEqual([
      "from",
      "to",
      "subject",
      "date",
      "message-id",
      "mime-version",
      "content-type",
    ]);
  });

  it.for([
    "a@b.test\r\nRCPT TO:<victim@inbox.test>",
    "a@b.test>\nDATA",
    "a@b.test> SIZE=1",
    "a@b.test, victim@inbox.test",
    "<a@b.test>",
    "a b@c.test",
    "a@b.test\u0000",
    "no-at-sign",
    "",
  ])("an address (%j) that would add a header or an SMTP command reaches no server", async (address, { expect }) => {
    const server = await scriptedSmtpServer({});
    const results = [
      await sendEmail({ host: "127.0.0.1", port: server.port }, emailTo(address)),
      await sendEmail(
        { host: "127.0.0.1", port: server.port },
        emailTo(freshAddress(), { from: { name: "Acme", email: address } }),
      ),
    ];

    for (const result of results)
      expect(result).toMatchObject({ ok: false, reason: "rejected-address", retryable: false });
    expect(await server.received()).toEqual([]);
  });

  it.for<Record<string, string>>([
    { "X-A": "1\r\nBcc: victim@inbox.test" },
    { "X-A\r\nBcc": "victim@inbox.test" },
    { "X-A: 1, Bcc": "victim@inbox.test" },
    { "X-A": "" },
  ])("a further header (%j) that would add another one is refused", async (headers, { expect }) => {
    await expect(sendEmail(plainServer(), emailTo(freshAddress(), { headers }))).rejects.toThrow(TypeError);
  });

  it.for(["\r\n.\r\n", "\n.\n", "\r\n.\n", "\n.\r\n", "\r.\r"])(
    "a body that ends the message early (%j) smuggles no second email (RFC 5321 4.5.2)",
    async (end, { expect }) => {
      const victim = freshAddress();
      const body = `.begins with a dot${end}MAIL FROM:<a@b.test>\r\nRCPT TO:<${victim}>\r\nDATA\r\n\r\nsmuggled\r\n.\r\n..two`;
      const email = await sendAndReceive({ text: body, html: body });

      expect(email.text.trimEnd()).toBe(body.replace(/\r\n|\r/g, "\n"));
      expect(await mailbox({ to: victim, atLeast: 0 })).toEqual([]);
    },
  );
});

describe("encryption and credentials", () => {
  it("STARTTLS is used where offered, and the credentials go through it", async ({ expect }) => {
    const to = freshAddress();
    const server = { host: "localhost", port: inject("mailServers").startTlsPort, credentials };

    expect(await sendEmail(server, emailTo(to))).toEqual({ ok: true });
    expect(await mailbox({ to })).toMatchObject([{ isEncrypted: true, authenticatedAs: "mailer@gatehouse.test" }]);
  });

  it("implicit TLS encrypts from the first byte; LOGIN serves where PLAIN is not offered", async ({ expect }) => {
    const to = freshAddress();
    const server = { host: "localhost", port: inject("mailServers").implicitTlsPort, implicitTls: true, credentials };

    expect(await sendEmail(server, emailTo(to))).toEqual({ ok: true });
    expect(await mailbox({ to })).toMatchObject([{ isEncrypted: true, authenticatedAs: "mailer@gatehouse.test" }]);
  });

  it("this machine gets the credentials without encryption", async ({ expect }) => {
    const to = freshAddress();
    expect(await sendEmail({ ...plainServer(), credentials }, emailTo(to))).toEqual({ ok: true });
    expect(await mailbox({ to })).toMatchObject([{ isEncrypted: false, authenticatedAs: "mailer@gatehouse.test" }]);
  });

  it("STARTTLS stripping: credentials are not sent to a foreign server that offers no encryption", async ({
    expect,
  }) => {
    const server = await scriptedSmtpServer({ EHLO: "250-scripted.test\r\n250 AUTH PLAIN LOGIN" });
    // 127.1 is 127.0.0.1 to the resolver, and no name of this machine to us.
    const result = await sendEmail({ host: "127.1", port: server.port, credentials }, emailTo(freshAddress()));

    expect(result).toMatchObject({ ok: false, reason: "authentication", retryable: false });
    const dialogue = (await server.received()).join("\n");
    expect(dialogue).toContain("EHLO");
    for (const secret of credentialsOnTheWire) expect(dialogue).not.toMatch(secret);
  });

  it("STARTTLS refused: a server that offers encryption and then denies it gets nothing", async ({ expect }) => {
    const server = await scriptedSmtpServer({
      EHLO: "250-scripted.test\r\n250-STARTTLS\r\n250 AUTH PLAIN",
      STARTTLS: "454 4.7.0 Not now",
    });
    const result = await sendEmail({ host: "127.0.0.1", port: server.port, credentials }, emailTo(freshAddress()));

    expect(result).toMatchObject({ ok: false, reason: "temporary" });
    expect(await server.received()).toEqual(["EHLO [127.0.0.1]", "STARTTLS"]);
  });

  it("man in the middle: a certificate for another name gets neither credentials nor email", async ({ expect }) => {
    const to = freshAddress();
    // The certificate is for "localhost" only.
    const server = { host: "127.0.0.1", port: inject("mailServers").startTlsPort, credentials };

    expect(await sendEmail(server, emailTo(to))).toMatchObject({ ok: false, reason: "connection-lost" });
    expect(await mailbox({ to, atLeast: 0 })).toEqual([]);
  });

  it("response injection: what comes behind the 220 of STARTTLS is not taken for encrypted", async ({ expect }) => {
    const server = await scriptedSmtpServer({
      EHLO: "250-scripted.test\r\n250 STARTTLS",
      STARTTLS: "220 Go ahead\r\n250 AUTH PLAIN",
    });
    const result = await sendEmail({ host: "127.0.0.1", port: server.port, credentials }, emailTo(freshAddress()));

    expect(result).toMatchObject({ ok: false, reason: "unknown", retryable: false });
    expect(await server.received()).toEqual(["EHLO [127.0.0.1]", "STARTTLS"]);
  });
});

describe("failures", () => {
  it.for([
    ["connect", "421 4.3.2 Shutting down", "temporary", true],
    ["EHLO", "550 5.7.1 Go away", "rejected", false],
    ["AUTH", "535 5.7.8 Bad credentials", "authentication", false],
    ["AUTH", "504 5.5.4 Unknown mechanism", "authentication", false],
    ["AUTH", "454 4.7.0 Try later", "temporary", true],
    ["MAIL", "530 5.7.0 Authentication required", "authentication", false],
    ["MAIL", "553 5.1.8 Sender not owned", "rejected-address", false],
    ["RCPT", "450 4.2.1 Mailbox busy", "temporary", true],
    ["RCPT", "452 4.5.3 Too many recipients", "temporary", true],
    ["RCPT", "550 5.1.1 No such user", "rejected", false],
    ["RCPT", "553 5.1.3 Bad address", "rejected-address", false],
    ["DATA", "554 5.7.1 Denied", "rejected", false],
    ["message", "554-5.7.1 Spam\r\n554 5.7.1 See the policy", "rejected", false],
  ] as const)("%s with the reply %j is %s", async ([moment, reply, reason, retryable], { expect }) => {
    const server = await scriptedSmtpServer({ [moment]: reply });
    const result = await sendEmail({ host: "127.0.0.1", port: server.port, credentials }, emailTo(freshAddress()));
    expect(result).toMatchObject({ ok: false, reason, retryable, serverReply: reply.replace("\r\n", "\n") });
  });

  const moments = ["connect", "EHLO", "AUTH", "MAIL", "RCPT", "DATA", "message"] as const;

  it.for(moments)("a server that falls silent at %s is given up when the time is over", async (moment, { expect }) => {
    const server = await scriptedSmtpServer({ [moment]: "silence" });
    const result = await sendEmail({ host: "127.0.0.1", port: server.port, credentials }, emailTo(freshAddress()), {
      timeoutMs: 200,
    });
    expect(result).toMatchObject({ ok: false, reason: "timeout", retryable: true });
  });

  it.for(moments)(
    "a server that hangs up at %s is connection-lost, not an endless wait",
    async (moment, { expect }) => {
      const server = await scriptedSmtpServer({ [moment]: "hang up" });
      const result = await sendEmail({ host: "127.0.0.1", port: server.port, credentials }, emailTo(freshAddress()));
      expect(result).toMatchObject({ ok: false, reason: "connection-lost", retryable: true });
    },
  );

  it.for([
    { host: "127.0.0.1", port: 1 },
    { host: "not a host", port: 587 },
    { host: "127.0.0.1", port: 70_000 },
  ])("$host:$port is unreachable", async (server, { expect }) => {
    expect(await sendEmail(server, emailTo(freshAddress()))).toMatchObject({ ok: false, reason: "unreachable" });
  });

  it.for([
    ["HTTP", "HTTP/1.1 400 Bad Request"],
    ["SSH", "SSH-2.0-OpenSSH_9.9"],
    ["a reply without end", "220-x\r\n".repeat(4_000).trimEnd()],
    ["a line without end", `220 ${"x".repeat(20_000)}`],
  ] as const)(
    "port scan: the reply of another service is neither believed nor shown: %s",
    async ([, greeting], { expect }) => {
      const server = await scriptedSmtpServer({ connect: greeting });
      const result = await sendEmail({ host: "127.0.0.1", port: server.port }, emailTo(freshAddress()));

      expect(result).toMatchObject({ ok: false, reason: "unknown", retryable: false });
      expect(result).not.toHaveProperty("serverReply");
    },
  );

  it("a server's reply is cut to 500 characters", async ({ expect }) => {
    const server = await scriptedSmtpServer({ RCPT: `550 ${"x".repeat(2_000)}` });
    const result = await sendEmail({ host: "127.0.0.1", port: server.port }, emailTo(freshAddress()));
    expect(result).toMatchObject({ serverReply: `550 ${"x".repeat(496)}` });
  });
});
