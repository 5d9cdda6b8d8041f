import * as z from "zod";
import type { Endpoint, Shape } from "./endpoint";
import type { Json } from "./fields";
import { withheldFrom } from "./official-clients";
import { allTiers, ByTier, shapeFor, type Tier } from "./tiers";

export type JsonObject = Record<string, unknown>;

/**
 * Holds what the reference says about values beside their schemas. A name is the part of the exchange (`path`, `query`,
 * `header`, `body`, `response`) and the names of fields that lead to the value: `body.config.domains`.
 */
export interface ValueTexts {
  /** Tells whether an endpoint takes a parameter and does not read it. */
  isIgnored(endpoint: Endpoint, name: string): boolean;
  sampleOf(endpoint: Endpoint, name: string): Sample | undefined;
}

/** The schemas that have an id, by it, and an example of each. Describing an endpoint adds those that it uses. */
export interface NamedSchemas {
  schemas: Record<string, JsonObject>;
  examples: Record<string, Json>;
}

/** A part of the document that becomes a component of this name where it occurs more than once. */
export interface Nameable {
  name: string;
  value: JsonObject;
}

/** Says where a schema belongs. */
export interface Place {
  endpoint: Endpoint;
  name: string;
  texts: ValueTexts;
  named: NamedSchemas;
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

/** A text has this for an example where no sample is known for it. A test fails on it. */
export const unknownSample = "…";

/** One declaration of parameters may serve all requests on a path, of which only the list reads them. */
const ignored = "Has no effect here: only the list reads it.";

/** The schemas, each with its example. */
export function withExamples({ schemas, examples }: NamedSchemas): Record<string, JsonObject> {
  const entries = Object.entries(schemas).map(([name, schema]) => {
    const example = examples[name];
    return [name, { ...schema, ...(example !== undefined && { examples: [example] }) }];
  });
  return Object.fromEntries(entries);
}

/** The parameters of one part of a request, deprecated ones last. */
export function parametersOf(part: "path" | "query" | "header", place: Omit<Place, "name">): Nameable[] {
  const { params, query, headers } = place.endpoint;
  const shape = { path: params, query, header: headers }[part];
  if (!shape) return [];
  const schema = jsonSchema(shapeFor(shape, "admin"), "input", place.named);
  const required = new Set((schema.required ?? []) as string[]);
  return Object.entries(propertiesOf(schema)).map(([name, { description, deprecated, ...property }]) => {
    const inner = { ...place, name: `${part}.${name}` };
    const value = {
      name,
      in: part,
      ...((part === "path" || required.has(name)) && { required: true }),
      ...(deprecated === true && { deprecated }),
      description: place.texts.isIgnored(place.endpoint, inner.name) ? ignored : description,
      schema: property,
      ...exampleOf(property, inner),
    };
    return { name: inner.name, value };
  });
}

/** The content of an endpoint's body, or undefined if it has none. */
export function bodyContent(place: Omit<Place, "name">): Content | undefined {
  const { body } = place.endpoint;
  if (!body) return undefined;
  const shapes = (Array.isArray(body) ? body : [body]) as Shape[];
  return contentOf(
    shapes.flatMap((shape) => schemasByTier(shape, "input", place)),
    { ...place, name: "body" },
  );
}

/** The content of a response with a shape. */
export function responseContent(response: Shape, place: Omit<Place, "name">): Content {
  return contentOf(schemasByTier(response, "output", place), { ...place, name: "response" });
}

function contentOf(schemas: JsonObject[], place: Place): Content {
  const [only] = schemas;
  if (only && schemas.length === 1) return { schema: only, ...exampleOf(only, place) };
  const examples = schemas.map((schema, index) => {
    const summary = String(schema.title ?? `Form ${index + 1}`);
    return [summary.toLowerCase().replaceAll(" ", "-"), { summary, value: sampleOf(schema, place) as Json }] as const;
  });
  const isImplied = examples.every(([, { value }], index) => isImpliedBy(schemas[index] ?? {}, value, place.named));
  return { schema: { oneOf: schemas }, ...(!isImplied && { examples: Object.fromEntries(examples) }) };
}

/** One schema per distinct shape, titled by the tiers that it holds for where they differ. */
function schemasByTier(
  shape: Shape,
  io: "input" | "output",
  { endpoint: { access }, named }: Omit<Place, "name">,
): JsonObject[] {
  if (!(shape instanceof ByTier)) return [jsonSchema(shape, io, named)];
  const tiers: readonly Tier[] = typeof access === "string" ? allTiers : access;
  const groups = Map.groupBy(tiers, (tier) => shape.for(tier));
  return [...groups].map(([schema, group]) => ({
    title: `At ${group.join(" and ")} tier`,
    ...jsonSchema(schema, io, named),
  }));
}

/** A schema of what is sent (`input`) or returned. What has an id in it is referred to, and becomes one of the named. */
function jsonSchema(schema: z.ZodType, io: "input" | "output", named: NamedSchemas): JsonObject {
  const {
    $schema: _,
    $defs = {},
    ...json
  } = z.toJSONSchema(schema, { io, unrepresentable: "any", override: ofResponses });
  for (const [name, definition] of Object.entries($defs)) {
    const inShort = tidied(definition as JsonObject);
    const known = named.schemas[name];
    if (known && JSON.stringify(known) !== JSON.stringify(inShort)) throw new Error(`Two schemas are called ${name}`);
    named.schemas[name] = inShort;
  }
  return tidied(json);

  function ofResponses({ zodSchema, jsonSchema }: { zodSchema: z.core.$ZodType; jsonSchema: JsonObject }) {
    if (io !== "output") return;
    // Clients are to ignore fields of responses that are new to them.
    if (jsonSchema.additionalProperties === false) delete jsonSchema.additionalProperties;
    const whose = withheldFrom(zodSchema as z.ZodType);
    if (whose) jsonSchema.description += ` ${whose}`;
  }
}

/** Texts by which formats say more than the patterns that check them. */
const formatsForPatterns = new Set(["uuid", "email", "uri"]);

/** A schema as OpenAPI has it: deprecated fields last, nullable values in their short form, references to components. */
function tidied({
  $ref,
  properties,
  items,
  additionalProperties,
  anyOf,
  oneOf,
  pattern,
  ...rest
}: JsonObject): JsonObject {
  const each = (inner: unknown) => (isObject(inner) ? tidied(inner) : inner);
  const isLast = ([, { deprecated }]: [string, JsonObject]) => Number(deprecated === true);
  return shortNullable({
    ...($ref !== undefined && { $ref: String($ref).replace("#/$defs/", componentPrefix) }),
    ...rest,
    ...(pattern !== undefined && !formatsForPatterns.has(String(rest.format)) && { pattern }),
    ...(items !== undefined && { items: each(items) }),
    ...(additionalProperties !== undefined && { additionalProperties: each(additionalProperties) }),
    ...(Array.isArray(anyOf) && { anyOf: anyOf.map(each) }),
    ...(Array.isArray(oneOf) && { oneOf: oneOf.map(each) }),
    ...(isObject(properties) && {
      properties: Object.fromEntries(
        Object.entries(properties)
          .map(([name, field]): [string, JsonObject] => [name, tidied(field as JsonObject)])
          .sort((a, b) => isLast(a) - isLast(b)),
      ),
    }),
  });
}
/** `type: [T, "null"]` instead of two alternatives, where the other one is a plain type. */
function shortNullable(schema: JsonObject): JsonObject {
  const { anyOf, ...rest } = schema;
  if (!Array.isArray(anyOf) || anyOf.length !== 2) return schema;
  const [value, nothing] = anyOf as [JsonObject, JsonObject];
  const isPlain = typeof value.type === "string" && !value.properties && !value.enum && value.const === undefined;
  return nothing.type === "null" && isPlain ? { ...value, ...rest, type: [value.type, "null"] } : schema;
}

/** An example, unless it is what the schema itself implies. */
function exampleOf(schema: JsonObject, place: Place): { example?: Json } {
  const example = sampleOf(schema, place);
  return example === absent || isImpliedBy(schema, example, place.named) ? {} : { example };
}

function isImpliedBy(schema: JsonObject, example: Json, named: NamedSchemas): boolean {
  return JSON.stringify(example) === JSON.stringify(impliedBy(schema, named));
}

/** An example of a schema, the first one of a named schema being that of its component. */
function sampleOf(schema: JsonObject, place: Place): Sample {
  const known = place.texts.sampleOf(place.endpoint, place.name);
  const name = componentOf(schema);
  if (!name) return known === undefined ? madeOf(schema, place) : known;
  const { schemas, examples } = place.named;
  const sample = known ?? examples[name] ?? madeOf(schemas[name] ?? {}, place);
  if (sample !== absent) examples[name] ??= sample;
  return sample;
}

/** An example that is made from a schema, with the known samples of its parts. */
function madeOf(schema: JsonObject, place: Place): Sample {
  const { properties, items, anyOf, oneOf, enum: choices, const: constant, examples } = schema;
  if (constant !== undefined) return constant as Json;
  if (Array.isArray(examples)) return examples[0];
  if (Array.isArray(choices)) return choices[0];
  const [first] = (anyOf ?? oneOf ?? []) as JsonObject[];
  if (first) return sampleOf(first, place);
  if (isObject(properties)) {
    const fields = Object.entries(properties).map(([key, value]): [string, Sample] => [
      key,
      sampleOf(value as JsonObject, { ...place, name: `${place.name}.${key}` }),
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

/** Returns what readers of a schema make up for an example: that of the component, constants and true. Undefined where that is not all. */
function impliedBy(schema: JsonObject, named: NamedSchemas): Json | undefined {
  const name = componentOf(schema);
  if (name) return named.examples[name];
  if (schema.const !== undefined) return schema.const as Json;
  if (schema.type === "boolean") return true;
  if (isObject(schema.items)) {
    const item = impliedBy(schema.items, named);
    return item === undefined ? undefined : [item];
  }
  if (!isObject(schema.properties)) return undefined;
  const fields = Object.entries(propertiesOf(schema)).map(([key, field]) => [key, impliedBy(field, named)] as const);
  return fields.some(([, value]) => value === undefined) ? undefined : (Object.fromEntries(fields) as Json);
}

const componentPrefix = "#/components/schemas/";

/** The name of the component that a schema refers to. */
function componentOf({ $ref }: JsonObject): string | undefined {
  return typeof $ref === "string" ? $ref.replace(componentPrefix, "") : undefined;
}

/** The names of all components that a schema refers to, in their order. */
export function componentNamesIn(schema: JsonObject): string[] {
  const names = [...JSON.stringify(schema).matchAll(/"#\/components\/schemas\/(\w+)"/g)].map(([, name = ""]) => name);
  return [...new Set(names)];
}

function propertiesOf(schema: JsonObject): Record<string, JsonObject> {
  return (schema.properties ?? {}) as Record<string, JsonObject>;
}

function isObject(value: unknown): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
