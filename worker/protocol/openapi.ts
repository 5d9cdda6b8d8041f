import * as z from "zod";
import { credentialChangeErrors } from "./credential-changes";
import type { Endpoint, Shape } from "./endpoint";
import { type OAuthErrorDefinition, textTemplateOf, tooManyRequests } from "./error-definitions";
import type { Failure } from "./failing";
import { knownErrors } from "./known-errors";
import { allTiers, ByTier, shapeFor, type Tier } from "./tiers";

type JsonObject = Record<string, unknown>;

/**
 * Describes endpoints as an OpenAPI 3.1 document (spec.openapis.org/oas/v3.1.1). It is made from the declarations that
 * the router enforces, so it cannot drift from them.
 */
export function openApiDocument(endpoints: readonly Endpoint[], serverUrl: string, info: JsonObject): JsonObject {
  const paths = Map.groupBy(endpoints, (endpoint) => endpoint.path);
  return {
    openapi: "3.1.0",
    info,
    servers: [{ url: serverUrl }],
    tags: [...new Set(endpoints.map(tagOf))].sort().map((name) => ({ name })),
    paths: Object.fromEntries(
      [...paths].map(([path, group]) => [
        path,
        Object.fromEntries(group.map((endpoint) => [endpoint.method.toLowerCase(), operation(endpoint)])),
      ]),
    ),
    components: { securitySchemes, schemas: { KnownError: knownErrorSchema } },
  };
}

const header = (name: string, description: string) => ({ type: "apiKey", in: "header", name, description });

const securitySchemes = {
  projectId: header("X-Stack-Project-Id", "The project's id"),
  accessType: header("X-Stack-Access-Type", "`client`, `server` or `admin`"),
  publishableClientKey: header("X-Stack-Publishable-Client-Key", "The key of the client tier"),
  secretServerKey: header("X-Stack-Secret-Server-Key", "The key of the server tier"),
  superSecretAdminKey: header("X-Stack-Super-Secret-Admin-Key", "The key of the admin tier"),
  accessToken: header("X-Stack-Access-Token", "The end user's access token"),
};

const tierKeys: Record<Tier, string> = {
  client: "publishableClientKey",
  server: "secretServerKey",
  admin: "superSecretAdminKey",
};

const knownErrorSchema = {
  type: "object",
  required: ["code", "error"],
  properties: {
    code: { type: "string" },
    details: { type: "object" },
    error: { type: "string", description: "The message for people" },
  },
};

function operation(endpoint: Endpoint): JsonObject {
  const body = requestBody(endpoint);
  return {
    operationId: endpoint.key,
    summary: endpoint.summary,
    ...(endpoint.description && { description: endpoint.description }),
    tags: [tagOf(endpoint)],
    security: securityOf(endpoint),
    parameters: [
      ...parameters("path", endpoint.params),
      ...parameters("query", endpoint.query),
      ...parameters("header", endpoint.headers),
    ],
    ...(body && { requestBody: body }),
    responses: { [endpoint.status ?? 200]: success(endpoint), ...errors(endpoint) },
  };
}

function tagOf(endpoint: Endpoint): string {
  return endpoint.path.split("/")[1] || "root";
}

function securityOf({ access, requiresUser }: Endpoint): JsonObject[] {
  if (access === "public") return [{}];
  return access.map((tier) => ({
    projectId: [],
    accessType: [],
    [tierKeys[tier]]: [],
    ...(requiresUser && { accessToken: [] }),
  }));
}

function parameters(place: "path" | "query" | "header", shape: Shape | undefined): JsonObject[] {
  if (!shape) return [];
  const schema = jsonSchema(shapeFor(shape, "admin"), "input");
  const properties = (schema.properties ?? {}) as Record<string, JsonObject>;
  const required = new Set((schema.required ?? []) as string[]);
  return Object.entries(properties).map(([name, { description, ...property }]) => ({
    name,
    in: place,
    required: place === "path" || required.has(name),
    ...(typeof description === "string" && { description }),
    schema: property,
  }));
}

