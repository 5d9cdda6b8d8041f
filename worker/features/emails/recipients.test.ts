import { eq } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import { sentEmails } from "../../db/emails/schema";
import { otpProject } from "../../testing/code-sign-ins";
import { hex, limited } from "../../testing/limited";
import { freshAddress, mailbox } from "../../testing/mailbox";
import { owner } from "../../testing/owner";
import { db, internalProject } from "../../testing/project";
import { expectPlainError } from "../../testing/refusals";
import { sendRequest, type TestResponse } from "../../testing/send-request";

const callbackUrl = "http://localhost:3000/handler/magic-link-callback";
const deployed = { settings: { RATE_LIMITS: "on" } };

const emailNotSent =
  "Failed to send email. If you are the admin of this project, please check the email configuration and try again.";

/** A project of a new owner with an address, as `POST /internal/projects` makes it, and its callers as admin. */
async function ownedProject({ isVerified = false, displayName = "Acme", config = {} as object } = {}) {
  const { userId, teamId, token, client } = await owner();
  const email = freshAddress();
  const channel = await internalProject().server("POST /contact-channels", {
    body: {
      user_id: userId,
      type: "email",
      value: email,
      is_primary: true,
      used_for_auth: true,
      is_verified: isVerified,
    },
  });
  const { body } = await client("POST /internal/projects", {
    body: {
      display_name: displayName,
      owner_team_id: teamId,
      config: { magic_link_enabled: true, allow_localhost: true, ...config },
    },
  });
  const id: string = body.id;
  const headers = {
    "x-stack-project-id": id,
    "x-stack-access-type": "admin",
    "x-stack-admin-access-token": token,
    "cf-connecting-ip": "2001:db8:aaaa::1",
  };
  return {
    id,
    userId,
    email,
    sendCode: (to: string): Promise<TestResponse> =>
      sendRequest("POST /auth/otp/send-sign-in-code", {
        body: { email: to, callback_url: callbackUrl },
        headers,
        ...deployed,
      }),
    /** By the key that every visitor of the project's website has. */
    publishableKey: async (): Promise<string> => {
      const body = {
        description: "Website",
        expires_at_millis: Date.now() + 60_000,
        has_publishable_client_key: true,
        has_secret_server_key: false,
        has_super_secret_admin_key: false,
      };
      return (await sendRequest("POST /internal/api-keys", { headers, body })).body.publishable_client_key;
    },
    recipients: async (settings = deployed.settings) =>
      (await sendRequest("GET /internal/emails/recipients", { headers, settings })).body,
    verify: () =>
      internalProject().server("PATCH /contact-channels/{user_id}/{contact_channel_id}", {
        params: { user_id: userId, contact_channel_id: channel.body.id },
        body: { is_verified: true },
      }),
  };
}

async function logOf(projectId: string) {
  const [rows] = await db.batch([db.select().from(sentEmails).where(eq(sentEmails.projectId, projectId))]);
  return rows;
}

