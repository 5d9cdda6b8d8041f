import type { Endpoint } from "./endpoint";
import { errorHeaders, errorResponses, firstWordsOf, knownErrorSchemas } from "./openapi-errors";
import {
  bodyContent,
  componentNamesIn,
  type JsonObject,
  type Nameable,
  type NamedSchemas,
  type Place,
  parametersOf,
  responseContent,
  type ValueTexts,
  withExamples,
} from "./openapi-schemas";
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

/** Holds what a document says beside what endpoints declare. */
export interface ReferenceTexts extends ValueTexts {
  /** The OpenAPI `info` object. */
  info: JsonObject;
  /** Says where else to read on (the OpenAPI `externalDocs` object). */
  externalDocs?: { url: string; description: string };
  groups: readonly ReferenceGroup[];
  /** Returns what an endpoint does beyond its summary, in Markdown. */
  descriptionOfEndpoint(endpoint: Endpoint): string;
  isDeprecated(endpoint: Endpoint): boolean;
  ownResponsesOf(endpoint: Endpoint): readonly OwnResponse[];
}

type OperationTexts = Omit<ReferenceTexts, "info" | "externalDocs" | "groups">;

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
  const named: NamedSchemas = { schemas: {}, examples: {} };
  const operations = inOrder.map((endpoint) => {
    const place = { endpoint, texts, named };
    return {
      path: endpoint.path,
      method: endpoint.method.toLowerCase(),
      operation: operation(place, texts, tagOf(endpoint)),
      body: requestBody(place),
      security: securityOf(endpoint),
      parameters: (["path", "query", "header"] as const).flatMap((part) => parametersOf(part, place)),
      responses: [...successes(place, texts), ...errorResponses(endpoint)],
    };
  });
  const parameters = shared(
    "parameters",
    operations.flatMap((each) => each.parameters),
  );
  const responses = shared(
    "responses",
    operations.flatMap((each) => each.responses.map(([, response]) => response)),
  );
  const bodies = shared(
    "requestBodies",
    operations.flatMap(({ body }) => body ?? []),
  );
  const security = usualSecurity(operations.map((each) => each.security));
  const described = (each: (typeof operations)[number]) => ({
    ...each.operation,
    ...(JSON.stringify(each.security) !== JSON.stringify(security) && { security: each.security }),
    ...(each.body && { requestBody: bodies.refer(each.body) }),
    ...(each.parameters.length > 0 && { parameters: each.parameters.map(parameters.refer) }),
    responses: Object.fromEntries(each.responses.map(([status, response]) => [status, responses.refer(response)])),
  });
  const paths = [...Map.groupBy(operations, ({ path }) => path)].map(([path, group]) => [
    path,
    Object.fromEntries(group.map((each) => [each.method, described(each)])),
  ]);
  return {
    openapi: "3.1.0",
    info,
    ...(externalDocs && { externalDocs }),
    servers: [{ url: serverUrl }],
    security,
    tags: groups.map(({ name, description }) => ({ name, description })),
    "x-tagGroups": [...sections].map(([name, members]) => ({ name, tags: members.map((group) => group.name) })),
    paths: Object.fromEntries(paths),
    components: {
      securitySchemes,
      headers: errorHeaders,
      parameters: parameters.components,
      requestBodies: bodies.components,
      responses: responses.components,
      schemas: { ...withExamples(named), ...knownErrorSchemas(endpoints) },
    },
  };
}

/** What occurs more than once becomes a component. Those that have one name are numbered, the most frequent first. */
function shared(kind: "parameters" | "requestBodies" | "responses", all: readonly Nameable[]) {
  const components: Record<string, JsonObject> = {};
  const references = new Map<string, JsonObject>();
  const byContent = [...Map.groupBy(all, ({ value }) => JSON.stringify(value))];
  for (const [content, [first, ...others]] of byContent.sort(([, a], [, b]) => b.length - a.length)) {
    if (!first || others.length === 0) continue;
    let name = first.name;
    for (let number = 2; Object.hasOwn(components, name); number++) name = `${first.name}-${number}`;
    components[name] = first.value;
    references.set(content, { $ref: `#/components/${kind}/${name}` });
  }
  return { components, refer: ({ value }: Nameable) => references.get(JSON.stringify(value)) ?? value };
}

