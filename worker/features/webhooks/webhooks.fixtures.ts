import { env, exports } from "cloudflare:workers";
import { type EndpointOut, Svix } from "svix";
import { recordEvents } from "../../db/outbox/changes";
import type { EventType } from "../../db/outbox/event-types";
import type { Statement } from "../../platform/database";
import { newId } from "../../platform/secrets";
import { openTools } from "../../platform/tools";
import type { Json } from "../../protocol/fields";
import { db, type TestProject } from "../../testing/project";
import { d1 } from "../../testing/shards";
import { type ReceiverBehaviour, webhookReceiver } from "../../testing/stand-in-services";
import { runDeliveries } from "./delivery-run";
import { queueNext, type WaitingEndpoint } from "./index";
import { deliverWebhooks } from "./jobs";

/** The `svix` library as an administrator of the project's webhooks uses it. */
export async function svixOf(p: TestProject): Promise<Svix> {
  return svixWith(await webhookToken(p));
}

export function svixWith(token: string): Svix {
  const send = (input: RequestInfo | URL, init?: RequestInit) => exports.default.fetch(new Request(input, init));
  return new Svix(token, { serverUrl: "http://localhost:8787", fetch: send as typeof fetch });
}

export async function webhookToken(p: TestProject): Promise<string> {
  return (await p.admin("POST /webhooks/svix-token", { body: {} })).body.token;
}

/** An endpoint of a project at a receiver of its own. */
export async function endpointOf(
  p: TestProject,
  { behaviour = "accept", ...fields }: { behaviour?: ReceiverBehaviour; eventTypes?: EventType[] } = {},
): Promise<{ endpoint: EndpointOut; receiver: ReturnType<typeof webhookReceiver>; svix: Svix }> {
  const [receiver, svix] = [webhookReceiver(), await svixOf(p)];
  const endpoint = await svix.endpoint.create(p.id, { url: receiver.url(behaviour), ...fields });
  return { endpoint, receiver, svix };
}

/** Gives a project further endpoints like its first one. */
export async function copyEndpoints({ id }: TestProject, count: number): Promise<void> {
  const copy = d1.prepare(
    `insert into webhook_endpoints (project_id, id, url, description, metadata, sealed_secrets, created_at, updated_at)
     with recursive numbers (n) as (select 1 union all select n + 1 from numbers where n < ?2)
     select project_id, id || '-' || n, url, description, metadata, sealed_secrets, created_at, updated_at
     from numbers, (select * from webhook_endpoints where project_id = ?1 limit 1)`,
  );
  await copy.bind(id, count).run();
}

/** Records events as a change does, without a request that would have them sent at once. */
export async function record(
  p: TestProject,
  data: Json[] = [{ id: newId() }],
  type: EventType = "user.updated",
): Promise<void> {
  const statements = recordEvents(db, { projectId: p.id, type, data });
  await db.batch(statements as [Statement]);
}

/** A queue with one consumer, which does one message after the other. What is delayed comes when the test says so. */
export function localQueue() {
  const messages: WaitingEndpoint[] = [];
  const delayed: WaitingEndpoint[] = [];
  const add = (message: WaitingEndpoint, delaySeconds: number) =>
    void (delaySeconds > 0 ? delayed : messages).push(message);
  const WEBHOOKS = {
    send: async (message: WaitingEndpoint, { delaySeconds = 0 } = {}) => add(message, delaySeconds),
    sendBatch: async (batch: { body: WaitingEndpoint; delaySeconds?: number }[]) => {
      for (const { body, delaySeconds = 0 } of batch) add(body, delaySeconds);
    },
  } as never;
  const tools = (projectId: string) => openTools({ ...env, WEBHOOKS }, projectId);
  return {
    messages,
    delayed,
    settings: { WEBHOOKS },
    queueNext: (projectId: string) => queueNext(tools(projectId), projectId),
    async consume(): Promise<void> {
      const message = messages.shift();
      if (message) await deliverWebhooks.consume(message, tools(message.projectId));
    },
  };
}

/** Runs what the queue would, with its cost, and says when there is next something to send. No other run follows. */
export async function run(
  { id: projectId }: TestProject,
  { id }: { id: string },
  settings: Record<string, string> = {},
) {
  const tools = openTools({ ...env, ...settings, WEBHOOKS: { sendBatch: async () => {} } as never }, projectId);
  await runDeliveries(tools, { projectId, id });
  const stored = d1.prepare("select due_at from webhook_endpoints where project_id = ? and id = ?");
  return { dueAt: await stored.bind(projectId, id).first<number | null>("due_at"), cost: tools.trace };
}
