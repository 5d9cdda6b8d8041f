import { describe, expect, it } from "vitest";
import type * as z from "zod";
import { endpoints } from "../../../contracts";
import type { Endpoint, Shape } from "../../../protocol/endpoint";
import { failuresOf, remedyOf } from "../../../protocol/openapi-errors";
import { unknownSample } from "../../../protocol/openapi-schemas";
import { allTiers, shapeFor } from "../../../protocol/tiers";
import { apiDocument } from "../api-document";
import { builtFor } from "../built-for";
import { referenceTexts } from "./reference-texts";

type Json = Record<string, unknown>;
interface Media {
  schema: Json;
  example?: unknown;
  examples?: Record<string, { summary: string; value: unknown }>;
}
interface Operation {
  operationId: string;
  description: string;
  deprecated?: true;
  tags: string[];
  parameters: { name: string; in: string; description?: string; deprecated?: true; schema: Json; example?: unknown }[];
  requestBody?: { content: Record<string, Media> };
  responses: Record<string, { description: string; content?: Record<string, Media> }>;
}
interface Document {
  info: { description: string };
  tags: { name: string; description: string }[];
  "x-tagGroups": { name: string; tags: string[] }[];
  /** Empty lists of parameters are left out. */
  paths: Record<string, Record<string, Omit<Operation, "parameters"> & Partial<Pick<Operation, "parameters">>>>;
  components: { schemas: Record<string, Json> };
}

const isObject = (value: unknown): value is Json =>
  typeof value === "object" && value !== null && !Array.isArray(value);

const texts = referenceTexts(builtFor);
const referring = apiDocument(endpoints, builtFor);

/** A part of the document with all that it refers to in its place. */
function resolved(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(resolved);
  if (!isObject(value)) return value;
  const { $ref, ...rest } = value;
  const parts = Object.fromEntries(Object.entries(rest).map(([key, inner]) => [key, resolved(inner)]));
  return typeof $ref === "string" ? { ...(resolved(componentOf($ref)) as Json), ...parts } : parts;
}

function componentOf($ref: string): unknown {
  return $ref
    .split("/")
    .slice(1)
    .reduce((at: unknown, key) => (at as Json)[key], referring);
}

const document = resolved(referring) as Document;
const operations = Object.values(document.paths).flatMap((methods) =>
  Object.values(methods).map(({ parameters = [], ...operation }) => ({ ...operation, parameters })),
);

/** The places of all fields in a schema, however deep, that have no description. */
function silentFields(schema: unknown, place: string): string[] {
  if (!isObject(schema)) return [];
  const alternatives = ["anyOf", "oneOf", "allOf"].flatMap((key) => (schema[key] ?? []) as unknown[]);
  return [
    ...alternatives.flatMap((each) => silentFields(each, place)),
    ...silentFields(schema.items, `${place}[]`),
    ...silentFields(schema.additionalProperties, `${place}{}`),
    ...Object.entries((schema.properties ?? {}) as Json).flatMap(([name, field]) => [
      ...(isSentence((field as Json).description) ? [] : [`${place}.${name}`]),
      ...silentFields(field, `${place}.${name}`),
    ]),
  ];
}

function isSentence(description: unknown): boolean {
  return typeof description === "string" && description.trim().split(/\s+/).length >= 2;
}

const contentsOf = ({ requestBody, responses }: Operation) => [
  ...Object.values(requestBody?.content ?? {}).map((media) => ({ place: "body", media })),
  ...Object.entries(responses).flatMap(([status, { content = {} }]) =>
    Object.values(content).map((media) => ({ place: status, media })),
  ),
];

/** The places of deprecated fields that come before others. */
function deprecatedBeforeOthers(schema: unknown, place: string): string[] {
  if (!isObject(schema)) return [];
  const fields = Object.entries((schema.properties ?? {}) as Record<string, Json>);
  return [
    ...(isLast(fields.map(([, field]) => field)) ? [] : [place]),
    ...fields.flatMap(([name, field]) => deprecatedBeforeOthers(field, `${place}.${name}`)),
    ...deprecatedBeforeOthers(schema.items, place),
    ...["anyOf", "oneOf"].flatMap((key) =>
      ((schema[key] ?? []) as unknown[]).flatMap((each) => deprecatedBeforeOthers(each, place)),
    ),
  ];
}