const header = (name: string, description: string) => ({ type: "apiKey", in: "header", name, description });

const securitySchemes = {
  project: header("X-Stack-Project-Id", "The project's id, from the dashboard's page of its keys"),
  tier: header("X-Stack-Access-Type", "The tier of the request: `client`, `server` or `admin`"),
  clientKey: header("X-Stack-Publishable-Client-Key", "The key of the client tier, `pck_…`"),
  serverKey: header("X-Stack-Secret-Server-Key", "The key of the server tier, `ssk_…`. Keep it on servers"),
  adminKey: header("X-Stack-Super-Secret-Admin-Key", "The key of the admin tier, `sak_…`. Keep it on servers"),
  user: header("X-Stack-Access-Token", "The end user's access token, which signing in returns"),
  webhooks: {
    type: "http",
    scheme: "bearer",
    description: "A token of `POST /webhooks/svix-token`, for the webhooks of one project",
  },
};

const tierKeys: Record<Tier, string> = {
  client: "clientKey",
  server: "serverKey",
  admin: "adminKey",
};

function operation(place: Omit<Place, "name">, texts: OperationTexts, tag = "Other"): JsonObject {
  const { endpoint } = place;
  return {
    operationId: endpoint.key,
    summary: endpoint.summary,
    description: texts.descriptionOfEndpoint(endpoint),
    tags: [tag],
    ...(texts.isDeprecated(endpoint) && { deprecated: true }),
  };
}

function requestBody(place: Omit<Place, "name">): Nameable | undefined {
  const content = bodyContent(place);
  if (!content) return undefined;
  const value = { content: { [place.endpoint.takesRawBody ? "text/plain" : "application/json"]: content } };
  return { name: nameOf(content.schema), value };
}

/** The names of what a schema refers to, or of its fields, or `Nothing` where it has none. */
function nameOf(schema: JsonObject): string {
  const names = componentNamesIn(schema);
  return (names.length > 0 ? names : Object.keys(schema.properties ?? {})).join("-") || "Nothing";
}

/** Returns what takes the most room of what operations need. It is said once, of all that do not say otherwise. */
function usualSecurity(all: readonly JsonObject[][]): JsonObject[] {
  const groups = [...Map.groupBy(all, (each) => JSON.stringify(each)).values()];
  return groups.sort((a, b) => b.flat().length - a.flat().length)[0]?.[0] ?? [];
}

function securityOf({ access, requiresUser, changesCredentials, errors = [] }: Endpoint): JsonObject[] {
  if (access === "public") return [];
  if (access === "webhooks") return [{ webhooks: [] }];
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

function successes(place: Omit<Place, "name">, texts: OperationTexts): [status: number, response: Nameable][] {
  const { endpoint } = place;
  const { response, status = 200 } = endpoint;
  if (response === "response") return texts.ownResponsesOf(endpoint).map((each) => [each.status, ownResponse(each)]);
  if (response === "text") {
    const example = texts.sampleOf(endpoint, "response");
    const content = { "text/plain": { schema: { type: "string" }, example } };
    return [[status, { name: "Text", value: { description: "A text", content } }]];
  }
  const content = responseContent(response, place);
  const value = { description: "Success", content: { "application/json": content } };
  return [[status, { name: nameOf(content.schema), value }]];
}

function ownResponse({ description, contentType, example }: OwnResponse): Nameable {
  const type = typeof example === "object" ? "object" : "string";
  const content = contentType && { [contentType]: { schema: { type, description }, example } };
  return { name: firstWordsOf(description), value: { description, ...(content && { content }) } };
}
