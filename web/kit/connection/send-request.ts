import type { Tier } from "../requests/tier";
import type { ApiResponse, Method } from "../requests/transport";
import type { Session } from "../session/session";
import type { Connection } from "./connection";

// Loaded when a website sends requests of its own: most never do.

/**
 * Sends a request that the kit has no method for, as `fetch` would, and announces a write.
 * @param path below `/api/v1`, beginning with a slash
 * @param init its body is text of JSON
 * @throws as `Transport.send`
 */
export async function sendRequest(
  { transport, writes }: Connection,
  session: Session,
  tier: Tier,
  path: string,
  { method = "GET", headers, body }: RequestInit,
): Promise<Response> {
  const request = {
    method: method.toUpperCase() as Method,
    path,
    headers: Object.fromEntries(new Headers(headers)),
    body: typeof body === "string" ? JSON.parse(body) : undefined,
  };
  const response = (await transport.send(tier, session, request, toResponse)) as Response;
  if (request.method !== "GET") await writes.announce(`${request.method} ${path.replace(/\?.*/, "")}`);
  return response;
}

function toResponse(_: string, { status, headers, text }: ApiResponse): Response {
  // A body, even an empty one, is an error with a status such as 204.
  return new Response(text || null, { status, headers });
}
