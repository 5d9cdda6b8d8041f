import { describe, expect, it } from "vitest";
import { adminAppOf } from "../testing/admin-app";
import { serverOfEachTest } from "../testing/api-server";

const api = serverOfEachTest();

describe("the assistant", () => {
  const messages = [{ role: "user", content: "A red one, please" }] as const;

  it("is asked with all messages of a thread, of which both sides are stored", async () => {
    const content = [{ type: "text", text: "Here" }];
    api.on("POST /internal/ai-chat/t1", { body: { content } });
    api.on("PATCH /internal/ai-chat/t1", { body: {} });
    api.on("GET /internal/ai-chat/t1", { body: { messages } });
    const { app, sent } = adminAppOf(api);
    expect(await app.sendChatMessage("t1", "email-theme", messages)).toEqual({ content });
    expect(sent()).toEqual({ tier: "admin", body: { context_type: "email-theme", messages } });
    await app.saveChatMessage("t1", messages[0]);
    expect(api.bodyOf("PATCH /internal/ai-chat/t1")).toEqual({ message: messages[0] });
    expect(await app.listChatMessages("t1")).toEqual({ messages });
  });

  it("is no longer asked when the caller has enough", async () => {
    const arrived = Promise.withResolvers<void>();
    api.on("POST /internal/ai-chat/t1", () => {
      arrived.resolve();
      return new Promise(() => undefined);
    });
    const abort = new AbortController();
    const answer = adminAppOf(api).app.sendChatMessage("t1", "email-theme", messages, abort.signal);
    await arrived.promise;
    abort.abort();
    await expect(answer).rejects.toMatchObject({ name: "AbortError" });
  });
});
