import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, describe, it } from "vitest";
import { respondAsModel } from "../../../scripts/testing/model-server";
import { newProject } from "../../../scripts/testing/official-client";
import { startGatehouse } from "../../../scripts/testing/start-gatehouse";

const model = createServer((request, response) => void respondAsModel(request, request.url ?? "", response));
/** A theme that every project has. */
const defaultLight = "1df07ae6-abf3-4a40-83a5-a1a2cbe336ac";

model.listen(0, "127.0.0.1");
await once(model, "listening");
const AI_API_URL = `http://127.0.0.1:${(model.address() as AddressInfo).port}/v1/`;
const gatehouse = await startGatehouse({ vars: { AI_API_URL, AI_API_KEY: "key", AI_MODEL: "tool" } });

afterAll(async () => {
  await gatehouse.stop();
  model.close();
});

describe("the official admin app and the assistant", () => {
  it("200: is written a theme, and keeps what was said", async ({ expect }) => {
    const app = (await newProject(gatehouse)).adminApp();
    const question = { role: "user", content: "A blue one, please" };
    const { content } = await app.sendChatMessage(defaultLight, "email-theme", [question]);
    expect(content).toMatchObject([
      { type: "text", text: "I made it blue. 👋" },
      { type: "tool-call", toolName: "createEmailTheme", args: { content: expect.stringContaining("blue") } },
    ]);
    await app.saveChatMessage(defaultLight, question);
    await app.saveChatMessage(defaultLight, { role: "assistant", content });
    expect(await app.listChatMessages(defaultLight)).toEqual({ messages: [question, { role: "assistant", content }] });
  });
});
