import { env } from "cloudflare:workers";
import { describe, expect, it } from "vitest";
import { readSettings } from "../../platform/env";
import { project } from "../../testing/project";
import { expectError, expectPlainError } from "../../testing/refusals";
import { twoRotations } from "../../testing/rotation";
import { svixApplication, withSvix } from "../../testing/svix-service";
import { readWebhookToken } from "./token";
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

describe(key, () => {
  it("201 with a token for the project, in one round trip and without an event, as to open the dashboard's section", async () => {
    const p = await project();
    const { status, body, cost } = await p.admin(key, { body: {} });
    expect([status, cost.d1, Object.keys(body)]).toEqual([201, 1, ["token"]]);
    expect((await p.admin("GET /internal/audit-events")).body.items).toEqual([]);
    const read = await readWebhookToken(readSettings(env), body.token);
    expect(read).toMatchObject({ projectId: p.id, actor: { type: "key", sessionId: null } });
  });

  it("400 SCHEMA_ERROR for any field", async () => {
    const p = await project();
    expectError(await p.admin(key, { body: { expiry: 1e9 } }), 400, "SCHEMA_ERROR");
  });

  it("201 with a token that a rotation of the root secret does not end", async () => {
    const { first, second } = twoRotations();
    const p = await project();
    const { token } = (await p.admin(key, { body: {}, settings: first })).body;
    expect(await readWebhookToken(readSettings({ ...env, ...second }), token)).toMatchObject({ projectId: p.id });
    expect(await readWebhookToken(readSettings(env), token)).toBeUndefined();
  });
});
