import * as z from "zod";

/** Metadata key of a user-id field that also takes the literal `me`. It shows in the OpenAPI document as an extension. */
export const acceptsMe = "x-accepts-me";

/** Says what `me` stands for in a request, or undefined when the request has no user. */
export type OwnUserId = string | undefined;

/** Raised while casting when a field is `me` and the request has no user. */
export class NoOwnUser extends Error {}

/**
 * Converts a value the lenient way of the wire before it is validated (contract: protocol, "Type conversion before checks"). Numeric
 * text becomes a number, and `true`/`1` become booleans. Numbers and booleans become text where text is expected, and `me` becomes the
 * caller's user id. What does not convert is left to validation.
 *
 * The schema drives the walk, so contracts stay plain zod. Unions are used as sent, since their alternatives would disagree.
 */
export function cast(schema: z.ZodType, value: unknown, ownUserId: OwnUserId): unknown {
  if (value === null || value === undefined) return value;
  if (value === "me" && schema.meta()?.[acceptsMe]) {
    if (!ownUserId) throw new NoOwnUser();
    return ownUserId;
  }
  if (schema instanceof z.ZodString || schema instanceof z.ZodStringFormat) return castText(value);
  if (schema instanceof z.ZodNumber) return castNumber(value);
  if (schema instanceof z.ZodBoolean) return castBoolean(value);
  if (schema instanceof z.ZodLiteral && [...schema.values].every((literal) => typeof literal === "boolean")) {
    return castBoolean(value);
  }
  if (schema instanceof z.ZodObject) return castObject(schema, value, ownUserId);
  if (schema instanceof z.ZodArray) {
    const element = schema.element as z.ZodType;
    return Array.isArray(value) ? value.map((item) => cast(element, item, ownUserId)) : value;
  }
  const inner = innerSchema(schema);
  return inner ? cast(inner, value, ownUserId) : value;
}

function innerSchema(schema: z.ZodType): z.ZodType | undefined {
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodNullable || schema instanceof z.ZodDefault) {
    return schema.unwrap() as z.ZodType;
  }
  if (schema instanceof z.ZodPipe) return (schema instanceof z.ZodPreprocess ? schema.out : schema.in) as z.ZodType;
  return undefined;
}

function castObject(schema: z.ZodObject, value: unknown, ownUserId: OwnUserId): unknown {
  if (typeof value !== "object" || Array.isArray(value)) return value;
  const shape = schema.shape as Record<string, z.ZodType>;
  return Object.fromEntries(
    Object.entries(value as object).map(([key, entry]) => {
      const field = Object.hasOwn(shape, key) ? shape[key] : undefined;
      return [key, field ? cast(field, entry, ownUserId) : entry];
    }),
  );
}

function castText(value: unknown): unknown {
  return typeof value === "number" || typeof value === "boolean" ? String(value) : value;
}

function castNumber(value: unknown): unknown {
  if (typeof value === "boolean") return Number.NaN;
  if (typeof value !== "string") return value;
  const compact = value.replace(/\s/g, "");
  return compact === "" ? Number.NaN : Number(compact);
}

function castBoolean(value: unknown): unknown {
  if (typeof value !== "string" && typeof value !== "number") return value;
  const text = String(value).toLowerCase();
  if (text === "true" || text === "1") return true;
  if (text === "false" || text === "0") return false;
  return value;
}
