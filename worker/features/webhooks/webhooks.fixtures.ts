import { env, exports } from "cloudflare:workers";
import { type EndpointOut, Svix } from "svix";
import { recordEvents } from "../../db/outbox/changes";
import type { EventType } from "../../db/outbox/event-types";
import type { Statement } from "../../platform/database";
import { newId } from "../../platform/secrets";
import { openTools } from "../../platform/tools";
import type { Json } from "../../protocol/fields";
import { db, type TestProject } from "../../testing/project";
import { type ReceiverBehaviour, webhookReceiver } from "../../testing/webhook-receiver";
import { runDeliveries } from "./delivery-run";

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

/** Records events as a change does, without a request that would have them sent at once. */
export async function record(
  p: TestProject,
  data: Json[] = [{ id: newId() }],
  type: EventType = "user.updated",
): Promise<void> {
  const statements = recordEvents(db, { projectId: p.id, type, data });
  await db.batch(statements as [Statement]);
}

/** Runs what the queue would, with its cost. */
export async function run(
  { id: projectId }: TestProject,
  { id }: { id: string },
  settings: Record<string, string> = {},
) {
  const tools = openTools({ ...env, ...settings }, projectId);
  return { ...(await runDeliveries(tools, { projectId, id })), cost: tools.trace };
}
