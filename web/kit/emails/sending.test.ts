import { describe, expect, it } from "vitest";
import { adminAppOf } from "../testing/admin-app";
import { serverOfEachTest } from "../testing/api-server";

const api = serverOfEachTest();

describe("a mail to users", () => {
  it.each([
    [
      { userIds: ["u1"], html: "<p>" },
      { user_ids: ["u1"], html: "<p>" },
    ],
    [
      { allUsers: true, templateId: "m1", variables: { camelCase: { deep: 1 } }, themeId: null },
      { all_users: true, template_id: "m1", variables: { camelCase: { deep: 1 } }, theme_id: null },
    ],
    [
      { userIds: [], draftId: "d1", subject: "Hi", themeId: false, notificationCategoryName: "Marketing" },
      { user_ids: [], draft_id: "d1", subject: "Hi", theme_id: false, notification_category_name: "Marketing" },
    ],
  ] as const)("is sent at the server tier: %j", async (options, body) => {
    api.on("POST /emails/send-email", { body: { results: [] } });
    const { app, changed, sent } = adminAppOf(api);
    expect(await app.sendEmail(options)).toBeUndefined();
    expect(sent()).toEqual({ tier: "server", body });
    expect(changed).toEqual(["sent-emails email-drafts email-sends"]);
  });

  it("throws what the API refuses", async () => {
    const code = "USER_ID_DOES_NOT_EXIST";
    const refusal = { status: 400, headers: { "x-stack-known-error": code }, body: { code, error: code } };
    api.on("POST /emails/send-email", refusal);
    const sending = adminAppOf(api).app.sendEmail({ userIds: ["u1"], html: "" });
    await expect(sending).rejects.toMatchObject({ errorCode: code });
  });
});

describe("a test mail", () => {
  const server = { host: "h", port: 25, username: "u", password: "p", senderName: "n", senderEmail: "e@b.co" };
  const wire = { host: "h", port: 25, username: "u", password: "p", sender_name: "n", sender_email: "e@b.co" };

  it.each([
    [{ success: true }, { status: "ok", data: undefined }],
    [
      { success: false, error_message: "No such host" },
      { status: "error", error: { errorMessage: "No such host" } },
    ],
    [{ success: false }, { status: "error", error: { errorMessage: "Email test error not specified" } }],
  ])("%j: returns %j", async (body, result) => {
    api.on("POST /internal/send-test-email", { body });
    // The settings of a project have a type, which the endpoint does not take.
    const emailConfig = { type: "standard", ...server };
    const { app, sent } = adminAppOf(api);
    expect(await app.sendTestEmail({ recipientEmail: "to@b.co", emailConfig })).toEqual(result);
    expect(sent()).toEqual({ tier: "admin", body: { recipient_email: "to@b.co", email_config: wire } });
  });
});

it("an invitation to sign in leads to the given page", async () => {
  api.on("POST /internal/send-sign-in-invitation", { body: { success: true } });
  const { app, sent } = adminAppOf(api);
  await app.sendSignInInvitationEmail("to@b.co", "https://shop.example/in");
  expect(sent()).toMatchObject({ body: { email: "to@b.co", callback_url: "https://shop.example/in" } });
});

it("the log of mails has each with its first recipient, and why it failed", async () => {
  const refusal = { rawError: "550 No", errorType: "REJECTED", canRetry: false, message: "The server refused it." };
  const email = { id: "e1", subject: "Hi", sent_at_millis: 5, sender_config: { type: "shared" } };
  const items = [
    { ...email, to: ["a@b.co", "c@b.co"], error: null },
    { ...email, to: [], error: refusal },
  ];
  api.on("GET /internal/emails", { body: { items, is_paginated: false } });
  const read = { id: "e1", subject: "Hi", sentAt: new Date(5) };
  expect(await adminAppOf(api).app.listSentEmails()).toEqual([
    { ...read, to: ["a@b.co", "c@b.co"], recipient: "a@b.co", error: null },
    { ...read, to: [], recipient: "", error: refusal },
  ]);
});
