import { env } from "cloudflare:workers";
import { describe, expect, it } from "vitest";
import { readSettings } from "../../platform/env";
import { project } from "../../testing/project";
import { expectError } from "../../testing/refusals";
import { twoRotations } from "../../testing/rotation";
import { readWebhookToken } from "./token";

const key = "POST /webhooks/svix-token";

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
