import { emailSendRecipients, emailSends } from "../../db/email-sends/schema";
import { sentEmails } from "../../db/emails/schema";
import { db } from "../project";
import { callbackUrl } from "./inputs";
import type { Row } from "./row";
import type { Scenario } from "./scenario";

/** A send of the project that is not over. */
async function sendOf({ project }: Scenario): Promise<Record<string, string>> {
  const id = crypto.randomUUID();
  const row = {
    projectId: project.id,
    id,
    createdAt: Date.now(),
    variant: "html" as const,
    subject: "News",
    categoryId: "7bb82d33-2f54-4a3d-9d23-82739e0d66ef",
    // Not yet due, so that nothing delivers it meanwhile.
    wakeAt: Date.now() + 60 * 60_000,
    content: { sourceId: null, variables: {} },
    themeSource: "",
    source: "<p>News</p>",
  };
  await db.batch([db.insert(emailSends).values(row)]);
  return { send_id: id };
}

/** An email of the project to its user, as the log has it, which was sent and is kept. */
async function emailOf(scenario: Scenario): Promise<Record<string, string>> {
  const { project, user } = scenario;
  const { send_id: sendId = "" } = await sendOf(scenario);
  const id = crypto.randomUUID();
  const key = { projectId: project.id, sendId, userId: user.id };
  const email = { ...key, id, to: ["ada@inbox.test"], subject: "News", kind: "send" as const };
  await db.batch([
    db.insert(emailSendRecipients).values({ ...key, status: "sent", dueAt: 0 }),
    db.insert(sentEmails).values({ ...email, senderConfig: { type: "standard" }, sentAt: Date.now() }),
  ]);
  return { email_id: id };
}

const ofAdmins = {
  "200": "admin owner",
  "401 INSUFFICIENT_ACCESS_TYPE": "signedOut anonymous self otherUser member holder server foreign",
};

export const emails: Row[] = [
  {
    // The project has no mail server of its own.
    key: "POST /emails/send-email",
    input: ({ user }) => ({ body: { html: "<p>News</p>", user_ids: [user.id] } }),
    outcomes: {
      "400 REQUIRES_CUSTOM_EMAIL_SERVER": "server admin owner foreign",
      "401 INSUFFICIENT_ACCESS_TYPE": "signedOut anonymous self otherUser member holder",
    },
  },
  { key: "GET /internal/emails/sends", input: () => ({}), outcomes: ofAdmins },
  {
    key: "GET /internal/emails/sends/{send_id}",
    input: async (scenario) => ({ params: await sendOf(scenario) }),
    outcomes: ofAdmins,
  },
  {
    key: "GET /internal/emails/sends/{send_id}/recipients",
    input: async (scenario) => ({ params: await sendOf(scenario) }),
    outcomes: ofAdmins,
  },
  {
    key: "POST /internal/emails/sends/{send_id}/cancel",
    input: async (scenario) => ({ params: await sendOf(scenario), body: {} }),
    outcomes: ofAdmins,
  },
  { key: "GET /internal/emails", input: () => ({}), outcomes: ofAdmins },
  { key: "GET /internal/emails/log", input: () => ({}), outcomes: ofAdmins },
  {
    key: "GET /internal/emails/log/{email_id}",
    input: async (scenario) => ({ params: await emailOf(scenario) }),
    outcomes: ofAdmins,
  },
  {
    key: "POST /internal/emails/log/{email_id}/resend",
    input: async (scenario) => ({ params: await emailOf(scenario), body: {} }),
    outcomes: {
      "400 REQUIRES_CUSTOM_EMAIL_SERVER": "admin owner",
      "401 INSUFFICIENT_ACCESS_TYPE": "signedOut anonymous self otherUser member holder server foreign",
    },
    withoutEvent: "It is refused; email-log.test.ts has the event.",
  },
  {
    key: "POST /internal/send-test-email",
    input: () => ({
      body: {
        recipient_email: "ada@inbox.test",
        email_config: {
          host: "127.0.0.1",
          port: 1,
          username: "",
          password: "",
          sender_name: "Acme",
          sender_email: "hello@acme.test",
        },
      },
    }),
    outcomes: ofAdmins,
  },
  {
    key: "POST /internal/send-sign-in-invitation",
    input: () => ({ body: { email: "grace@inbox.test", callback_url: callbackUrl } }),
    outcomes: {
      "200": "server admin owner foreign",
      "401 INSUFFICIENT_ACCESS_TYPE": "signedOut anonymous self otherUser member holder",
    },
  },
];
