import type { EndpointKey } from "../../db/outbox/endpoint-changes";
import { UnsealError } from "../../platform/sealing";
import type { PlatformTools } from "../../platform/tools";
import { openSecrets } from "./secrets";
import { type Answer, sendWebhook } from "./send";
import { signatureHeaders } from "./signature";

/** An endpoint to which a run may send. */
export interface LeasedEndpoint extends EndpointKey {
  url: string;
  sealedSecrets: string | null;
  failingSince: number | null;
}

/** An event as it is sent. */
export interface Message {
  /** That of the event in the outbox. */
  id: string;
  type: string;
  body: string;
}

/** How messages travel to an endpoint: its secrets are opened once for all of them. */
export async function sendTo(
  { settings }: PlatformTools,
  endpoint: LeasedEndpoint,
): Promise<(message: Message) => Promise<Answer>> {
  const secrets = await secretsOf({ settings }, endpoint);
  if (!secrets) return async () => unreadableSecret;
  return async ({ id, body }) => {
    const timestamp = Math.floor(Date.now() / 1000);
    const headers = await signatureHeaders(secrets, { id: wireId(id), timestamp, body });
    return sendWebhook({ settings }, { url: endpoint.url, headers, body });
  };
}

/** The id of an event as receivers and owners see it. */
export function wireId(id: string): string {
  return idPrefix + id;
}

/** The id in the outbox of what receivers and owners see under an id: of no event where that is none. */
export function eventIdOf(id: string): string {
  return id.startsWith(idPrefix) ? id.slice(idPrefix.length) : "";
}

const idPrefix = "msg_";

const unreadableSecret: Answer = {
  isAccepted: false,
  statusCode: 0,
  text: "Nothing was sent: the endpoint's secret is sealed under a root secret that is gone. Rotate it.",
  durationMs: 0,
};

async function secretsOf({ settings }: Pick<PlatformTools, "settings">, endpoint: LeasedEndpoint) {
  try {
    return await openSecrets(settings, endpoint, Date.now());
  } catch (error) {
    if (error instanceof UnsealError) return undefined;
    throw error;
  }
}
