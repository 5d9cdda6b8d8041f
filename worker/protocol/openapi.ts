import type { Endpoint } from "./endpoint";
import { errorResponses, knownErrorSchema, type RemedyOf } from "./openapi-errors";
import { bodyContent, type JsonObject, parametersOf, responseContent, type ValueTexts } from "./openapi-schemas";
import type { Tier } from "./tiers";

/** Endpoints that are read together, in the order in which they are read. */
export interface ReferenceGroup {
  /** The heading under which several groups stand. */
  section: string;
  name: string;
  description: string;
  endpoints: readonly Endpoint["key"][];
}

/** A handler's own response, in place of its shape. */
export interface OwnResponse {
  status: number;
  description: string;
  contentType?: string;
  /** A text, or a value of JSON. */
  example?: unknown;
}

/** What a document says beside what endpoints declare. */
export interface ReferenceTexts extends ValueTexts {
  /** The OpenAPI `info` object. */
  info: JsonObject;
  /** Where else to read on (the OpenAPI `externalDocs` object). */
  externalDocs?: { url: string; description: string };
  groups: readonly ReferenceGroup[];
  /** What an endpoint does beyond its summary, in Markdown. */
  descriptionOfEndpoint(endpoint: Endpoint): string;
  isDeprecated(endpoint: Endpoint): boolean;
  ownResponsesOf(endpoint: Endpoint): readonly OwnResponse[];
  remedyOf: RemedyOf;
}

/**
 * Describes endpoints as an OpenAPI 3.1 document (spec.openapis.org/oas/v3.1.1). It is made from the declarations that
 * the router enforces, so it cannot drift from them; `texts` adds what they do not say.
 */
export function openApiDocument(
  endpoints: readonly Endpoint[],
  serverUrl: string,
  { info, externalDocs, groups, ...texts }: ReferenceTexts,
): JsonObject {
  const order = new Map(groups.flatMap((group) => group.endpoints).map((key, index) => [key, index]));
  const position = ({ key }: Endpoint) => order.get(key) ?? order.size;
  const inOrder = endpoints.toSorted((a, b) => position(a) - position(b));
  const tagOf = (endpoint: Endpoint) => groups.find((group) => group.endpoints.includes(endpoint.key))?.name;
  const sections = Map.groupBy(groups, ({ section }) => section);
  return {
    openapi: "3.1.0",
    info,
    ...(externalDocs && { externalDocs }),
    servers: [{ url: serverUrl }],
    tags: groups.map(({ name, description }) => ({ name, description })),
    "x-tagGroups": [...sections].map(([name, members]) => ({ name, tags: members.map((group) => group.name) })),
    paths: Object.fromEntries(
      [...Map.groupBy(inOrder, ({ path }) => path)].map(([path, group]) => [
        path,
        Object.fromEntries(
          group.map((endpoint) => [endpoint.method.toLowerCase(), operation(endpoint, texts, tagOf(endpoint))]),
        ),
      ]),
    ),
    components: { securitySchemes, schemas: { KnownError: knownErrorSchema } },
  };
}

const header = (name: string, description: string) => ({ type: "apiKey", in: "header", name, description });

const securitySchemes = {
  project: header("X-Stack-Project-Id", "The project's id, from the dashboard's page of its keys"),
  tier: header("X-Stack-Access-Type", "The tier of the request: `client`, `server` or `admin`"),
  clientKey: header("X-Stack-Publishable-Client-Key", "The key of the client tier, `pck_…`"),
  serverKey: header("X-Stack-Secret-Server-Key", "The key of the server tier, `ssk_…`. Keep it on servers"),
  adminKey: header("X-Stack-Super-Secret-Admin-Key", "The key of the admin tier, `sak_…`. Keep it on servers"),
  user: header("X-Stack-Access-Token", "The end user's access token, which signing in returns"),
};

const tierKeys: Record<Tier, string> = {
  client: "clientKey",
  server: "serverKey",
  admin: "adminKey",
};

function operation(endpoint: Endpoint, texts: Omit<ReferenceTexts, "info" | "groups">, tag = "Other"): JsonObject {
  const content = bodyContent(endpoint, texts);
  return {
    operationId: endpoint.key,
    summary: endpoint.summary,
    description: texts.descriptionOfEndpoint(endpoint),
    tags: [tag],
    ...(texts.isDeprecated(endpoint) && { deprecated: true }),
    security: securityOf(endpoint),
    parameters: (["path", "query", "header"] as const).flatMap((part) => parametersOf(endpoint, part, texts)),
    ...(content && {
      requestBody: { content: { [endpoint.takesRawBody ? "text/plain" : "application/json"]: content } },
    }),
    responses: { ...successes(endpoint, texts), ...errorResponses(endpoint, texts.remedyOf) },
  };
}

function securityOf({ access, requiresUser, changesCredentials, errors = [] }: Endpoint): JsonObject[] {
  if (access === "public") return [];
  const clientsNeedUser =
    (changesCredentials !== undefined && changesCredentials.of !== "anonymous user") ||
    errors.some((each) => each === "CANNOT_GET_OWN_USER_WITHOUT_USER" || each === "USER_AUTHENTICATION_REQUIRED");
  return access.map((tier) => ({
    project: [],
    tier: [],
    [tierKeys[tier]]: [],
    ...((requiresUser || (tier === "client" && clientsNeedUser)) && { user: [] }),
  }));
}

function successes(endpoint: Endpoint, texts: Omit<ReferenceTexts, "info" | "groups">): JsonObject {
  const { response, status = 200 } = endpoint;
  if (response === "response") {
    return Object.fromEntries(texts.ownResponsesOf(endpoint).map((each) => [each.status, ownResponse(each)]));
  }
  if (response === "text") {
    const example = texts.sampleOf(endpoint, "response");
    return {
      [status]: { description: "A text", content: { "text/plain": { schema: { type: "string" }, example } } },
    };
  }
  const content = responseContent(endpoint, response, texts);
  return { [status]: { description: "Success", content: { "application/json": content } } };
}

function ownResponse({ description, contentType, example }: OwnResponse): JsonObject {
  if (!contentType) return { description };
  const type = typeof example === "object" ? "object" : "string";
  return { description, content: { [contentType]: { schema: { type, description }, example } } };
}
