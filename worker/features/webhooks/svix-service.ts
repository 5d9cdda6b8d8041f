import type { Project } from "../../db/projects/project";
import type { SvixService } from "../../platform/env";
import { OutboundError, openOutbound } from "../../platform/outbound";
import type { PlatformTools } from "../../platform/tools";
import type { Failing } from "../../protocol/failing";
import { svixUnavailable } from "./contract";
import type { DeliveryResult } from "./send";
import { type Message, wireId } from "./wire-message";

/** The endpoint of a project whose webhooks Svix sends: all events go there, and Svix has the project's own endpoints. */
export const svixEndpointId = "svix";

interface PortalAccess {
  token: string;
}

/**
 * A token of Svix for the project's application there, which is made if there is none.
 *
 * @see https://api.svix.com/docs "Get Consumer App Portal Access"
 */
export async function createPortalToken(
  { settings, fail }: Pick<PlatformTools, "settings"> & Failing<typeof svixUnavailable>,
  service: SvixService,
  { id, displayName }: Pick<Project, "id" | "displayName">,
): Promise<string> {
  const post = async (path: string, body: object) => {
    const response = await openOutbound(settings.outboundTimeoutMs)(`${service.url}/api/v1${path}`, {
      method: "POST",
      headers: { "content-type": "application/json", authorization: `Bearer ${service.key}` },
      body: JSON.stringify(body),
    });
    return response.ok ? response : fail(svixUnavailable);
  };
  try {
    await post("/app?get_if_exists=true", { uid: id, name: displayName || id });
    const access = await post(`/auth/app-portal-access/${id}`, {});
    const { token } = (await access.json()) as Partial<PortalAccess>;
    return typeof token === "string" ? token : fail(svixUnavailable);
  } catch (cause) {
    if (cause instanceof OutboundError || cause instanceof SyntaxError)
      return fail(svixUnavailable, undefined, { cause });
    throw cause;
  }
}

/** Gives an event to Svix, which accepts each once: a second time is a conflict. */
export async function sendToSvix(
  { settings }: Pick<PlatformTools, "settings">,
  service: SvixService,
  { projectId, message: { id, type, body } }: { projectId: string; message: Message },
): Promise<DeliveryResult> {
  const startedAt = Date.now();
  const result = (isAccepted: boolean, statusCode: number, text: string): DeliveryResult => ({
    isAccepted,
    statusCode,
    text,
    durationMs: Date.now() - startedAt,
    isTimeout: statusCode === 0 && Date.now() - startedAt >= settings.webhookTimeoutMs,
  });
  try {
    const response = await openOutbound(settings.webhookTimeoutMs)(`${service.url}/api/v1/app/${projectId}/msg`, {
      method: "POST",
      headers: {
        "content-type": "application/json",
        authorization: `Bearer ${service.key}`,
        "idempotency-key": wireId(id),
      },
      body: JSON.stringify({ eventType: type, eventId: wireId(id), payload: JSON.parse(body) }),
    });
    return result(response.ok || response.status === 409, response.status, "");
  } catch (error) {
    if (error instanceof OutboundError) return result(false, 0, error.message);
    throw error;
  }
}
