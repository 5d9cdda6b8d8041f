import { credentialChangeErrors, impersonationRefused, refusesImpersonation } from "./credential-changes";
import { type Endpoint, isClientWrite } from "./endpoint";
import { type OAuthErrorDefinition, textTemplateOf, tooManyRequests } from "./error-definitions";
import type { Failure } from "./failing";
import { knownErrors } from "./known-errors";
import type { JsonObject } from "./openapi-schemas";

/** What happened and what to do about it, of an error; both are sentences. */
export type RemedyOf = (failure: Failure) => { cause?: string; remedy: string };

export const knownErrorSchema = {
  type: "object",
  description: "An error with a code.",
  required: ["code", "error"],
  properties: {
    code: { type: "string", description: "What programs branch on; the same as in the `X-Stack-Known-Error` header." },
    details: { type: "object", description: "Values that belong to the code. Absent where a code has none." },
    error: { type: "string", description: "The message for people. Its words may change." },
  },
};

/** One response per status, with the errors that have it and what to do about each. */
export function errorResponses(endpoint: Endpoint, remedyOf: RemedyOf): JsonObject {
  const byStatus = Map.groupBy(failuresOf(endpoint), statusOf);
  const inOrder = [...byStatus].sort(([a], [b]) => a - b);
  return Object.fromEntries(inOrder.map(([status, group]) => [status, errorResponse(group, remedyOf)]));
}

/** What an endpoint fails with, beside the errors that every endpoint shares: of those, the first only. */
export function failuresOf(endpoint: Endpoint): Set<Failure> {
  const { access, errors = [], limit, changesCredentials } = endpoint;
  return new Set<Failure>([
    "SCHEMA_ERROR",
    ...errors,
    ...(changesCredentials ? credentialChangeErrors : []),
    ...(access.includes("client") && refusesImpersonation(endpoint) ? [impersonationRefused] : []),
    ...(limit || isClientWrite(endpoint) ? [tooManyRequests] : []),
  ]);
}

export function statusOf(failure: Failure): number {
  return typeof failure === "string" ? knownErrors[failure].status : failure.status;
}

function errorResponse(failures: readonly Failure[], remedyOf: RemedyOf): JsonObject {
  const codes = failures.filter((failure) => typeof failure === "string");
  const definitions = failures.filter((failure) => typeof failure !== "string");
  const plainTexts = definitions.filter(({ kind }) => kind === "plain").map(textTemplateOf);
  const oauthErrors = definitions.filter((definition) => definition.kind === "oauth");
  const jsonSchemas = [
    ...(codes.length > 0 ? [{ $ref: "#/components/schemas/KnownError" }] : []),
    ...oauthErrors.map(oauthErrorSchema),
  ];
  const sent = [...codes, ...oauthErrors.flatMap(({ known }) => known ?? [])];
  const headers = {
    ...(sent.length > 0 && {
      "X-Stack-Known-Error": { description: "The error's code", schema: { type: "string", enum: sent } },
    }),
    ...(definitions.includes(tooManyRequests) && { "Retry-After": retryAfter }),
  };
  return {
    description: failures.map((failure) => `- ${nameOf(failure)}: ${sentences(remedyOf(failure))}`).join("\n"),
    ...(Object.keys(headers).length > 0 && { headers }),
    content: {
      ...(jsonSchemas.length > 0 && {
        "application/json": {
          schema: jsonSchemas.length === 1 ? jsonSchemas[0] : { oneOf: jsonSchemas },
        },
      }),
      ...(plainTexts.length > 0 && { "text/plain": { schema: { type: "string", examples: plainTexts } } }),
    },
  };
}

function nameOf(failure: Failure): string {
  if (typeof failure === "string") return `\`${failure}\``;
  if (failure.kind === "plain") return `“${textTemplateOf(failure)}”`;
  return `\`${failure.code}\`${failure.known ? ` (\`${failure.known}\`)` : ""}`;
}

function sentences({ cause, remedy }: ReturnType<RemedyOf>): string {
  return cause ? `${cause} ${remedy}` : remedy;
}

const retryAfter = { description: "Seconds until the next request is accepted", schema: { type: "integer" } };

function oauthErrorSchema(definition: OAuthErrorDefinition): JsonObject {
  return {
    type: "object",
    required: ["error", "error_description", ...(definition.known ? ["code"] : [])],
    properties: {
      error: { const: definition.code, description: "The error's code of RFC 6749 section 5.2." },
      error_description: {
        type: "string",
        description: "The message for people.",
        examples: [textTemplateOf(definition)],
      },
      ...(definition.known && {
        code: { const: definition.known, description: "The code of the error list; also in `X-Stack-Known-Error`." },
      }),
    },
  };
}
