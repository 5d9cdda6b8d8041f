import { describe, expect, it } from "vitest";
import { adminAppOf } from "../testing/admin-app";
import { serverOfEachTest } from "../testing/api-server";

const api = serverOfEachTest();

const counts = { queued: 0, sending: 0, sent: 2, skipped: 0, failed: 1, unknown: 0, cancelled: 0 };
const onWire = {
  id: "s1",
  created_at_millis: 5,
  variant: "draft",
  template_id: null,
  draft_id: "d1",
  subject: "News",
  notification_category_name: "Marketing",
  status: "finished",
  finished_at_millis: 9,
  is_addressed: true,
  counts,
};
const send = {
  id: "s1",
  createdAt: new Date(5),
  variant: "draft",
  templateId: null,
  draftId: "d1",
  subject: "News",
  notificationCategoryName: "Marketing",
  status: "finished",
  finishedAt: new Date(9),
  isAddressed: true,
  counts,
};

describe("bulk emails", () => {
  it("are listed, and read by id, with how far they are", async () => {
    api.on("GET /internal/emails/sends", { body: { items: [onWire], is_paginated: false } });
    api.on("GET /internal/emails/sends/s1", { body: { ...onWire, status: "sending", finished_at_millis: null } });
    const { app } = adminAppOf(api);
    expect(await app.listEmailSends()).toEqual([send]);
    expect(await app.getEmailSend("s1")).toEqual({ ...send, status: "sending", finishedAt: null });
  });

  it("are cancelled, and read again afterwards", async () => {
    api.on("POST /internal/emails/sends/s1/cancel", { body: { ...onWire, status: "cancelled" } });
    const { app, changed, sent } = adminAppOf(api);
    expect(await app.cancelEmailSend("s1")).toEqual({ ...send, status: "cancelled" });
    expect(sent()).toEqual({ tier: "admin", body: {} });
    expect(changed).toEqual(["email-sends"]);
  });

  it("400: throws the words of the API for one that is over", async () => {
    api.on("POST /internal/emails/sends/s1/cancel", { status: 400, body: "The email send is over already" });
    await expect(adminAppOf(api).app.cancelEmailSend("s1")).rejects.toThrow("The email send is over already");
  });

  it("have pages of recipients, of one status where it is given", async () => {
    const error = { rawError: "550 No", errorType: "rejected", canRetry: false, message: "The server refused it." };
    const result = { status: "failed", attempts: 1, error };
    const user = { user_id: "u1", user_display_name: "Ada", user_primary_email: null };
    const items = [{ ...user, ...result, skip_reason: null }];
    const page = { items, is_paginated: true, pagination: { next_cursor: "u2" } };
    api.on("GET /internal/emails/sends/s1/recipients?status=failed&cursor=u1&limit=1", { body: page });
    const last = { items: [], is_paginated: true, pagination: { next_cursor: null } };
    api.on("GET /internal/emails/sends/s1/recipients", { body: last });
    const { app } = adminAppOf(api);
    const failed = await app.listEmailRecipients("s1", { status: "failed", cursor: "u1", limit: 1 });
    const named = { userId: "u1", userDisplayName: "Ada", userPrimaryEmail: null };
    expect([...failed]).toEqual([{ ...named, ...result, skipReason: null }]);
    expect(failed.nextCursor).toBe("u2");
    expect(await app.listEmailRecipients("s1")).toMatchObject({ length: 0, nextCursor: null });
  });
});

describe("sending", () => {
  describe("an email to users", () => {
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

  describe("a test email", () => {
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

  it("the log of emails has each with its first recipient, and why it failed", async () => {
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
});
