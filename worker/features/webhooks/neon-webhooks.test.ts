import { eq } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import { auditEvents } from "../../db/audit/schema";
import { maxEndpoints } from "../../db/outbox/endpoint-changes";
import { webhookEndpoints } from "../../db/outbox/schema";
import { basic, clients } from "../../testing/integration-clients";
import { db, deployedAt, project, type TestProject } from "../../testing/project";
import { expectPlainError } from "../../testing/refusals";
import { expectComplaint, expectWrongClient } from "../integrations/integrations.fixtures";

const key = "POST /integrations/neon/webhooks";
const headers = basic(clients.neon);
const body = { url: "https://neon.tech/hooks" };

const endpointsOf = async ({ id }: TestProject) =>
  (await db.batch([db.select().from(webhookEndpoints).where(eq(webhookEndpoints.projectId, id))]))[0];

describe(key, () => {
  it("200 with the secret, which is stored sealed; recorded without it", async () => {
    const p = await project();
    const response = await p.admin(key, { headers, body: { ...body, description: "Neon" } });
    expect([response.status, response.cost.d1, Object.keys(response.body)]).toEqual([200, 2, ["secret"]]);
    expect(response.body.secret).toMatch(/^whsec_[A-Za-z0-9+/]{32}$/);
    const rows = await endpointsOf(p);
    expect(rows).toMatchObject([{ url: body.url, description: "Neon", eventTypes: null, disabledAt: null }]);
    const [events] = await db.batch([db.select().from(auditEvents).where(eq(auditEvents.projectId, p.id))]);
    expect(events).toMatchObject([{ type: "webhook_endpoint.created", details: { url_host: "neon.tech" } }]);
    expect(JSON.stringify([rows, events])).not.toContain(response.body.secret);
  });

  it("400 SCHEMA_ERROR with the admin key alone, and with a client that is wrong", async () => {
    // Attack: a partner of the other kind, or a stranger with the admin key, acts as the partner.
    const p = await project();
    expectComplaint(await p.admin(key, { body }), "headers.authorization must be defined");
    for (const wrong of [clients.acme, { ...clients.neon, secret: "x" }]) {
      expectWrongClient(await p.admin(key, { headers: basic(wrong), body }));
    }
    expect(await endpointsOf(p)).toEqual([]);
  });

  it("400 for what is no address to send to", async () => {
    // Attack: events are sent into the operator's own network.
    const p = await project();
    const unreadable = await p.admin(key, { headers, body: { url: "hooks" } });
    expectPlainError(unreadable, 400, "The address is not a valid URL");
    const settings = deployedAt("https://api.gatehouse.dev");
    const complaint = "The address must be a server on the internet";
    const response = await p.admin(key, { headers, body: { url: "https://10.0.0.1/hooks" }, settings });
    expectPlainError(response, 400, complaint);
    expect(await endpointsOf(p)).toEqual([]);
  });

  it("409 above the most that a project may have", async () => {
    const p = await project();
    const now = Date.now();
    for (let index = 0; index < maxEndpoints; index++) {
      const row = { projectId: p.id, id: `ep_${index}`, url: body.url, description: "", metadata: {} };
      await db.batch([db.insert(webhookEndpoints).values({ ...row, createdAt: now, updatedAt: now })]);
    }
    expectPlainError(await p.admin(key, { headers, body }), 409, "A project has at most 100 endpoints");
  });
});