function requestBody({ access, body }: Endpoint): JsonObject | undefined {
  if (!body) return undefined;
  const shapes = (Array.isArray(body) ? body : [body]) as Shape[];
  const tiers = access === "public" ? allTiers : access;
  const alternatives = shapes.flatMap((shape) => schemasByTier(shape, tiers, "input"));
  return { content: { "application/json": { schema: oneOf(alternatives) } } };
}

function success({ access, response }: Endpoint): JsonObject {
  if (response === "response") return { description: "As described" };
  if (response === "text") return { description: "Text", content: { "text/plain": { schema: { type: "string" } } } };
  const tiers = access === "public" ? allTiers : access;
  const schema = oneOf(schemasByTier(response, tiers, "output"));
  return { description: "Success", content: { "application/json": { schema } } };
}

/** One response per status, with the codes and the texts of the errors that have it. */
function errors({ errors: declared = [], limit, changesCredentials }: Endpoint): JsonObject {
  const failures: Failure[] = [
    "SCHEMA_ERROR",
    ...declared,
    ...(changesCredentials ? credentialChangeErrors : []),
    ...(limit ? [tooManyRequests] : []),
  ];
  const byStatus = Map.groupBy(new Set(failures), (failure) =>
    typeof failure === "string" ? knownErrors[failure].status : failure.status,
  );
  return Object.fromEntries([...byStatus].map(([status, group]) => [status, errorResponse(group)]));
}

function errorResponse(failures: readonly Failure[]): JsonObject {
  const codes = failures.filter((failure) => typeof failure === "string");
  const definitions = failures.filter((failure) => typeof failure !== "string");
  const plainTexts = definitions.filter(({ kind }) => kind === "plain").map(textTemplateOf);
  const oauthErrors = definitions.filter((definition) => definition.kind === "oauth");
  const jsonSchemas = [
    ...(codes.length > 0 ? [{ $ref: "#/components/schemas/KnownError" }] : []),
    ...oauthErrors.map(oauthErrorSchema),
  ];
  const headers = {
    ...(codes.length > 0 && { "X-Stack-Known-Error": { schema: { type: "string", enum: codes } } }),
    ...(definitions.includes(tooManyRequests) && { "Retry-After": retryAfter }),
  };
  return {
    description: [
      ...codes.map((code) => `\`${code}\``),
      ...oauthErrors.map(({ code }) => `\`${code}\``),
      ...plainTexts.map((text) => `“${text}”`),
    ].join(", "),
    ...(Object.keys(headers).length > 0 && { headers }),
    content: {
      ...(jsonSchemas.length > 0 && { "application/json": { schema: oneOf(jsonSchemas) } }),
      ...(plainTexts.length > 0 && { "text/plain": { schema: { type: "string", examples: plainTexts } } }),
    },
  };
}

const retryAfter = { description: "Seconds until the next request is accepted", schema: { type: "integer" } };

function oauthErrorSchema(definition: OAuthErrorDefinition): JsonObject {
  return {
    type: "object",
    required: ["error", "error_description"],
    properties: {
      error: { const: definition.code },
      error_description: { type: "string", examples: [textTemplateOf(definition)] },
    },
  };
}

/** One schema per distinct shape, titled by the tiers that it holds for where they differ. */
function schemasByTier(shape: Shape, tiers: readonly Tier[], io: "input" | "output"): JsonObject[] {
  if (!(shape instanceof ByTier)) return [jsonSchema(shape, io)];
  const groups = Map.groupBy(tiers, (tier) => shape.for(tier));
  return [...groups].map(([schema, group]) => ({ title: `At ${group.join(" and ")} tier`, ...jsonSchema(schema, io) }));
}

function oneOf(schemas: JsonObject[]): JsonObject | undefined {
  return schemas.length === 1 ? schemas[0] : { oneOf: schemas };
}

function jsonSchema(schema: z.ZodType, io: "input" | "output"): JsonObject {
  const { $schema: _, ...json } = z.toJSONSchema(schema, { io, unrepresentable: "any" });
  return json;
}
