import { DefinedError, type OAuthErrorDefinition } from "./error-definitions";
import { logFault } from "./fault-log";
import { readableJson } from "./json-text";
import { KnownError } from "./known-errors";
import { bookmarkHeader, type ClientVersion } from "./request-headers";

/** A response before it is built. What shapes it is composed here, and one `Response` is made of it at the end. */
export interface ResponseParts {
  status: number;
  headers: Headers;
  body: BodyInit | null;
}

/** Holds what every response has, whatever the outcome of the request. */
export interface ResponseFrame {
  requestId: string;
  /** The client's package and version, for the log. */
  client: ClientVersion | null;
  /** Headers that the handler sets, such as cookies. */
  headers: Headers;
  /** `Server-Timing` of a traced request. */
  cost?: string;
  /** Stands for what was read and written, where the client takes it. */
  bookmark?: string;
}

const jsonType = "application/json; charset=utf-8";
const textType = "text/plain; charset=utf-8";

export function jsonParts(request: Request, body: unknown, status = 200): ResponseParts {
  const isForPeople = request.headers.get("accept")?.includes("text/html");
  return parts(status, jsonType, isForPeople ? readableJson(body) : JSON.stringify(body));
}

export function textParts(text: string, status = 200): ResponseParts {
  return parts(status, textType, text);
}

/** The parts of a handler's own response. Its headers are copied, since those of redirects and fetches cannot be changed. */
export function partsOf({ status, headers, body }: Response): ResponseParts {
  return { status, headers: new Headers(headers), body };
}

/** The response to an error. One that is not meant for clients becomes a 500, and is logged. */
export function errorParts(error: unknown, frame: ResponseFrame, operation: string): ResponseParts {
  if (error instanceof KnownError) return knownErrorParts(error);
  if (error instanceof DefinedError) return definedErrorParts(error);
  return faultParts(error, frame, operation);
}

/** Adds what every response of a handler has, and hides an error status behind a 200 for clients that ask for it. */
export function buildResponse(
  request: Request,
  { status, headers, body }: ResponseParts,
  { requestId, headers: own, cost, bookmark }: ResponseFrame,
): Response {
  for (const [name, value] of own) headers.append(name, value);
  headers.set("X-Stack-Request-Id", requestId);
  if (!headers.has("Cache-Control")) headers.set("Cache-Control", "no-store, max-age=0");
  if (cost) headers.set("Server-Timing", cost);
  if (bookmark) headers.set(bookmarkHeader, bookmark);
  const isOverridden = status >= 400 && request.headers.has("x-stack-override-error-status");
  if (isOverridden) headers.set("X-Stack-Actual-Status", String(status));
  return new Response(body, { status: isOverridden ? 200 : status, headers });
}

function parts(status: number, contentType: string, body: string): ResponseParts {
  return { status, headers: new Headers({ "Content-Type": contentType }), body };
}

/** A known error on the wire: code, details (where the code has any) and the message, in this order. */
function knownErrorParts({ code, details, message, status }: KnownError): ResponseParts {
  const known = parts(status, jsonType, JSON.stringify({ code, details, error: message }, null, 2));
  known.headers.set("X-Stack-Known-Error", code);
  return known;
}

function definedErrorParts({ definition, message, retryAfterMillis }: DefinedError): ResponseParts {
  if (definition.kind === "oauth") return oauthErrorParts(definition, message);
  const plain = textParts(message, definition.status);
  if (retryAfterMillis !== undefined) plain.headers.set("Retry-After", String(Math.ceil(retryAfterMillis / 1000)));
  return plain;
}

function oauthErrorParts({ code, known }: OAuthErrorDefinition, description: string): ResponseParts {
  const oauth = parts(400, jsonType, JSON.stringify({ error: code, error_description: description, code: known }));
  if (known) oauth.headers.set("X-Stack-Known-Error", known);
  return oauth;
}

/**
 * The response to an unexpected failure. It shows nothing internal in any mode: the request id leads to the log.
 */
function faultParts(error: unknown, { requestId, client }: ResponseFrame, operation: string): ResponseParts {
  logFault(error, { requestId, operation, client });
  return textParts(
    `Something went wrong. Please make sure the data you entered is correct.\n\nRequest ID: ${requestId}`,
    500,
  );
}
