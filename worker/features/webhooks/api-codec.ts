import type * as z from "zod";
import { violatesForeignKey } from "../../platform/database";
import { bodyTooLarge } from "../../protocol/common-errors";
import type { Endpoint } from "../../protocol/endpoint";
import { DefinedError, type ErrorDefinition, tooManyRequests } from "../../protocol/error-definitions";
import { logFault } from "../../protocol/fault-log";
import type { Codec } from "../../protocol/handle-request";
import { KnownError } from "../../protocol/known-errors";
import type { ResponseParts } from "../../protocol/responses";
import { shortened } from "../../protocol/validation-messages";
import { entityNotFound } from "./api-contract";
import { notServed } from "./api-shapes";

/** Says what is wrong with a request, and where. */
interface Complaint {
  loc: readonly string[];
  msg: string;
  type: "value_error";
}

/** Limits how much of what is wrong a response names. */
const maxComplaints = 20;

/** A request that is refused for its form. */
export class InvalidRequest extends Error {
  override readonly name = "InvalidRequest";

  constructor(readonly detail: readonly Complaint[]) {
    super("A request that is refused for its form");
  }
}

/** A refusal of one field. */
export function invalidField(name: string, msg: string, part: "body" | "query" = "body"): InvalidRequest {
  return new InvalidRequest([{ loc: [part, name], msg, type: "value_error" }]);
}

/** The codes of Svix' API by the statuses of errors. */
const codes: Readonly<Record<number, string>> = {
  400: "endpoint_disabled",
  401: "authentication_failed",
  404: "not_found",
  409: "conflict",
  413: "storage_full",
  429: "rate_limited",
};

/** Reads requests and refuses them in the form of Svix' API, as the `svix` library has it. */
export const apiCodec: Codec = {
  // An id of whatever form is that of something that is not found.
  parseRequest: ({ query, body }, request) => ({
    params: request.params,
    headers: undefined,
    query: parse("query", query, request.query),
    body: parse("body", body, request.body ?? {}),
  }),

  errorParts(error, { requestId }, operation) {
    if (error instanceof InvalidRequest) return json(422, { detail: error.detail });
    // What is written refers to the project, which may have been deleted since it was read.
    if (violatesForeignKey(error)) return refusal(entityNotFound, entityNotFound.text);
    // Of the codes of the wire, only those of bodies are raised here.
    if (error instanceof KnownError || (error instanceof DefinedError && error.definition === bodyTooLarge)) {
      return json(400, { code: "invalid_body", detail: "The body is no JSON of at most 2 MiB" });
    }
    if (error instanceof DefinedError) return refusal(error.definition, error.message, error.retryAfterMillis);
    logFault(error, { requestId, operation });
    return json(500, { code: "internal_error", detail: "Internal error" });
  },

  methodNotAllowed: pathNotFound,
};

/** Responds to what Svix' API has and this does not. */
export function pathNotFound(): Response {
  const { status, headers, body } = refusal(entityNotFound, entityNotFound.text);
  return new Response(body, { status, headers });
}

function refusal(definition: ErrorDefinition, text: string, retryAfterMillis?: number): ResponseParts {
  const detail = definition === tooManyRequests ? "Too many requests. Try again later." : text;
  const parts = json(definition.status, { code: codes[definition.status], detail });
  if (retryAfterMillis !== undefined) parts.headers.set("Retry-After", String(Math.ceil(retryAfterMillis / 1000)));
  return parts;
}

function json(status: number, body: object): ResponseParts {
  return { status, headers: new Headers({ "Content-Type": "application/json" }), body: JSON.stringify(body) };
}

function parse(part: "query" | "body", shape: Endpoint["query"] | Endpoint["body"], value: unknown): unknown {
  if (!shape) return undefined;
  // No shape of this API differs from tier to tier.
  const parsed = (shape as z.ZodType).safeParse(value);
  if (parsed.success) return parsed.data;
  const wrong = (path: readonly PropertyKey[], msg: string): Complaint => ({
    loc: [part, ...path.map((key) => shortened(String(key)))],
    msg,
    type: "value_error",
  });
  const complaints = parsed.error.issues.flatMap((issue) =>
    issue.code === "unrecognized_keys"
      ? issue.keys.slice(0, maxComplaints).map((key) => wrong([...issue.path, key], notServed))
      : [wrong(issue.path, issue.message)],
  );
  throw new InvalidRequest(complaints.slice(0, maxComplaints));
}
