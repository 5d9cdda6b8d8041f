import { eq } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import { resendMessage, sendMissing } from "../../db/outbox/delivery-changes";
import { eventTypes } from "../../db/outbox/event-types";
import { webhookDeliveries } from "../../db/outbox/schema";
import { newId } from "../../platform/secrets";
import type { EndpointKey } from "../../protocol/endpoint";
import { keepEvents } from "../../testing/events";
import { db, project, type TestProject } from "../../testing/project";
import { sendRequest } from "../../testing/send-request";
import { exampleEvents } from "./example-events";
import { endpointOf, record, run, svixOf, webhookToken } from "./webhooks.fixtures";
import { eventIdOf } from "./wire-message";

/** The names of the fields at every depth, of which lists have those of their first item. */
function shapeOf(value: unknown): unknown {
  if (Array.isArray(value)) return value.slice(0, 1).map(shapeOf);
  if (typeof value !== "object" || value === null) return value === null ? null : typeof value;
  return Object.fromEntries(Object.entries(value).map(([name, field]) => [name, shapeOf(field)]));
}

/** Has an event of each type happen in a project. */
async function everyEvent(p: TestProject): Promise<void> {
  const send = (key: string, body?: object, query?: Record<string, string>) =>
    p.server(key as EndpointKey, { body, query } as never).then((response) => {
      expect(response.status, key).toBeLessThan(300);
      return response.body;
    });
  const definition = { id: "read_reports", contained_permission_ids: [] };
  await p.admin("POST /project-permission-definitions" as EndpointKey, { body: definition } as never);
  const user = await send("POST /users", {
    display_name: "Ada Lovelace",
    primary_email: `${newId()}@example.com`,
    primary_email_verified: true,
    primary_email_auth_enabled: true,
    password: "correct horse battery",
  });
  const team = await send("POST /teams", { display_name: "Analysts" });
  await send(`POST /team-memberships/${team.id}/${user.id}`, {});
  await send(`POST /team-permissions/${team.id}/${user.id}/$read_members`, {});
  await send(`DELETE /team-permissions/${team.id}/${user.id}/$read_members`);
  await send(`POST /project-permissions/${user.id}/read_reports`, {});
  await send(`DELETE /project-permissions/${user.id}/read_reports`);
  const change = (delta: number) =>
    send(`POST /payments/items/user/${user.id}/credits/update-quantity`, { delta }, { allow_negative: "true" });
  await change(12);
  await change(-4);
  await send(`PATCH /users/${user.id}`, { display_name: "Ada" });
  await send(`PATCH /teams/${team.id}`, { display_name: "Analysis" });
  await send(`DELETE /users/${user.id}`);
  await send(`DELETE /teams/${team.id}`);
}

