import { env } from "cloudflare:workers";
import { desc, eq } from "drizzle-orm";
import { describe, inject, it } from "vitest";
import { sentEmails } from "../../db/emails/schema";
import { readSettings } from "../../platform/env";
import { newTrace } from "../../platform/trace";
import { freshAddress, mailbox } from "../../testing/mailbox";
import { db, firstDb } from "../../testing/project";
import { scriptedSmtpServer } from "../../testing/scripted-smtp-server";
import { projectsDb } from "../../testing/shards";

import { type EmailDeps, type ProjectMailServer, sendSystemEmail } from ".";
import { renderSystemEmail } from "./system-email";

const link = "https://acme.test/handler/email-verification?a=1&code=abc";

/** React separates the texts of an element by comments. */
const withoutComments = (html: string) => html.replaceAll("<!-- -->", "");

describe("system emails", () => {
  const names = { projectDisplayName: "Acme", userDisplayName: "Ada", validFor: "90 minutes" };
  const rendered = {
    email_verification: renderSystemEmail("email_verification", { ...names, emailVerificationLink: link }),
    password_reset: renderSystemEmail("password_reset", { ...names, passwordResetLink: link }),
    magic_link: renderSystemEmail("magic_link", { ...names, magicLink: link, otp: "AB12CD" }),
    team_invitation: renderSystemEmail("team_invitation", {
      ...names,
      invitation: "You are invited",
      teamDisplayName: "Engines",
      teamInvitationLink: link,
    }),
    sign_in_invitation: renderSystemEmail("sign_in_invitation", {
      ...names,
      teamDisplayName: "Acme",
      signInInvitationLink: link,
    }),
  };

  it.for([
    ["email_verification", "Verify your email at Acme"],
    ["password_reset", "Reset your password at Acme"],
    ["magic_link", "Sign in to Acme: Your code is AB12CD"],
    ["team_invitation", "You are invited to join Engines"],
    ["sign_in_invitation", "You are invited to sign in to Acme"],
  ] as const)("%s has the subject %j, greets by name, and links twice", ([template, subject], { expect }) => {
    const email = rendered[template];

    expect(email.subject).toBe(subject);
    expect(withoutComments(email.html)).toContain("Hello Ada,");
    expect(email.html.split('href="https://acme.test/handler/email-verification?a=1&amp;code=abc"')).toHaveLength(3);
    expect(email.text).toContain("Hello Ada,");
    expect(email.text.split("\n")).toContain(link);
    expect(email.text).toMatch(/ignore this email/);
    for (const part of [email.subject, email.html, email.text]) expect(part).not.toMatch(/\{\{|undefined|null/);
  });

  it("api_key_revoked names the key in its subject and in both bodies, and requires no click", ({ expect }) => {
    const email = renderSystemEmail("api_key_revoked", {
      ...names,
      apiKeyDescription: "Build robot",
      apiKeyLastFour: "52b7",
    });
    expect(email.subject).toBe("API Key Revoked: Build robot");
    for (const part of [withoutComments(email.html), email.text.replaceAll("\n", " ")]) {
      expect(part).toContain("Hello Ada,");
      expect(part).toContain("The API key “Build robot” at Acme, which ends in 52b7, was found");
      expect(part).not.toMatch(/\{\{|undefined|null|<a /);
    }
  });

  // Attack: reading the delivery log, to complete a sign-in that the reader has begun.
  it.for(Object.entries(rendered))(
    "%s has neither code nor link in the subject that is logged",
    ([, email], { expect }) => {
      expect(email.loggedSubject).toBe(email.subject.replace("AB12CD", "••••••"));
    },
  );

  it("magic_link shows the code in both bodies", ({ expect }) => {
    expect(rendered.magic_link.html).toContain(">AB12CD<");
    expect(rendered.magic_link.text.split("\n")).toContain("AB12CD");
  });

  it.for([null, "", "  "])("does not greet by the name %j", (userDisplayName, { expect }) => {
    const { text } = renderSystemEmail("email_verification", {
      ...names,
      userDisplayName,
      emailVerificationLink: link,
    });
    expect(text.split("\n")).toContain("Hello,");
  });

  it("HTML injection: names and links stay text in the page", ({ expect }) => {
    const hostile = `<img src=x onerror="alert('1')">&`;
    const { html, text, subject } = renderSystemEmail("email_verification", {
      ...names,
      projectDisplayName: hostile,
      userDisplayName: '<b>Ada</b> & "co"\'',
      emailVerificationLink: `https://acme.test/"onmouseover="alert(1)`,
    });

    expect(html).not.toMatch(/<img|<b>|"onmouseover/);
    expect(html).toContain("&lt;img src=x onerror=&quot;alert(&#x27;1&#x27;)&quot;&gt;&amp;");
    expect(html).toContain('href="https://acme.test/&quot;onmouseover=&quot;alert(1)"');
    expect(subject).toBe(`Verify your email at ${hostile}`);
    expect(text).toContain(hostile);
  });

  it("placeholder injection: a name that is a placeholder, or a replacement pattern, stays as it is", ({ expect }) => {
    const { html, text, subject } = renderSystemEmail("email_verification", {
      ...names,
      projectDisplayName: "{{emailVerificationLink}} $& $1",
      userDisplayName: "{{greeting}}",
      emailVerificationLink: link,
    });

    expect(subject).toBe("Verify your email at {{emailVerificationLink}} $& $1");
    expect(text).toContain("Hello {{greeting}},");
    expect(withoutComments(html)).toContain("Hello {{greeting}},");
  });

  it("a line end in a name starts no line of its own", ({ expect }) => {
    const { text, subject } = renderSystemEmail("team_invitation", {
      ...names,
      invitation: "You are invited",
      teamDisplayName: "Engines\r\n\r\nYour account is closed.",
      teamInvitationLink: link,
    });
    expect(text).toContain("Join Engines Your account is closed.");
    expect(subject).toBe("You are invited to join Engines Your account is closed.");
  });

  it.for(["https://casino.test", "Win at casino.test now", "www.casino.test", "casino.test/win", "a".repeat(61)])(
    "advertising by sign-up: a user with the name %j is not greeted by name",
    (userDisplayName, { expect }) => {
      const { html, text } = renderSystemEmail("email_verification", {
        ...names,
        userDisplayName,
        emailVerificationLink: link,
      });
      expect(text.split("\n")).toContain("Hello,");
      expect(html).not.toContain(userDisplayName);
    },
  );

  // Attack: a project or team whose name is an advertisement or a false warning, emailed by the instance's server.
  it.for([
    ["Win at https://casino.test/now", "Win at casino test/now"],
    ["casino.test", "casino test"],
    ["www.casino.test/win", "www casino test/win"],
    ["casino\u3002test", "casino test"],
    ["ca\u200Bsino.te\u00ADst", "casino test"],
    ["\u202Etset.onisac", "tset onisac"],
    ["Help: support@bank.test", "Help: support at bank test"],
    ["mailto:support@bank.test", "support at bank test"],
    ["http://203.0.113.7:8080/", "203 0 113 7 8080/"],
    ["//casino.test", "casino test"],
    ["Acme\r\nBcc: x", "Acme Bcc: x"],
    [" \u200B ", "a team"],
    ["A\u3164c\u115Fm\uFFF9e\u{E0041}", "Acme"],
    [`A${"\u0316".repeat(50)}cme`, `A${"\u0316".repeat(4)}cme`],
    ["https://", "a team"],
    [`${"x".repeat(59)}yz`, `${"x".repeat(59)}…`],
  ] as const)("shows the chosen name %j as %j, in subject and bodies", ([chosen, shown], { expect }) => {
    const variables = { ...names, invitation: "You are invited", teamDisplayName: chosen, teamInvitationLink: link };
    const { subject, html, text } = renderSystemEmail("team_invitation", variables);
    expect(subject).toBe(`You are invited to join ${shown}`);
    expect(text.replaceAll("\n", " ")).toContain(`You are invited to join ${shown} at Acme.`);
    for (const part of [html, text]) expect(part.replaceAll(link, "")).not.toMatch(/casino\.test|bank\.test|\u3002/);
  });

  it.for([
    "Acme Inc.",
    "Node 2.0",
    "AC/DC",
    "Acme: The App",
    "Мир",
    "日本語",
    "J.R. Tolkien & Sons",
    "👩‍👩‍👧 Family",
    "❤️ Shop",
    "می‌خواهم",
  ])("leaves the name %s as it is", (projectDisplayName, { expect }) => {
    const variables = { ...names, projectDisplayName, emailVerificationLink: link };
    expect(renderSystemEmail("email_verification", variables).subject).toBe(
      `Verify your email at ${projectDisplayName}`,
    );
  });

  it.for(["J. R. R. Tolkien", "J.R. Tolkien", "Ada Lovelace-King", "Martin Luther King, Jr.", "Мария", "O'Neill"])(
    "greets %s by name",
    (userDisplayName, { expect }) => {
      const { text } = renderSystemEmail("email_verification", {
        ...names,
        userDisplayName,
        emailVerificationLink: link,
      });
      expect(text).toContain(`Hello ${userDisplayName},`);
    },
  );
});

describe("sendSystemEmail", () => {
  const ownServer = {
    isShared: false,
    host: "127.0.0.1",
    username: "mailer@gatehouse.test",
    password: "corrèct horse",
    senderName: "Acme Email",
    senderEmail: "mail@acme.test",
  };

  const look = { logoUrl: null, accentColor: undefined };

  function deps(mailServer: ProjectMailServer, mailFrom = "noreply@gatehouse.test"): EmailDeps {
    return {
      db,
      firstDb,
      settings: { ...readSettings(env), mailFrom, limitsRequests: false },
      attempts: env.ATTEMPTS,
      trace: newTrace(),
      project: {
        ...{ id: crypto.randomUUID(), displayName: "Acme", ownerTeamId: null, mailServer, emailLogDays: 30, look },
        shares: readSettings(env).projectShares,
      },
    };
  }

  function verification(to: string) {
    const variables = { userDisplayName: "Ada", validFor: "7 days", emailVerificationLink: link };
    return { template: "email_verification", to, variables } as const;
  }

  async function logOf({ db, project }: EmailDeps) {
    const [rows] = await db.batch([db.select().from(sentEmails).where(eq(sentEmails.projectId, project.id))]);
    return rows;
  }

  // Evidence: project-is-not-the-installation
  // Attack: a stranger calls a project as the instance is called, or alike, and requests emails to owners in it. They came from the
  // instance's own address and name, and asked in its words to follow a link to the stranger's website.
  it.for([
    ...["Gatehouse", " GATE house ", "Gаtehоuse", "Ｇａｔｅhouse Support", "Gate\u200Bhóuse", "G473h0u5e"],
    // Letters of Armenian, Cherokee, Lisu and Coptic, and small capitals.
    ...["ցatehoսse", "ᏀᎪᎢᎬᎻOUᏚᎬ", "ꓖꓮꓔꓰꓧꓳꓴꓢꓰ", "gⲁⲧⲉⲏⲟuse", "ɢᴀᴛᴇʜᴏᴜꜱᴇ"],
  ])(
    "the shared server sends the emails of a project that is called %j as those of a project",
    async (displayName, { expect }) => {
      const [to, emailDeps] = [freshAddress(), deps({ isShared: true })];
      emailDeps.project.displayName = displayName;

      expect(await sendSystemEmail(emailDeps, verification(to))).toEqual({ ok: true });

      const [email] = await mailbox({ to });
      expect(email?.message.from?.name).toMatch(/^Project “.+”$/);
      expect(email?.subject).toBe(`Verify your email at ${email?.message.from?.name}`);
    },
  );

  // Evidence: strangers-do-not-speak-for-the-installation
  // Attack: a stranger names a team, a key or themselves in words of the instance, with a number to call. They have emails with that name
  // sent to anyone from the instance's own address.
  it.for(["Your account was locked - call +1 555 0100", "Gatehouse Security", "𝐆atehouse", "call ٥٥٥ ٠١٠ ٠٩٩"])(
    "the shared server sends nothing that somebody calls %j, and a server of a project's own does",
    async (name, { expect }) => {
      const own = { ...ownServer, port: inject("mailServers").plainPort };
      const validFor = "7 days";
      for (const id of ["internal", crypto.randomUUID()]) {
        const [shared, ofProject] = [deps({ isShared: true }), deps(own)];
        for (const { project } of [shared, ofProject]) Object.assign(project, { id });
        const sent = async (by: EmailDeps, to = freshAddress()) => {
          const invitation = { userDisplayName: name, teamDisplayName: name, invitation: "You are invited", validFor };
          const key = { userDisplayName: name, apiKeyDescription: name, apiKeyLastFour: "52b7" };
          await sendSystemEmail(by, {
            template: "email_verification",
            to,
            variables: { ...verification(to).variables, userDisplayName: name },
          });
          await sendSystemEmail(by, {
            template: "team_invitation",
            to,
            variables: { ...invitation, teamInvitationLink: link },
          });
          await sendSystemEmail(by, { template: "api_key_revoked", to, variables: key });
          const emails = await mailbox({ to, atLeast: 3 });
          return emails.map(({ subject, text }) => ({
            subject,
            isNamed: `${subject}\n${text}`.replace(/\s+/g, " ").includes(name),
          }));
        };
        expect(await sent(shared)).toEqual([
          { subject: "Verify your email at Acme", isNamed: false },
          { subject: "You are invited to join a team", isNamed: false },
          { subject: "API Key Revoked: without a name", isNamed: false },
        ]);
        expect((await sent(ofProject)).map(({ isNamed }) => isNamed)).toEqual([true, true, true]);
      }
    },
  );

  it("the internal project's emails, and those of a server of a project's own, have the name as it is", async ({
    expect,
  }) => {
    const own = { ...ownServer, port: inject("mailServers").plainPort };
    for (const [id, mailServer] of [["internal", { isShared: true }] as const, [crypto.randomUUID(), own] as const]) {
      const [to, emailDeps] = [freshAddress(), deps(mailServer)];
      Object.assign(emailDeps.project, { id, displayName: "Gatehouse" });
      await sendSystemEmail(emailDeps, verification(to));
      const [email] = await mailbox({ to });
      expect(email?.subject).toBe("Verify your email at Gatehouse");
    }
  });

  it.for(["noreply@gatehouse.test", "Gatehouse <noreply@gatehouse.test>"])(
    "the shared server sends under the project's name, from %j",
    async (mailFrom, { expect }) => {
      const [to, emailDeps] = [freshAddress(), deps({ isShared: true }, mailFrom)];

      expect(await sendSystemEmail(emailDeps, verification(to))).toEqual({ ok: true });

      const [email] = await mailbox({ to });
      expect(email?.message.from).toMatchObject({ name: "Acme", address: "noreply@gatehouse.test" });
      expect(email).toMatchObject({
        subject: "Verify your email at Acme",
        links: [link],
        from: "noreply@gatehouse.test",
      });
      expect(email?.text).toContain("Hello Ada,");
      expect(email?.raw).toMatch(/^Auto-Submitted: auto-generated\r$/m);
      expect(await logOf(emailDeps)).toEqual([
        {
          projectId: emailDeps.project.id,
          id: expect.any(String),
          to: [to],
          subject: "Verify your email at Acme",
          // Nothing of where the operator's server stands.
          senderConfig: { type: "shared", sender_name: "Acme", sender_email: "noreply@gatehouse.test" },
          error: null,
          sentAt: expect.any(Number),
          kind: "email_verification",
          keptDays: 30,
          sendId: null,
          userId: null,
        },
      ]);
    },
  );

  it("the project's own server sends under its own name, and its password stays out of the log", async ({ expect }) => {
    const [to, emailDeps] = [freshAddress(), deps({ ...ownServer, port: inject("mailServers").plainPort })];

    expect(await sendSystemEmail(emailDeps, verification(to))).toEqual({ ok: true });

    const [email] = await mailbox({ to });
    expect(email?.message.from).toMatchObject({ name: "Acme Email", address: "mail@acme.test" });
    expect(email?.authenticatedAs).toBe("mailer@gatehouse.test");
    const log = await logOf(emailDeps);
    expect(log).toMatchObject([
      {
        senderConfig: {
          type: "standard",
          host: "127.0.0.1",
          port: inject("mailServers").plainPort,
          username: "mailer@gatehouse.test",
          sender_name: "Acme Email",
          sender_email: "mail@acme.test",
        },
        error: null,
      },
    ]);
    expect(JSON.stringify(log)).not.toMatch(/corrèct|password|code=abc/);
  });

  it("a failure is returned and logged with what the owner can do, and holds neither link nor code", async ({
    expect,
  }) => {
    const server = await scriptedSmtpServer({ RCPT: "450 4.2.1 Mailbox busy" });
    const emailDeps = deps({ ...ownServer, port: server.port });

    const result = await sendSystemEmail(emailDeps, verification(freshAddress()));

    expect(result).toMatchObject({ ok: false, reason: "temporary", retryable: true });
    const log = await logOf(emailDeps);
    expect(log).toMatchObject([
      {
        error: {
          errorType: "temporary",
          canRetry: true,
          rawError: "450 4.2.1 Mailbox busy",
          message:
            "The email server returned a temporary error. This could be due to a temporary network issue or a temporary block on the email server. Please try again later.\n\nError:\nResponse from the email server:\n450 4.2.1 Mailbox busy",
        },
      },
    ]);
    expect(JSON.stringify(log)).not.toMatch(/corrèct|code=abc/);
  });

  // Attack: a mail server that quotes what it refuses, so that the log holds what opens an account.
  it("links and codes in the server's reply stay out of the log", async ({ expect }) => {
    const server = await scriptedSmtpServer({
      message: `554 5.7.1 Refused: your code is AB12CD, ${link}def or code abcdef`,
    });
    const emailDeps = deps({ ...ownServer, port: server.port });
    const magicLink = `${link}def`;
    const variables = { userDisplayName: null, validFor: "10 minutes", magicLink, otp: "AB12CD" };
    await sendSystemEmail(emailDeps, { template: "magic_link", to: freshAddress(), variables });
    const [row] = await logOf(emailDeps);
    expect(row?.error?.rawError).toMatch(/^554 5\.7\.1 Refused: your code is •••/);
    expect(JSON.stringify(row)).not.toMatch(/AB12CD|abcdef/);
  });

  it.for([
    [
      "connect",
      "hang up",
      "Connection to email server was lost unexpectedly. This could be due to incorrect email server port configuration or a temporary network issue. Please verify your configuration and try again.",
    ],
    [
      "AUTH",
      "535 5.7.8 No",
      "Failed to authenticate with the email server. Please check your email credentials configuration.",
    ],
    [
      "RCPT",
      "553 5.1.3 No",
      "The email address provided is invalid. Please verify both the recipient and sender email addresses configuration are correct.\n\nError:\nResponse from the email server:\n553 5.1.3 No",
    ],
    [
      "message",
      "554 5.7.1 No",
      "The email server rejected the email. Please check your email configuration and try again later.\n\nError:\nResponse from the email server:\n554 5.7.1 No",
    ],
  ] as const)(
    "%s with the reply %j is logged in the words of the contract",
    async ([moment, reply, message], { expect }) => {
      const server = await scriptedSmtpServer({ [moment]: reply });
      const emailDeps = deps({ ...ownServer, port: server.port });

      await sendSystemEmail(emailDeps, verification(freshAddress()));

      expect(await logOf(emailDeps)).toMatchObject([{ error: { message } }]);
    },
  );

  it("an unreachable server is logged in the words of the contract", async ({ expect }) => {
    const emailDeps = deps({ ...ownServer, port: 1 });
    await sendSystemEmail(emailDeps, verification(freshAddress()));
    expect(await logOf(emailDeps)).toMatchObject([
      {
        error: {
          message: "Failed to connect to the email host. Please make sure the email host configuration is correct.",
        },
      },
    ]);
  });

  it.for(["host", "port", "senderEmail"] as const)(
    "a project server without %s is a failure in the log",
    async (field, { expect }) => {
      const emailDeps = deps({ ...ownServer, port: 587, [field]: undefined });

      expect(await sendSystemEmail(emailDeps, verification(freshAddress()))).toMatchObject({
        ok: false,
        retryable: false,
      });
      expect(await logOf(emailDeps)).toMatchObject([{ error: { canRetry: false } }]);
    },
  );

  it("the log is read newest first without a sort or a scan", async ({ expect }) => {
    const { db, project } = deps({ isShared: true });
    const newest = db
      .select()
      .from(sentEmails)
      .where(eq(sentEmails.projectId, project.id))
      .orderBy(desc(sentEmails.sentAt), desc(sentEmails.id))
      .limit(100)
      .toSQL();
    const plan = await projectsDb
      .prepare(`EXPLAIN QUERY PLAN ${newest.sql}`)
      .bind(...newest.params)
      .all<{ detail: string }>();
    expect(plan.results.map(({ detail }) => detail)).toEqual([
      "SEARCH sent_emails USING INDEX sent_emails_by_time (project_id=?)",
    ]);
  });
});
