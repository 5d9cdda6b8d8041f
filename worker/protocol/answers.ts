import { KnownError } from "./known-errors";
import { OAuthError } from "./oauth-error";
import { PlainError, TooManyRequests } from "./plain-error";
import type { ClientVersion } from "./request-headers";

/** What every answer carries whatever became of the call. */
export interface AnswerFrame {
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

export function jsonAnswer(request: Request, body: unknown, status = 200): Response {
  const isForPeople = request.headers.get("accept")?.includes("text/html");
  return new Response(JSON.stringify(body, null, isForPeople ? 2 : undefined), {
    status,
    headers: { "Content-Type": "application/json; charset=utf-8" },
  });
}

export function textAnswer(text: string, status = 200): Response {
  return new Response(text, { status, headers: { "Content-Type": "text/plain; charset=utf-8" } });
}

/** A known error on the wire: code, details (where the code has any) and the human message, in this order. */
export function knownErrorAnswer({ code, details, message, status }: KnownError): Response {
  return new Response(JSON.stringify({ code, details, error: message }, null, 2), {
    status,
    headers: { "Content-Type": "application/json; charset=utf-8", "X-Stack-Known-Error": code },
  });
}

function tooManyRequestsAnswer({ message, status, retryAfterSeconds }: TooManyRequests): Response {
  const answer = textAnswer(message, status);
  answer.headers.set("Retry-After", String(retryAfterSeconds));
  return answer;
}

/** An error of OAuth's own, in the form in which its clients read it. */
function oauthErrorAnswer({ code, message }: OAuthError): Response {
  return new Response(JSON.stringify({ error: code, error_description: message }), {
    status: 400,
    headers: { "Content-Type": "application/json; charset=utf-8" },
  });
}

/**
 * The answer to an unexpected failure. It shows nothing of the inside in any mode: the request id leads to the log,
 * which holds the kind of error and its stack, but not its message, since the database's messages repeat bound values.
 */
export function faultAnswer(error: unknown, { requestId, client }: AnswerFrame, operation: string): Response {
  const frames = error instanceof Error ? error.stack?.split("\n").filter((line) => /^\s+at /.test(line)) : undefined;
  console.error("Unexpected failure", {
    requestId,
    operation,
    client,
    kind: error instanceof Error ? error.name : typeof error,
    frames,
  });
  return textAnswer(
    `Something went wrong. Please make sure the data you entered is correct.\n\nRequest ID: ${requestId}`,
    500,
  );
}

export function errorAnswer(error: unknown, frame: AnswerFrame, operation: string): Response {
  if (error instanceof KnownError) return knownErrorAnswer(error);
  if (error instanceof TooManyRequests) return tooManyRequestsAnswer(error);
  if (error instanceof PlainError) return textAnswer(error.message, error.status);
  if (error instanceof OAuthError) return oauthErrorAnswer(error);
  return faultAnswer(error, frame, operation);
}

/** Adds what every handler answer carries, and hides an error status behind a 200 for clients that ask for it. */
export function framed(request: Request, answer: Response, { requestId, headers: own, cost }: AnswerFrame): Response {
  const headers = new Headers(answer.headers);
  for (const [name, value] of own ?? []) headers.append(name, value);
  headers.set("X-Stack-Request-Id", requestId);
  if (!headers.has("Cache-Control")) headers.set("Cache-Control", "no-store, max-age=0");
  if (cost) headers.set("Server-Timing", cost);
  const isOverridden = answer.status >= 400 && request.headers.has("x-stack-override-error-status");
  if (isOverridden) headers.set("X-Stack-Actual-Status", String(answer.status));
  return new Response(answer.body, { status: isOverridden ? 200 : answer.status, headers });
}

/** Headers that hold for every path of the API's host. */
export function withSecurityHeaders(answer: Response): Response {
  const headers = new Headers(answer.headers);
  for (const [name, value] of Object.entries(securityHeaders)) if (!headers.has(name)) headers.set(name, value);
  return new Response(answer.body, { status: answer.status, headers });
}
