import * as z from "zod";
import type { Endpoint, Shape } from "./endpoint";
import type { Json } from "./fields";
import { allTiers, ByTier, shapeFor, type Tier } from "./tiers";

export type JsonObject = Record<string, unknown>;

/**
 * What the reference says about values. A name is the part of the exchange (`path`, `query`, `header`, `body`, `response`)
 * and the names of fields that lead to the value: `body.config.domains`.
 */
export interface ValueTexts {
  /** @param declared the description that the contract has */
  descriptionOf(endpoint: Endpoint, name: string, declared: string | undefined): string | undefined;
  sampleOf(endpoint: Endpoint, name: string): Sample | undefined;
}

/** Where a schema belongs, for its texts. */
interface Place {
  endpoint: Endpoint;
  name: string;
  texts: ValueTexts;
}

/** The content of a body or a response: one schema and example, or several of each. */
interface Content {
  schema: JsonObject;
  example?: Json;
  examples?: Record<string, { summary: string; value: Json }>;
}

/** Stands for an example value that is left out, as optional fields can be. */
export const absent = Symbol("absent");
export type Sample = Json | typeof absent;

/** What a text has for an example where no sample is known for it. A test fails on it. */
export const unknownSample = "…";

/** The parameters of one part of a request, deprecated ones last. */
export function parametersOf(endpoint: Endpoint, part: "path" | "query" | "header", texts: ValueTexts): JsonObject[] {
  const shape = { path: endpoint.params, query: endpoint.query, header: endpoint.headers }[part];
  if (!shape) return [];
  const place = { endpoint, name: part, texts };
  const schema = jsonSchema(shapeFor(shape, "admin"), "input", place);
  const required = new Set((schema.required ?? []) as string[]);
  return Object.entries(propertiesOf(schema)).map(([name, { description, deprecated, ...property }]) => ({
    name,
    in: part,
    required: part === "path" || required.has(name),
    ...(deprecated === true && { deprecated }),
    description,
    schema: property,
    ...exampleOf(property, { ...place, name: `${part}.${name}` }),
  }));
}

/** The content of an endpoint's body, or undefined if it has none. */
export function bodyContent(endpoint: Endpoint, texts: ValueTexts): Content | undefined {
  const { body } = endpoint;
  if (!body) return undefined;
  const shapes = (Array.isArray(body) ? body : [body]) as Shape[];
  const place = { endpoint, name: "body", texts };
  const alternatives = shapes.flatMap((shape) => schemasByTier(shape, tiersOf(endpoint), "input", place));
  return contentOf(alternatives, place);
}

/** The content of a response with a shape. */
export function responseContent(endpoint: Endpoint, response: Shape, texts: ValueTexts): Content {
  const place = { endpoint, name: "response", texts };
  return contentOf(schemasByTier(response, tiersOf(endpoint), "output", place), place);
}

function tiersOf({ access }: Endpoint): readonly Tier[] {
  return access === "public" ? allTiers : access;
}

function contentOf(schemas: JsonObject[], place: Place): Content {
  const [only] = schemas;
  if (only && schemas.length === 1) return { schema: only, ...exampleOf(only, place) };
  return {
    schema: { oneOf: schemas },
    examples: Object.fromEntries(
      schemas.map((schema, index) => {
        const summary = String(schema.title ?? `Form ${index + 1}`);
        const key = summary.toLowerCase().replaceAll(" ", "-");
        return [key, { summary, value: sampleOf(schema, place) as Json }];
      }),
    ),
  };
}

/** One schema per distinct shape, titled by the tiers that it holds for where they differ. */
function schemasByTier(shape: Shape, tiers: readonly Tier[], io: "input" | "output", place: Place): JsonObject[] {
  if (!(shape instanceof ByTier)) return [jsonSchema(shape, io, place)];
  const groups = Map.groupBy(tiers, (tier) => shape.for(tier));
  return [...groups].map(([schema, group]) => ({
    title: `At ${group.join(" and ")} tier`,
    ...jsonSchema(schema, io, place),
  }));
}

