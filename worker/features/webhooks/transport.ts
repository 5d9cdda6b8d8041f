import type { EndpointKey } from "../../db/outbox/endpoint-changes";
import { UnsealError } from "../../platform/sealing";
import type { PlatformTools } from "../../platform/tools";
import { openSecrets } from "./secrets";
import { type Answer, sendWebhook } from "./send";
import { signatureHeaders } from "./signature";
import { sendToSvix } from "./svix-service";
import { type Message, wireId } from "./wire-message";

/** An endpoint to which a run may send. */
export interface LeasedEndpoint extends EndpointKey {
  url: string;
  sealedSecrets: string | null;
  failingSince: number | null;
}

/** How messages travel to an endpoint: its secrets are opened once for all of them. */
export async function sendTo(
  { settings }: PlatformTools,
  endpoint: LeasedEndpoint,
): Promise<(message: Message) => Promise<Answer>> {
  if (endpoint.sealedSecrets === null) {
    const { svix } = settings;
    if (!svix) return async () => noService;
    return (message) => sendToSvix({ settings }, svix, { projectId: endpoint.projectId, message });
  }
  const secrets = await secretsOf({ settings }, endpoint);
  if (!secrets) return async () => unreadableSecret;
  return async ({ id, body }) => {
    const timestamp = Math.floor(Date.now() / 1000);
    const headers = await signatureHeaders(secrets, { id: wireId(id), timestamp, body });
    return sendWebhook({ settings }, { url: endpoint.url, headers, body });
  };
}

const noService: Answer = {
  isAccepted: false,
  statusCode: 0,
  text: "Nothing was sent: Svix is not configured.",
  durationMs: 0,
  isTimeout: false,
};

const unreadableSecret: Answer = {
  isAccepted: false,
  statusCode: 0,
  text: "Nothing was sent: the endpoint's secret is sealed under a root secret that is gone. Rotate it.",
  durationMs: 0,
  isTimeout: false,
};

async function secretsOf({ settings }: Pick<PlatformTools, "settings">, endpoint: LeasedEndpoint) {
  try {
    return await openSecrets(settings, endpoint, Date.now());
  } catch (error) {
    if (error instanceof UnsealError) return undefined;
    throw error;
  }
}
