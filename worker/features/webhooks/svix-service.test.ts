import { describe, expect, it } from "vitest";
import { project } from "../../testing/project";
import { expectPlainError } from "../../testing/refusals";
import { svixApplication, withSvix } from "../../testing/svix-service";
import { record, run, svixOf } from "./webhooks.fixtures";

const key = "POST /webhooks/svix-token";

describe(`${key} where Svix sends the webhooks`, () => {
  it("201 with a token of Svix for the project's application there, which is made once", async () => {
    const p = await project();
    for (const _ of [1, 2]) {
      const response = await p.admin(key, { body: {}, settings: withSvix() });
      expect([response.status, response.body, response.cost.d1]).toEqual([201, { token: `appsk_${p.id}` }, 2]);
    }
    expect(await svixApplication(p.id)).toMatchObject({ name: "Test project", messages: [] });
  });

  it("201 leaves an event: what is done with the token at Svix leaves none", async () => {
    // Attack: a stolen key takes the secrets of the webhooks at Svix, and no trace of it is left.
    const p = await project();
    await p.admin(key, { body: {}, settings: withSvix() });
    const { items } = (await p.admin("GET /internal/audit-events")).body;
    expect(items).toMatchObject([{ type: "webhooks_token.created", target: null, actor: { type: "key" } }]);
  });

  it("502 when Svix refuses the key, or responds with something else, and nothing of what it said", async () => {
    const p = await project();
    for (const settings of [{ SVIX_API_KEY: "wrong" }, withSvix("broken")]) {
      const response = await p.admin(key, { body: {}, settings });
      expectPlainError(response, 502, "Svix did not respond as expected. Try again later.");
    }
  });
});

describe("events where Svix sends the webhooks", () => {
  it("are given to Svix, each once, by the id that receivers see", async () => {
    const p = await project();
    await p.admin(key, { body: {}, settings: withSvix() });
    await record(p, [{ id: "ada" }]);
    const endpoint = { id: "svix" };
    await run(p, endpoint, withSvix());
    const { messages = [] } = await svixApplication(p.id);
    expect(messages).toEqual([
      {
        eventType: "user.updated",
        eventId: expect.stringMatching(/^msg_/),
        payload: { type: "user.updated", data: { id: "ada" } },
      },
    ]);
    expect((await run(p, endpoint, withSvix())).dueAt).toBeNull();
  });

  it("wait while Svix does not take them, or is not configured, and are in no list of our own", async () => {
    const p = await project();
    await p.admin(key, { body: {}, settings: withSvix() });
    await record(p);
    for (const settings of [undefined, { SVIX_API_KEY: "wrong" }]) {
      expect((await run(p, { id: "svix" }, settings)).dueAt).toBeGreaterThan(Date.now());
    }
    expect((await svixApplication(p.id)).messages).toEqual([]);
    expect((await (await svixOf(p)).endpoint.list(p.id)).data).toEqual([]);
  });
});
