import { logFault } from "./fault-log";
import { KnownError } from "./known-errors";
import { OAuthError } from "./oauth-error";
import { PlainError, TooManyRequests } from "./plain-error";
import type { ClientVersion } from "./request-headers";

/** What every response carries whatever became of the call. */
export interface ResponseFrame {
  requestId: string;
  /** The client's package and version, for the log. */
  client: ClientVersion | null;
  /** Headers of the handler's own, such as cookies. */
  headers?: Headers;
  /** `Server-Timing` of a traced call. */
  cost?: string;
}

const securityHeaders = {
  "Cross-Origin-Opener-Policy": "same-origin",
  "Referrer-Policy": "strict-origin-when-cross-origin",
  "X-Content-Type-Options": "nosniff",
  "X-Frame-Options": "SAMEORIGIN",
};

export function jsonResponse(request: Request, body: unknown, status = 200): Response {
  const isForPeople = request.headers.get("accept")?.includes("text/html");
  return new Response(JSON.stringify(body, null, isForPeople ? 2 : undefined), {
    status,
    headers: { "Content-Type": "application/json; charset=utf-8" },
  });
}

export function textResponse(text: string, status = 200): Response {
  return new Response(text, { status, headers: { "Content-Type": "text/plain; charset=utf-8" } });
}

/** A known error on the wire: code, details (where the code has any) and the human message, in this order. */
export function knownErrorResponse({ code, details, message, status }: KnownError): Response {
  return new Response(JSON.stringify({ code, details, error: message }, null, 2), {
    status,
    headers: { "Content-Type": "application/json; charset=utf-8", "X-Stack-Known-Error": code },
  });
}

function tooManyRequestsResponse({ message, status, retryAfterSeconds }: TooManyRequests): Response {
  const response = textResponse(message, status);
  response.headers.set("Retry-After", String(retryAfterSeconds));
  return response;
}

/** An error of OAuth's own, in the form in which its clients read it. */
function oauthErrorResponse({ code, message }: OAuthError): Response {
  return new Response(JSON.stringify({ error: code, error_description: message }), {
    status: 400,
    headers: { "Content-Type": "application/json; charset=utf-8" },
  });
}

/**
 * The response to an unexpected failure. It shows nothing of the inside in any mode: the request id leads to the log.
 */
export function faultResponse(error: unknown, { requestId, client }: ResponseFrame, operation: string): Response {
  logFault(error, { requestId, operation, client });
  return textResponse(
    `Something went wrong. Please make sure the data you entered is correct.\n\nRequest ID: ${requestId}`,
    500,
  );
}

export function errorResponse(error: unknown, frame: ResponseFrame, operation: string): Response {
  if (error instanceof KnownError) return knownErrorResponse(error);
  if (error instanceof TooManyRequests) return tooManyRequestsResponse(error);
  if (error instanceof PlainError) return textResponse(error.message, error.status);
  if (error instanceof OAuthError) return oauthErrorResponse(error);
  return faultResponse(error, frame, operation);
}

/** Adds what every handler answer carries, and hides an error status behind a 200 for clients that ask for it. */
export function framed(
  request: Request,
  response: Response,
  { requestId, headers: own, cost }: ResponseFrame,
): Response {
  const headers = new Headers(response.headers);
  for (const [name, value] of own ?? []) headers.append(name, value);
  headers.set("X-Stack-Request-Id", requestId);
  if (!headers.has("Cache-Control")) headers.set("Cache-Control", "no-store, max-age=0");
  if (cost) headers.set("Server-Timing", cost);
  const isOverridden = response.status >= 400 && request.headers.has("x-stack-override-error-status");
  if (isOverridden) headers.set("X-Stack-Actual-Status", String(response.status));
  return new Response(response.body, { status: isOverridden ? 200 : response.status, headers });
}

/** Headers that hold for every path of the API's host. */
export function withSecurityHeaders(response: Response): Response {
  const headers = new Headers(response.headers);
  for (const [name, value] of Object.entries(securityHeaders)) if (!headers.has(name)) headers.set(name, value);
  return new Response(response.body, { status: response.status, headers });
}
