import * as z from "zod";
import { maxBodyBytes } from "../protocol/common-errors";
import type { Endpoint, Shape } from "../protocol/endpoint";
import { allTiers, shapeFor } from "../protocol/tiers";
import type { RequestPart } from "../protocol/validation-messages";

/** Says what a stranger chooses the length of, somewhere in a part of a request. */
interface Place {
  part: RequestPart["name"];
  /** Keys from the part to it; 0 is any element of a list, `*` any key that an object does not list. */
  path: (string | 0)[];
  schema: z.ZodType;
  /** The shape of the whole part. */
  shape: z.ZodType;
  /** Says what is wrong with its bounds, or null. */
  problem: string | null;
}

/** All texts, lists and other values of any length in the requests to an endpoint. */
export function placesIn(endpoint: Endpoint): Place[] {
  const { params, query, headers, body } = endpoint;
  const bodies = (Array.isArray(body) ? body : [body]) as (Shape | undefined)[];
  const parts = [
    ["params", params],
    ["query", query],
    ["headers", headers],
    ...bodies.map((each) => ["body", each] as const),
  ] as const;
  return parts.flatMap(([part, shape]) => {
    if (!shape) return [];
    const schemas = new Set(allTiers.map((tier) => shapeFor(shape, tier)));
    return [...schemas].flatMap((schema) => walk(schema, []).map((place) => ({ part, shape: schema, ...place })));
  });
}

type PlaceInPart = Omit<Place, "part" | "shape">;

/** @param isLimited whether the number of its entries is checked before it */
function walk(schema: z.ZodType, path: Place["path"], isLimited = false): PlaceInPart[] {
  const here = (problem: string | null) => [{ path, schema, problem }];
  if (schema instanceof z.ZodString) return here(problemOfText(schema));
  if (schema instanceof z.ZodArray) {
    // Zod looks at no element of a list that has more than its maximum.
    const isBounded = checksOf(schema).includes("max_length");
    return [...here(isBounded ? null : "a list without a maximum"), ...walk(schema.element as z.ZodType, [...path, 0])];
  }
  if (schema instanceof z.ZodPreprocess) return walk(schema.out as z.ZodType, path, refusesManyEntries(schema));
  const ofEntries = isLimited ? [] : here("an object of any number of entries");
  if (schema instanceof z.ZodObject) return [...(hasCheckedRest(schema) ? ofEntries : []), ...walkObject(schema, path)];
  if (
    schema instanceof z.ZodOptional ||
    schema instanceof z.ZodNullable ||
    schema instanceof z.ZodDefault ||
    schema instanceof z.ZodPrefault
  ) {
    return walk(schema.unwrap() as z.ZodType, path);
  }
  if (schema instanceof z.ZodTuple && schema.def.rest === null) {
    return schema.def.items.flatMap((item) => walk(item as z.ZodType, [...path, 0]));
  }
  if (schema instanceof z.ZodRecord) {
    const problem = schema.keyType instanceof z.ZodString ? problemOfText(schema.keyType) : null;
    const ofKey = problem === null ? [] : here(problem);
    return [...ofEntries, ...ofKey, ...walk(schema.valueType as z.ZodType, [...path, "any"])];
  }
  if (schema instanceof z.ZodUnion) return schema.options.flatMap((option) => walk(option as z.ZodType, path));
  if (schema instanceof z.ZodNull) return [];
  if (schema instanceof z.ZodPipe) return walk(schema.in as z.ZodType, path);
  if (schema instanceof z.ZodTransform) return [];
  if (schema instanceof z.ZodCustom) {
    return here(schema.safeParse("x".repeat(3_000_000)).success ? "any value of any length" : null);
  }
  // Nothing is done to a body that is ignored.
  if (schema instanceof z.ZodUnknown && path.length === 0) return [];
  const isBounded =
    schema instanceof z.ZodNumber ||
    schema instanceof z.ZodBoolean ||
    schema instanceof z.ZodEnum ||
    schema instanceof z.ZodLiteral;
  return isBounded ? [] : here(`a ${schema.def.type}, of which the walk does not see the length`);
}

function walkObject(schema: z.ZodObject, path: Place["path"]): PlaceInPart[] {
  const fields = Object.entries(schema.shape as Record<string, z.ZodType>);
  const rest = hasCheckedRest(schema) ? [["*", schema.def.catchall as z.ZodType] as const] : [];
  return [...fields, ...rest].flatMap(([key, field]) => walk(field, [...path, key]));
}

/** Tells whether an object may have entries of any name, which are checked. */
function hasCheckedRest({ def: { catchall } }: z.ZodObject): boolean {
  return catchall !== undefined && !(catchall instanceof z.ZodNever) && !(catchall instanceof z.ZodUnknown);
}

/** Tells whether there is one complaint about very many entries, whatever is wrong with each. */
function refusesManyEntries(schema: z.ZodType): boolean {
  const many = Object.fromEntries(Array.from({ length: 2_000 }, (_, index) => [`key${index}`, Number.NaN]));
  return schema.safeParse(many).error?.issues.length === 1;
}

/** A text is bounded if its first check is its length, and no other check follows when that fails. */
function problemOfText(schema: z.ZodString): string | null {
  const [check = ""] = checksOf(schema);
  if (!["max_length", "length_equals"].includes(check)) return "a text whose length is not checked first";
  return schema.def.checks?.[0]?._zod.def.abort ? null : "a text whose further checks run when it is too long";
}

function checksOf(schema: z.ZodString | z.ZodArray): string[] {
  return (schema.def.checks ?? []).map(({ _zod }) => _zod.def.check);
}

/** A value for the part of a request, with a text in some places and nothing elsewhere. */
export function partWith(paths: readonly Place["path"][], text: string): unknown {
  if (paths.some((path) => path.length === 0)) return text;
  const byKey = Map.groupBy(paths, ([key]) => key);
  const fields = [...byKey].map(
    ([key, below]) =>
      [
        key,
        partWith(
          below.map((path) => path.slice(1)),
          text,
        ),
      ] as const,
  );
  return byKey.has(0) ? fields.map(([, value]) => value) : Object.fromEntries(fields);
}

/** Returns how many characters a text may have. */
export function maximumOf(schema: z.ZodType): number {
  const first = schema.def.checks?.[0]?._zod.def as { maximum?: number; length?: number } | undefined;
  return first?.maximum ?? first?.length ?? Number.POSITIVE_INFINITY;
}

/** As many bytes as a body holds, with room for what stands around it. */
export const longest = (beginning: string) =>
  beginning.repeat(Math.floor((maxBodyBytes - 1_000) / (JSON.stringify(beginning).length - 2 + byteExcess(beginning))));

function byteExcess(text: string): number {
  return new TextEncoder().encode(text).length - text.length;
}
