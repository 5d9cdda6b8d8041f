import { expect, it } from "vitest";
import { adminAppOf } from "../testing/admin-app";
import { serverOfEachTest } from "../testing/api-server";

const api = serverOfEachTest();

it("the assistant is no longer asked when the caller has enough", async () => {
  const arrived = Promise.withResolvers<void>();
  api.on("POST /internal/ai-chat/t1", () => {
    arrived.resolve();
    return new Promise(() => undefined);
  });
  const abort = new AbortController();
  const sent = adminAppOf(api).sendChatMessage("t1", "email-theme", [], abort.signal);
  await arrived.promise;
  abort.abort();
  await expect(sent).rejects.toMatchObject({ name: "AbortError" });
});

it("a test email that fails without a reason has one all the same", async () => {
  api.on("POST /internal/send-test-email", { body: { success: false } });
  const server = { host: "h", port: 25, username: "u", password: "p", senderName: "n", senderEmail: "e@b.co" };
  const tried = await adminAppOf(api).sendTestEmail({ recipientEmail: "to@b.co", emailConfig: server });
  expect(tried).toEqual({ status: "error", error: { errorMessage: "Email test error not specified" } });
});
