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

describe("mails to many users", () => {
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
    const items = [{ user_id: "u1", status: "failed", attempts: 1, skip_reason: null, error }];
    const page = { items, is_paginated: true, pagination: { next_cursor: "u2" } };
    api.on("GET /internal/emails/sends/s1/recipients?status=failed&cursor=u1&limit=1", { body: page });
    const last = { items: [], is_paginated: true, pagination: { next_cursor: null } };
    api.on("GET /internal/emails/sends/s1/recipients", { body: last });
    const { app } = adminAppOf(api);
    const failed = await app.listEmailRecipients("s1", { status: "failed", cursor: "u1", limit: 1 });
    expect([...failed]).toEqual([{ userId: "u1", status: "failed", attempts: 1, skipReason: null, error }]);
    expect(failed.nextCursor).toBe("u2");
    expect(await app.listEmailRecipients("s1")).toMatchObject({ length: 0, nextCursor: null });
  });
});
