import * as z from "zod";
import { queueNextEndpoint } from "../../db/outbox/endpoint-changes";
import type { PlatformTools } from "../../platform/tools";

/** An endpoint with something to send: its project's turn at the consumers. */
export const WaitingEndpoint = z.object({ projectId: z.string(), endpointId: z.string() });

export type WaitingEndpoint = z.infer<typeof WaitingEndpoint>;

/** An endpoint that is marked, with the time at which its message is to come. */
interface QueuedEndpoint extends WaitingEndpoint {
  queuedFor: number;
}

/** Sends the messages of endpoints that are marked. A batch of a queue has a hundred at most. */
export async function sendMessages(
  { webhooks }: Pick<PlatformTools, "webhooks">,
  endpoints: readonly QueuedEndpoint[],
): Promise<void> {
  if (endpoints.length === 0) return;
  const now = Date.now();
  const messages = endpoints.map(({ projectId, endpointId, queuedFor }) => ({
    body: { projectId, endpointId } satisfies WaitingEndpoint,
    delaySeconds: Math.max(0, Math.ceil((queuedFor - now) / 1000)),
  }));
  await webhooks.sendBatch(messages);
}

/** Queues the endpoint of a project that is to be sent to next, unless a message of the project is under way. */
export async function queueNext(
  { webhooks, dbOf }: Pick<PlatformTools, "webhooks" | "dbOf">,
  projectId: string,
): Promise<void> {
  const db = dbOf(projectId);
  const [next] = await db.batch([queueNextEndpoint(db, projectId, { now: Date.now() })]);
  await sendMessages({ webhooks }, next);
}

/**
 * Returns the work that follows from a request that has recorded events, or undefined where there are none. It queues one endpoint
 * of each project that has something to send and no message under way. Should it come to nothing, the sweep finds what is due
 * within a minute.
 */
export function queueAnnounced(tools: PlatformTools): (() => Promise<void>) | undefined {
  const { announced } = tools;
  if (announced.size === 0) return undefined;
  return async () => void (await Promise.all([...announced].map((projectId) => queueNext(tools, projectId))));
}
