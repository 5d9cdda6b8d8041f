import { credentialChangeErrors, impersonationRefused, refusesImpersonation } from "./credential-changes";
import { type Endpoint, isClientWrite } from "./endpoint";
import { type OAuthErrorDefinition, textTemplateOf, tooManyRequests } from "./error-definitions";
import type { Failure } from "./failing";
import { knownErrors } from "./known-errors";
import { remedies } from "./known-errors/remedies";
import type { JsonObject, Nameable } from "./openapi-schemas";

const codeHeader = "X-Stack-Known-Error";

export const errorHeaders = {
  [codeHeader]: { description: "The error's code.", schema: { type: "string" } },
  "Retry-After": { description: "Seconds until the next request is accepted.", schema: { type: "integer" } },
};

/** Describes what all errors with a code have. */
const anyKnownError = {
  type: "object",
  description: "An error with a code.",
  required: ["code", "error"],
  properties: {
    code: { type: "string", description: "What programs branch on; the same as in the `X-Stack-Known-Error` header." },
    details: { type: "object", description: "Values that belong to the code. Absent where a code has none." },
    error: { type: "string", description: "The message for people. Its words may change." },
  },
};

const plainError = {
  type: "string",
  description:
    "An error without a code: a text for people. Each response lists its texts, with `{name}` for what varies.",
  examples: ["Session not found."],
};

/** The errors of Svix' interface: a request that is refused for its form, and any other. */
const svixErrors = {
  SvixError: {
    type: "object",
    description: "An error of Svix' interface.",
    required: ["code", "detail"],
    properties: {
      code: { type: "string", description: "Which error it is." },
      detail: { type: "string", description: "The message for people." },
    },
  },
  SvixInvalidRequest: {
    type: "object",
    description: "What is wrong with a request to Svix' interface.",
    required: ["detail"],
    properties: {
      detail: {
        type: "array",
        description: "Each thing that is wrong.",
        items: {
          type: "object",
          required: ["loc", "msg", "type"],
          properties: {
            loc: { type: "array", description: "The part and the names that lead to it.", items: { type: "string" } },
            msg: { type: "string", description: "The message for people." },
            type: { const: "value_error", description: "Always `value_error`." },
          },
        },
      },
    },
  },
};

/** A schema for each code that these endpoints fail with. */
export function knownErrorSchemas(endpoints: readonly Endpoint[]): Record<string, JsonObject> {
  const failures = new Set(endpoints.flatMap((endpoint) => [...failuresOf(endpoint)]));
  const codes = [...failures].filter((failure) => typeof failure === "string");
  const schemas = codes.map((code) => [
    code,
    {
      description: remedies[code].join(" "),
      allOf: [{ $ref: schemaOf("KnownError") }],
      properties: { code: { const: code, description: "Which error it is." } },
    },
  ]);
  return { PlainError: plainError, ...svixErrors, KnownError: anyKnownError, ...Object.fromEntries(schemas) };
}

/** One response per status, with the errors that have it and what to do about each. */
export function errorResponses(endpoint: Endpoint): [status: number, response: Nameable][] {
  const isSvix = endpoint.access === "webhooks";
  const byStatus = Map.groupBy(failuresOf(endpoint), (failure) =>
    isSvix && failure === "SCHEMA_ERROR" ? 422 : statusOf(failure),
  );
  const inOrder = [...byStatus].sort(([a], [b]) => a - b);
  return inOrder.map(([status, group]) => [status, isSvix ? svixErrorResponse(group) : errorResponse(group)]);
}

/** Returns what an endpoint fails with, beside the errors that every endpoint shares: of those, the first only. */
export function failuresOf(endpoint: Endpoint): Set<Failure> {
  const { access, errors = [], limit, changesCredentials, query, body } = endpoint;
  return new Set<Failure>([
    ...(access !== "webhooks" || query || body ? (["SCHEMA_ERROR"] as const) : []),
    ...errors,
    ...(changesCredentials ? credentialChangeErrors : []),
    ...(access.includes("client") && refusesImpersonation(endpoint) ? [impersonationRefused] : []),
    ...(limit || isClientWrite(endpoint) ? [tooManyRequests] : []),
  ]);
}

export function statusOf(failure: Failure): number {
  return typeof failure === "string" ? knownErrors[failure].status : failure.status;
}

/** Returns what to do about an error, after what happened where its name does not say it. */
export function remedyOf(failure: Failure): string {
  return typeof failure === "string" ? remedies[failure].join(" ") : (failure.remedy ?? "");
}

function errorResponse(failures: readonly Failure[]): Nameable {
  const codes = failures.filter((failure) => typeof failure === "string");
  const definitions = failures.filter((failure) => typeof failure !== "string");
  const hasText = definitions.some(({ kind }) => kind === "plain");
  const oauthErrors = definitions.filter((definition) => definition.kind === "oauth");
  const jsonSchemas = [...codes.map((code) => ({ $ref: schemaOf(code) })), ...oauthErrors.map(oauthErrorSchema)];
  const hasCode = codes.length > 0 || oauthErrors.some(({ known }) => known);
  const headers = [...(hasCode ? [codeHeader] : []), ...(definitions.includes(tooManyRequests) ? ["Retry-After"] : [])];
  const response = {
    description: failures.map((failure) => `- ${nameOf(failure)}: ${remedyOf(failure)}`).join("\n"),
    ...(headers.length > 0 && {
      headers: Object.fromEntries(headers.map((name) => [name, { $ref: `#/components/headers/${name}` }])),
    }),
    content: {
      ...(jsonSchemas.length > 0 && {
        "application/json": { schema: jsonSchemas.length === 1 ? jsonSchemas[0] : { oneOf: jsonSchemas } },
      }),
      ...(hasText && { "text/plain": { schema: { $ref: schemaOf("PlainError") } } }),
    },
  };
  return { name: componentNameOf(failures), value: response };
}

function svixErrorResponse(failures: readonly Failure[]): Nameable {
  const schema = failures.includes("SCHEMA_ERROR") ? "SvixInvalidRequest" : "SvixError";
  const description = failures.map((failure) => `- ${nameOf(failure)}: ${remedyOf(failure)}`).join("\n");
  const content = { "application/json": { schema: { $ref: schemaOf(schema) } } };
  return { name: `Svix-${componentNameOf(failures)}`, value: { description, content } };
}

/** The codes, or the first words of texts, of up to three errors: `USER_NOT_FOUND-ProjectNotFound`. */
function componentNameOf(failures: readonly Failure[]): string {
  const names = failures.map((failure) =>
    typeof failure === "string" ? failure : firstWordsOf(textTemplateOf(failure)),
  );
  const more = names.length - 3;
  return [...names.slice(0, 3), ...(more > 0 ? [`and-${more}-more`] : [])].join("-");
}

/** The first six words of a text, as a name. */
export function firstWordsOf(text: string): string {
  const words = text.replaceAll(/['’{}]/g, "").match(/\w+/g) ?? [];
  return words
    .slice(0, 6)
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join("");
}

function schemaOf(name: string): string {
  return `#/components/schemas/${name}`;
}

function nameOf(failure: Failure): string {
  if (typeof failure === "string") return `\`${failure}\``;
  if (failure.kind === "plain") return `“${textTemplateOf(failure)}”`;
  return `\`${failure.code}\`${failure.known ? ` (\`${failure.known}\`)` : ""}`;
}

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