function isLast(all: { deprecated?: unknown }[]): boolean {
  const flags = all.map(({ deprecated }) => deprecated === true);
  return !flags.slice(flags.indexOf(true)).includes(false) || !flags.includes(true);
}

describe("the API reference", () => {
  it("says of every endpoint what it does", () => {
    // What follows the empty line is made from the declaration.
    const silent = operations.filter(({ description }) => !isSentence(description.split("\n\n")[0]));
    expect(silent.map(({ operationId }) => operationId)).toEqual([]);
  });

  it("says of every parameter and of every field what it means, however deep", () => {
    const silent = operations.flatMap((operation) => [
      ...operation.parameters
        .filter(({ description }) => !isSentence(description))
        .map(({ name, in: part }) => `${operation.operationId} ${part}.${name}`),
      ...contentsOf(operation).flatMap(({ place, media }) =>
        silentFields(media.schema, `${operation.operationId} ${place}`),
      ),
    ]);
    expect([...new Set(silent)]).toEqual([]);
    expect(Object.entries(document.components.schemas).flatMap(([name, schema]) => silentFields(schema, name))).toEqual(
      [],
    );
  });

  it("says of every error what to do about it", () => {
    const failures = new Set(endpoints.flatMap((endpoint) => [...failuresOf(endpoint)]));
    const silent = [...failures].filter((failure) => !/^\S.*[.?]$/s.test(remedyOf(failure)));
    expect(silent).toEqual([]);
  });

  it("has each endpoint in one group, and no others", () => {
    const named = texts.groups.flatMap((group) => group.endpoints);
    expect(named.toSorted()).toEqual(endpoints.map(({ key }) => key).toSorted());
  });

  it("lists its groups in a reader's order, each with a sentence, the deprecated one last", () => {
    expect(document.tags.filter(({ description }) => !isSentence(description))).toEqual([]);
    expect(document["x-tagGroups"].flatMap(({ tags }) => tags)).toEqual(document.tags.map(({ name }) => name));
    expect(document["x-tagGroups"].map(({ name }) => name)).toEqual([
      "The project",
      "Signing in",
      "Sessions",
      "Users",
      "Teams",
      "Permissions",
      "API keys",
      "Data vault",
      "Payments",
      "Administration",
      "Integrations",
      "Other",
    ]);
    expect(document.tags.at(-1)?.name).toBe("Deprecated");
  });

  it("has what is deprecated last: endpoints, parameters and fields", () => {
    expect(operations.filter(({ deprecated }) => deprecated).map(({ tags }) => tags)).toEqual(
      operations.filter(({ tags }) => tags.includes("Deprecated")).map(() => ["Deprecated"]),
    );
    expect(isLast(operations)).toBe(true);
    const misplaced = operations.flatMap((operation) => [
      ...(isLast(operation.parameters.filter((each) => each.in === "query")) ? [] : [operation.operationId]),
      ...contentsOf(operation).flatMap(({ media }) => deprecatedBeforeOthers(media.schema, operation.operationId)),
    ]);
    expect(misplaced).toEqual([]);
  });

  it("introduces tiers, errors, pages, limits, repeating and versions", () => {
    const headings = [...document.info.description.matchAll(/^## (.+)$/gm)].map(([, heading]) => heading);
    expect(headings).toEqual([
      "A first request",
      "Tiers and keys",
      "Errors",
      "Pages of lists",
      "Rate limits",
      "Storage",
      "Repeating a request",
      "Versions",
      "All error codes",
    ]);
  });
});

describe("the examples of the API reference", () => {
  /** The examples of a body or a response: its own, or else those that its schemas have. */
  const examplesOf = ({ schema, example, examples }: Media): { summary: string; value: unknown }[] => {
    if (examples) return Object.values(examples);
    if (example !== undefined) return [{ summary: "", value: example }];
    return ((schema.oneOf as Json[] | undefined) ?? [schema]).map((each) => ({
      summary: String(each.title ?? ""),
      value: exampleIn(each),
    }));
  };
  /** Returns what a schema has for an example, or the parts of it. */
  const exampleIn = ({ examples, const: constant, items, properties }: Json): unknown => {
    if (Array.isArray(examples)) return examples[0];
    if (constant !== undefined) return constant;
    if (isObject(items)) return [exampleIn(items)];
    return (
      isObject(properties) &&
      Object.fromEntries(Object.entries(properties).map(([name, field]) => [name, exampleIn(field as Json)]))
    );
  };
  /** The shapes that an example may fit: of the tiers that its summary names, or any of several. */
  const shapesFor = (shape: Shape | readonly Shape[], access: Endpoint["access"], summary: string): z.ZodType[] =>
    [shape].flat().flatMap((each) => {
      const tiers = allTiers.filter((tier) => summary.includes(tier));
      const open = typeof access === "string" ? allTiers : access;
      return (tiers.length > 0 ? tiers : open).map((tier) => shapeFor(each as Shape, tier));
    });
  // The router replaces `me` by the id of the signed-in user before it validates.
  const signedIn = (value: unknown): unknown =>
    JSON.parse(JSON.stringify(value).replaceAll('"me"', `"${crypto.randomUUID()}"`));
  const operationOf = (operations: Operation[], { key }: Endpoint) =>
    operations.find(({ operationId }) => operationId === key);

  it("are there for every body and every successful response", () => {
    const missing = operations.flatMap((operation) =>
      contentsOf(operation)
        .filter(({ place }) => place === "body" || Number(place) < 300)
        .filter(({ media }) => examplesOf(media).some(({ value }) => value === undefined))
        .map(({ place }) => `${operation.operationId} ${place}`),
    );
    expect(missing).toEqual([]);
  });

  it("hold no value that stands for a missing one", () => {
    const unknown = operations.filter(
      (operation) =>
        operation.parameters.some(({ example }) => example === unknownSample) ||
        contentsOf(operation).some(({ media }) => JSON.stringify(examplesOf(media)).includes(`"${unknownSample}"`)),
    );
    expect(unknown.map(({ operationId }) => operationId)).toEqual([]);
  });

  it("of bodies are accepted by their endpoints", () => {
    const refused = endpoints.flatMap((endpoint) => {
      const media = operationOf(operations, endpoint)?.requestBody?.content["application/json"];
      if (!endpoint.body || !media) return [];
      return examplesOf(media).flatMap(({ summary, value }) => {
        const shapes = shapesFor(endpoint.body as Shape, endpoint.access, summary);
        const results = shapes.map((shape) => shape.safeParse(signedIn(value)));
        const isAccepted = Array.isArray(endpoint.body)
          ? results.some(({ success }) => success)
          : results.every(({ success }) => success);
        return isAccepted ? [] : [`${endpoint.key} ${summary} ${results.map(({ error }) => error?.message).join()}`];
      });
    });
    expect(refused).toEqual([]);
  });

  it("of responses are what their endpoints may send, and nothing else", () => {
    for (const endpoint of endpoints) {
      const { response, status = 200 } = endpoint;
      if (typeof response === "string") continue;
      const media = operationOf(operations, endpoint)?.responses[status]?.content?.["application/json"];
      for (const { summary, value } of media ? examplesOf(media) : []) {
        for (const shape of shapesFor(response, endpoint.access, summary)) {
          const parsed = shape.safeParse(value);
          expect(parsed.data, `${endpoint.key} ${summary} ${parsed.error?.message}`).toEqual(value);
        }
      }
    }
  });

  it("of parameters are accepted by their endpoints", () => {
    for (const endpoint of endpoints) {
      for (const part of ["path", "query"] as const) {
        const shape = { path: endpoint.params, query: endpoint.query }[part];
        const parameters = operationOf(operations, endpoint)?.parameters.filter((each) => each.in === part) ?? [];
        if (!shape) continue;
        const values = parameters
          .filter(({ example }) => example !== undefined)
          .map(({ name, example }) => [name, signedIn(example)]);
        const result = shapeFor(shape, "admin").safeParse(Object.fromEntries(values));
        expect(result.success, `${endpoint.key} ${part} ${result.error?.message}`).toBe(true);
      }
    }
  });
});
