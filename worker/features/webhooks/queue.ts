import * as z from "zod";
import type { PlatformTools } from "../../platform/tools";

/** An endpoint with something to send. */
export const WaitingEndpoint = z.object({ projectId: z.string(), endpointId: z.string() });

export type WaitingEndpoint = z.infer<typeof WaitingEndpoint>;

/** What statements announce: `waitingEndpoints` of the outbox. */
const Announcement = z.object({ projectId: z.string(), endpointIds: z.array(z.string()) });

/** A batch of messages has at most this many. */
const maxMessages = 100;

/** Queues endpoints, each once. */
export async function queueEndpoints(
  { webhooks }: Pick<PlatformTools, "webhooks">,
  endpoints: readonly WaitingEndpoint[],
): Promise<void> {
  const once = new Map(endpoints.map((each) => [`${each.projectId}/${each.endpointId}`, each]));
  const messages = [...once.values()].map((body) => ({ body }));
  for (let from = 0; from < messages.length; from += maxMessages) {
    await webhooks.sendBatch(messages.slice(from, from + maxMessages));
  }
}

/**
 * The work that follows from a request that has recorded events: it queues the project's endpoints. Without any there is no
 * work. Should it come to nothing, the sweep finds what is due within a minute.
 */
export function queueAnnounced({ webhooks, announced }: PlatformTools): (() => Promise<void>) | undefined {
  if (announced.size === 0) return undefined;
  const endpoints = [...announced].flatMap((text) => {
    const { projectId, endpointIds } = Announcement.parse(JSON.parse(text));
    return endpointIds.map((endpointId) => ({ projectId, endpointId }));
  });
  return () => queueEndpoints({ webhooks }, endpoints);
}