describe("a project on the shared mail server of a deployment", () => {
  // Attack: signing up as an owner with a made-up address, to have the instance send emails to strangers.
  it("sends to its own team only until an owner has verified an address, and the log says why", async () => {
    const p = await ownedProject();
    const stranger = freshAddress();
    expectPlainError(await p.sendCode(stranger), 400, emailNotSent);
    expect(await mailbox({ to: stranger, atLeast: 0 })).toEqual([]);
    expect(await logOf(p.id)).toMatchObject([
      {
        to: [stranger],
        error: {
          errorType: "withheld",
          canRetry: false,
          message: expect.stringContaining("until an owner of this project has verified an email address"),
        },
      },
    ]);
    expect(await p.recipients()).toEqual({ allowed: "own_team" });

    expect((await p.sendCode(p.email)).status).toBe(200);
    expect(await mailbox({ to: p.email })).toHaveLength(1);

    await p.verify();
    expect(await p.recipients()).toEqual({ allowed: "anyone" });
    expect((await p.sendCode(stranger)).status).toBe(200);
    expect(await mailbox({ to: stranger })).toHaveLength(1);
  });

  // Evidence: withheld-mails-count-for-nobody
  // Attack: keeping a person from all emails, the dashboard's reset included, by requests of made-up owners that send none.
  it("counts no email that it withholds: the person gets those of other projects, and owners their reset", async () => {
    const [email, made, other] = [freshAddress(), [await ownedProject(), await ownedProject()], await otpProject()];
    const account = { primary_email: email, primary_email_auth_enabled: true, primary_email_verified: true };
    await internalProject().server("POST /users", { body: { ...account, password: "a password of an owner" } });
    for (const p of made) {
      for (let count = 0; count < 6; count += 1) expectPlainError(await p.sendCode(email), 400, emailNotSent);
    }
    const from = limited("2001:db8:aaaa::1");
    const body = { email, callback_url: callbackUrl };
    expect((await other.client("POST /auth/otp/send-sign-in-code", { body, ...from })).status).toBe(200);
    const reset = { body: { email, callback_url: "http://localhost:5173/handler/password-reset" }, ...from };
    expect((await internalProject().client("POST /auth/password/send-reset-code", reset)).status).toBe(200);
    const subjects = (await mailbox({ to: email, atLeast: 2 })).map(({ subject }) => subject);
    expect(subjects).toEqual([expect.stringContaining("Sign in to"), expect.stringContaining("Reset your password")]);
  });

  // Attack: adding the addresses of strangers to one's own account, so that they count as the team's.
  it("sends to the primary addresses of its team alone", async () => {
    const p = await ownedProject();
    const other = freshAddress();
    const added = { user_id: p.userId, type: "email", value: other, is_primary: false, used_for_auth: false };
    expect((await internalProject().server("POST /contact-channels", { body: added })).status).toBe(201);
    expectPlainError(await p.sendCode(other), 400, emailNotSent);
  });

  // Attack: giving one's own account the address of one stranger after the other, each the primary one for a moment.
  it("sends to one team at most 20 emails a day of all its projects, whatever addresses its members have", async () => {
    const p = await ownedProject();
    const statuses: number[] = [];
    for (let count = 0; count < 21; count += 1) {
      const value = freshAddress();
      const body = { user_id: p.userId, type: "email", value, is_primary: true, used_for_auth: false };
      await internalProject().server("POST /contact-channels", { body });
      statuses.push((await p.sendCode(value)).status);
    }
    expect(statuses).toEqual([...Array(20).fill(200), 400]);
  });

  // Evidence: team-mails-kept-for-members
  it("keeps emails of a team for its members, whatever a stranger has requested to the team's own addresses", async () => {
    // Attack: a stranger has the key of the website. They request codes to the addresses of the project's new team until it has had all its
    // emails of the day. Its members then get no emails of their own project.
    const p = await ownedProject();
    const key = await p.publishableKey();
    const stranger = (email: string) =>
      sendRequest("POST /auth/otp/send-sign-in-code", {
        body: { email, callback_url: callbackUrl },
        headers: {
          "x-stack-project-id": p.id,
          "x-stack-access-type": "client",
          "x-stack-publishable-client-key": key,
          "cf-connecting-ip": `2001:db8:bbbb:${hex()}::1`,
        },
        ...deployed,
      });
    const statuses: number[] = [];
    for (let members = 0; members < 5; members += 1) {
      const value = freshAddress();
      const body = { user_id: p.userId, type: "email", value, is_primary: true, used_for_auth: false };
      await internalProject().server("POST /contact-channels", { body });
      for (let emails = 0; emails < 5; emails += 1) statuses.push((await stranger(value)).status);
    }
    expect(statuses).toEqual([...Array(20).fill(200), ...Array(5).fill(400)]);
    const value = freshAddress();
    const body = { user_id: p.userId, type: "email", value, is_primary: true, used_for_auth: false };
    await internalProject().server("POST /contact-channels", { body });
    expect((await p.sendCode(value)).status).toBe(200);
    expect(await mailbox({ to: value })).toHaveLength(1);
    expectPlainError(await stranger(value), 400, emailNotSent);
  });

  // Attack: a project whose name is a link, or an address that is not its own, in the sender and the subject of emails.
  it("has no link in its name, in sender, subject and bodies", async () => {
    const p = await ownedProject({ isVerified: true, displayName: "support@bank.test https://casino.test/win" });
    const to = freshAddress();
    expect((await p.sendCode(to)).status).toBe(200);
    const [message] = await mailbox({ to });
    expect(message?.message.from).toMatchObject({ name: "support at bank test casino test/win" });
    expect(message?.subject).toMatch(/^Sign in to support at bank test casino test\/win: Your code is \w{6}$/);
    for (const part of [message?.html, message?.text]) expect(part).not.toMatch(/bank\.test|casino\.test/);
  });
});

describe("GET /internal/emails/recipients", () => {
  it("200 anyone with a server of the project's own", async () => {
    const own = {
      email_config: {
        type: "standard",
        host: "127.0.0.1",
        port: 1,
        username: "x",
        password: "x",
        sender_name: "Acme",
        sender_email: "mail@acme.test",
      },
    };
    expect(await (await ownedProject({ config: own })).recipients()).toEqual({ allowed: "anyone" });
  });

  it("200 anyone where limits are off", async () => {
    expect(await (await ownedProject()).recipients({ RATE_LIMITS: "off" })).toEqual({ allowed: "anyone" });
  });
});