describe("the examples of events", () => {
  it("have the fields of what is sent, for each type", async () => {
    const p = await project({
      "payments.items.credits": { displayName: "Credits", customerType: "user", lowBalanceThreshold: 10 },
    });
    await everyEvent(await keepEvents(p));
    const { data } = await (await svixOf(p)).message.list(p.id, { withContent: true });
    const sent = new Map(data.map(({ eventType, payload }) => [eventType, shapeOf(payload.data)]));
    expect([...sent.keys()].toSorted()).toEqual([...eventTypes].toSorted());
    for (const type of eventTypes) expect(sent.get(type), type).toEqual(shapeOf(exampleEvents[type]));
  });

  it("200: are listed with the types of events", async () => {
    const { data } = await (await svixOf(await project())).eventType.list();
    const created = data.find(({ name }) => name === "user.created");
    const example = { type: "user.created", data: exampleEvents["user.created"] };
    expect(created?.schemas).toEqual({ "1": { examples: [example] } });
  });

  it("202: are sent to one endpoint, and to no other", async () => {
    const p = await project();
    const { endpoint, receiver, svix } = await endpointOf(p);
    const other = await endpointOf(p);
    const message = await svix.endpoint.sendExample(p.id, endpoint.id, { eventType: "team.created" });
    expect(message).toMatchObject({ eventType: "team.created", payload: { data: exampleEvents["team.created"] } });
    await run(p, endpoint);
    await run(p, other.endpoint);
    const sent = async () => (await receiver.received()).map(({ body }) => JSON.parse(body));
    const example = { type: "team.created", data: exampleEvents["team.created"] };
    // The run of the queue may have begun before: then this one sends nothing.
    await expect.poll(sent, { timeout: 15_000 }).toEqual([example]);
    expect(await other.receiver.received()).toEqual([]);
    const { items } = (await p.admin("GET /internal/audit-events", { query: { type: "webhook_endpoint.tested" } }))
      .body;
    expect(items).toMatchObject([
      { target: { type: "webhook_endpoint", id: endpoint.id }, details: { event_type: "team.created" } },
    ]);
  });

  it("400, 404, 422: are not sent where the endpoint is disabled or unknown, or the type is", async () => {
    const p = await project();
    const { endpoint, svix } = await endpointOf(p);
    const headers = { authorization: `Bearer ${await webhookToken(p)}` };
    const send = async (id: string, eventType: string) => {
      const key = `POST /app/${p.id}/endpoint/${id}/send-example` as EndpointKey;
      return (await sendRequest(key, { headers, body: { eventType } })).status;
    };
    expect(await send(endpoint.id, "user.exploded")).toBe(422);
    expect(await send(`${endpoint.id}0`, "user.created")).toBe(404);
    await svix.endpoint.patch(p.id, endpoint.id, { disabled: true });
    expect(await send(endpoint.id, "user.created")).toBe(400);
    expect((await svix.message.list(p.id)).data).toEqual([]);
  });

  it("are not queued for an endpoint that is disabled after it was read", async () => {
    // Attack: a key has events sent to an endpoint which its owner disables meanwhile, without a trace in the audit log.
    const p = await project();
    const { endpoint, svix } = await endpointOf(p, { eventTypes: ["team.created"] });
    await record(p);
    const [message] = (await svix.message.list(p.id)).data;
    await svix.endpoint.patch(p.id, endpoint.id, { disabled: true });
    const now = Date.now();
    const delivery = { projectId: p.id, endpointId: endpoint.id, messageId: eventIdOf(message?.id ?? "") };
    const missing = { projectId: p.id, id: endpoint.id, eventTypes: null };
    await db.batch([
      resendMessage(db, delivery, { now, expiresAt: now + 1_000 }),
      sendMissing(db, missing, { since: 0, until: now, limit: 10, now }),
    ]);
    const ofProject = eq(webhookDeliveries.projectId, p.id);
    expect((await db.batch([db.select().from(webhookDeliveries).where(ofProject)]))[0]).toEqual([]);
  });

  it("404: are not sent to an endpoint of another project", async () => {
    // Attack: an owner has events that never happened sent to the endpoint of another project.
    const [mine, theirs] = [await project(), await project()];
    const { endpoint, receiver } = await endpointOf(theirs);
    const svix = await svixOf(mine);
    for (const project of [mine, theirs]) {
      await expect(
        svix.endpoint.sendExample(project.id, endpoint.id, { eventType: "user.deleted" }),
      ).rejects.toMatchObject({ code: 404 });
    }
    await run(theirs, endpoint);
    expect(await receiver.received()).toEqual([]);
  });
});

describe("POST /internal/send-test-webhook", () => {
  const send = async (p: TestProject, endpoint_id: string) =>
    (await p.admin("POST /internal/send-test-webhook", { body: { endpoint_id } })).body;

  it("200: the endpoint gets a signed example once, and what it responds is said", async () => {
    const p = await project();
    const { endpoint, receiver } = await endpointOf(p);
    expect(await send(p, endpoint.id)).toEqual({ success: true });
    const [request, ...more] = await receiver.received();
    expect([request?.headers["webhook-id"], more]).toEqual([expect.stringMatching(/^msg_example-/), []]);
    expect(JSON.parse(request?.body ?? "")).toMatchObject({ type: "user.created" });
    const refusing = await endpointOf(p, { behaviour: "fail" });
    const { success, error_message } = await send(p, refusing.endpoint.id);
    expect([success, error_message]).toEqual([false, expect.stringContaining("The endpoint responded with status")]);
  });

  it("200 without success for an endpoint of another project, which gets nothing", async () => {
    // Attack: an owner has requests sent to the endpoint of somebody else's project, in its name.
    const [p, other] = [await project(), await project()];
    const { endpoint, receiver } = await endpointOf(other);
    expect(await send(p, endpoint.id)).toEqual({
      success: false,
      error_message: "The project has no such endpoint.",
    });
    expect(await receiver.received()).toEqual([]);
  });
});
