import type { Settings } from "../../platform/env";
import { complaintAbout } from "./destination";

/** The bytes of a response that are read, and those of its text, in UTF-8, that are kept. */
const maxBytesRead = 64 * 1024;
const maxBytesKept = 4 * 1024;

/** Holds the response of a receiver. */
export interface DeliveryResult {
  /** Is true if it accepted: only 2xx says so. A redirect is not followed. */
  isAccepted: boolean;
  /** 0 where there was no response. */
  statusCode: number;
  /** The beginning of the response, or why there was none. */
  text: string;
  durationMs: number;
  /** Is true if there was no response within the time. */
  isTimeout: boolean;
}

export interface WebhookRequest {
  url: string;
  headers: Record<string, string>;
  body: string;
}

/**
 * Sends a webhook, and never throws. The status alone says whether a receiver has accepted. At most 64 KiB of the response are read, within
 * what is left of the time. Neither a longer body nor one without an end changes the result.
 */
export async function sendWebhook(
  { settings }: { settings: Pick<Settings, "apiUrl" | "webhookTimeoutMs"> },
  { url, headers, body }: WebhookRequest,
): Promise<DeliveryResult> {
  const startedAt = Date.now();
  const result = (statusCode: number, text: string, isTimeout = false): DeliveryResult => ({
    isAccepted: statusCode >= 200 && statusCode < 300,
    statusCode,
    text: text.slice(0, new TextEncoder().encodeInto(text, new Uint8Array(maxBytesKept)).read),
    durationMs: Date.now() - startedAt,
    isTimeout,
  });
  const complaint = complaintAbout(url, settings);
  if (complaint) return result(0, `Nothing was sent: the address ${complaint}.`);
  const limit = AbortSignal.timeout(settings.webhookTimeoutMs);
  try {
    const response = await fetch(url, {
      method: "POST",
      headers: { "content-type": "application/json", "user-agent": "Gatehouse-Webhooks/1.0", ...headers },
      body,
      redirect: "manual",
      signal: limit,
    });
    return result(response.status, await beginningOf(response));
  } catch {
    return result(
      0,
      limit.aborted
        ? `There was no response within ${settings.webhookTimeoutMs} ms.`
        : "The server could not be reached.",
      limit.aborted,
    );
  }
}

/** As much of a body as is read before its end, the limit, or the end of the time. */
async function beginningOf(response: Response): Promise<string> {
  const decoder = new TextDecoder();
  let text = "";
  let length = 0;
  try {
    for await (const chunk of response.body ?? []) {
      text += decoder.decode(chunk.subarray(0, maxBytesRead - length), { stream: true });
      length += chunk.byteLength;
      // Leaving the loop cancels the body.
      if (length >= maxBytesRead) break;
    }
  } catch {
    // What has come is kept.
  }
  return text;
}