function jsonSchema(schema: z.ZodType, io: "input" | "output", place: Place): JsonObject {
  const { $schema: _, ...json } = z.toJSONSchema(schema, { io, unrepresentable: "any" });
  return withTexts(json, place);
}

/** Texts by which formats say more than the patterns that check them. */
const formatsForPatterns = new Set(["uuid", "email", "uri"]);

/** A schema with the descriptions of its fields, deprecated ones last, and nullable values in their short form. */
function withTexts(schema: JsonObject, place: Place): JsonObject {
  const { properties, items, additionalProperties, anyOf, oneOf, pattern, ...rest } = schema;
  const inner = (each: unknown) => withTexts(each as JsonObject, place);
  const json: JsonObject = {
    ...rest,
    ...(pattern !== undefined && !formatsForPatterns.has(String(rest.format)) && { pattern }),
    ...(isObject(items) && { items: inner(items) }),
    ...(additionalProperties !== undefined && {
      additionalProperties: isObject(additionalProperties) ? inner(additionalProperties) : additionalProperties,
    }),
    ...(Array.isArray(anyOf) && { anyOf: anyOf.map(inner) }),
    ...(Array.isArray(oneOf) && { oneOf: oneOf.map(inner) }),
  };
  if (isObject(properties)) {
    const fields = Object.entries(properties).map(([name, value]): [string, JsonObject] => {
      const field = { ...place, name: `${place.name}.${name}` };
      const { description: declared, ...described } = withTexts(value as JsonObject, field);
      const description = place.texts.descriptionOf(
        place.endpoint,
        field.name,
        typeof declared === "string" ? declared : undefined,
      );
      return [name, { ...described, ...(description !== undefined && { description }) }];
    });
    const isLast = ([, { deprecated }]: [string, JsonObject]) => Number(deprecated === true);
    json.properties = Object.fromEntries(fields.sort((a, b) => isLast(a) - isLast(b)));
  }
  return shortNullable(json);
}

/** `type: [T, "null"]` instead of two alternatives, where the other one is a plain type. */
function shortNullable(schema: JsonObject): JsonObject {
  const { anyOf, ...rest } = schema;
  if (!Array.isArray(anyOf) || anyOf.length !== 2) return schema;
  const [value, nothing] = anyOf as [JsonObject, JsonObject];
  const isPlain = typeof value.type === "string" && !value.properties && !value.enum && value.const === undefined;
  return nothing.type === "null" && isPlain ? { ...value, ...rest, type: [value.type, "null"] } : schema;
}

function exampleOf(schema: JsonObject, place: Place): { example?: Json } {
  const example = sampleOf(schema, place);
  return example === absent ? {} : { example };
}

/** An example of a schema: the known sample of its place, or one made from its parts. */
function sampleOf(schema: JsonObject, place: Place): Sample {
  const known = place.texts.sampleOf(place.endpoint, place.name);
  if (known !== undefined) return known;
  const { properties, items, anyOf, oneOf, enum: choices, const: constant } = schema;
  if (constant !== undefined) return constant as Json;
  if (Array.isArray(choices)) return choices[0];
  const [first] = (anyOf ?? oneOf ?? []) as JsonObject[];
  if (first) return sampleOf(first, place);
  if (isObject(properties)) {
    const fields = Object.entries(properties).map(([name, value]): [string, Sample] => [
      name,
      sampleOf(value as JsonObject, { ...place, name: `${place.name}.${name}` }),
    ]);
    return Object.fromEntries(fields.filter((field): field is [string, Json] => field[1] !== absent));
  }
  if (isObject(items)) return items.not ? [] : [sampleOf(items, place) as Json];
  const type = Array.isArray(schema.type) ? schema.type[0] : schema.type;
  if (type === "boolean") return true;
  if (type === "integer" || type === "number") return Number(schema.default ?? schema.minimum ?? 1);
  if (type === "object") return {};
  return unknownSample;
}

function propertiesOf(schema: JsonObject): Record<string, JsonObject> {
  return (schema.properties ?? {}) as Record<string, JsonObject>;
}

function isObject(value: unknown): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
