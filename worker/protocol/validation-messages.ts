import * as z from "zod";
import { readableJson } from "./json-text";

/*
 * The sentences of validation (contract: protocol, "Message templates"), for requests and for the configuration document.
 * In a template `{path}` stands for the field and `{value}` for the printed value. Schemas may use both in messages of
 * their own, which win over these.
 */

export const mustBeDefined = "{path} must be defined";
export const mustNotBeEmpty = "{path} must not be empty";
export const mustBeInteger = "{path} must be an integer";
export const mustBeEmail = "{path} must be a valid email";
export const mustHaveAsciiLocalPart =
  "{path} must be a valid email whose part before the @ has ASCII characters alone, since most servers take no others";
export const mustBeHost = "{path} must be a host name or an IP address";
export const mustBeOneLine = "{path} must not contain line breaks or other control characters";
export const mustBeUuid = "{path} must be a valid UUID";
export const mustBeScopes = "{path} must be scopes separated by single spaces";
export const containsSpaces = "{path} contains spaces";
export const isInvalid = "{path} is invalid";

type Issue = z.core.$ZodIssue;
type RawIssue = z.core.$ZodRawIssue;

type Validated = { ok: true; value: unknown } | { ok: false; complaints: string[] };

/**
 * Validates a value and words every complaint.
 *
 * @param path what the complaints call the value
 * @param original the value before it was cast
 */
export function validate(schema: z.core.$ZodType, value: unknown, path: string, original: unknown = value): Validated {
  const parsed = z.safeParse(schema, value, { error: templateFor, reportInput: true });
  if (parsed.success) return { ok: true, value: parsed.data };
  return { ok: false, complaints: parsed.error.issues.map((issue) => word(issue, path, original)) };
}

/** The complaint about a value of another JSON type than the one that is expected. */
export function wrongTypeComplaint(type: string, value: unknown, path: string): string {
  return fill(wrongType(type), path, () => `${quoted(shortened(print(value)))}.`);
}

/** The complaint about keys that an object must not have. */
export function unknownKeysComplaint(keys: readonly string[], path: string): string {
  return fill(unknownKeys(keys), path);
}

/** The complaint about a value that no alternative takes, with the complaints of each. */
export function unmatchedComplaint(path: string, alternatives: readonly (readonly string[])[]): string {
  return `${fill(unmatched, path)}${listAlternatives(alternatives)}`;
}

function templateFor(issue: RawIssue): string {
  if (issue.code !== "unrecognized_keys" && issue.code !== "custom") {
    if (issue.input === undefined) return mustBeDefined;
    if (issue.input === null) return "{path} cannot be null";
  }
  switch (issue.code) {
    case "invalid_type":
      if (issue.expected === "record") return "{path} must be an object";
      return wrongType(issue.expected);
    case "too_small":
    case "too_big":
      if (issue.inst instanceof z.ZodTuple) return wrongTupleLength(issue, issue.inst);
      return issue.code === "too_small" ? tooSmall(issue) : tooBig(issue);
    case "invalid_format":
      return invalidFormat(issue);
    case "invalid_value":
      return invalidValue(issue);
    case "unrecognized_keys":
      return unknownKeys(issue.keys as string[]);
    case "invalid_union":
      return unmatched;
    default:
      return isInvalid;
  }
}

const unmatched = "{path} is not matched by any of the provided schemas:";

function unknownKeys(keys: readonly string[]): string {
  return `{path} contains unknown properties: ${shortened(keys.join(", "))}`;
}

function wrongType(expected: unknown): string {
  return `{path} must be a \`${expected}\` type, but the final value was: {value}`;
}

function tooSmall(issue: RawIssue): string {
  const minimum = String(issue.minimum);
  if (issue.origin === "string") {
    if (issue.exact) return `{path} must be exactly ${minimum} characters`;
    return `{path} must be at least ${minimum} characters`;
  }
  if (issue.origin === "array") return `{path} field must have at least ${minimum} items`;
  return `{path} must be greater than or equal to ${minimum}`;
}

function tooBig(issue: RawIssue): string {
  const maximum = String(issue.maximum);
  if (issue.origin === "string") {
    if (issue.exact) return `{path} must be exactly ${maximum} characters`;
    return `{path} must be at most ${maximum} characters`;
  }
  if (issue.origin === "array") return `{path} field must have less than or equal to ${maximum} items`;
  return `{path} must be less than or equal to ${maximum}`;
}

function wrongTupleLength(issue: RawIssue, tuple: z.ZodTuple): string {
  const amount = issue.code === "too_small" ? "few" : "many";
  const counts = `expected a length of ${tuple.def.items.length} but got ${(issue.input as unknown[]).length}`;
  return `{path} tuple value has too ${amount} items, ${counts} for value: \`${shortened(JSON.stringify(issue.input))}\``;
}

function invalidFormat(issue: RawIssue): string {
  if (issue.format === "email") return mustBeEmail;
  if (issue.format === "uuid") return mustBeUuid;
  return `{path} must match the following: "${issue.pattern}"`;
}

function invalidValue(issue: RawIssue): string {
  const values = issue.values as unknown[];
  if (values.length === 1 && typeof values[0] === "boolean") return `{path} field must be ${values[0]}`;
  return `{path} must be one of the following values: ${values.join(", ")}`;
}

function word(issue: Issue, root: string, original: unknown): string {
  if (issue.code === "invalid_key") {
    const complaint = issue.issues[0]?.message ?? "{path} must be a record of valid values";
    return complaint.replaceAll("{path}", pathText(root, issue.path));
  }
  const path = pathText(root, issue.path);
  const text = fill(issue.message, path, () => printed(issue, original));
  return issue.code === "invalid_union" && issue.input !== undefined && issue.input !== null
    ? `${text}${alternatives(issue, path, original)}`
    : text;
}

function alternatives(issue: Issue & { code: "invalid_union" }, path: string, original: unknown): string {
  const value = valueAt(original, issue.path);
  return listAlternatives(
    issue.errors.map((complaints) => complaints.map((complaint) => word(complaint, path, value))),
  );
}

function listAlternatives(complaints: readonly (readonly string[])[]): string {
  return complaints
    .map((ofOne, index) => {
      const lines = ofOne.map((complaint) => `\n    ${complaint.replaceAll("\n", "\n    ")}`);
      return `\n  Schema ${index}:${lines.join("")}`;
    })
    .join("");
}

function pathText(root: string, path: readonly PropertyKey[]): string {
  return path.reduce<string>(
    (text, key) => (typeof key === "number" ? `${text}[${key}]` : `${text}.${shortened(String(key))}`),
    root,
  );
}

function valueAt(value: unknown, path: readonly PropertyKey[]): unknown {
  return path.reduce<unknown>((inner, key) => (inner as Record<PropertyKey, unknown> | undefined)?.[key], value);
}

function printed(issue: Issue, original: unknown): string {
  const sent = valueAt(original, issue.path);
  const isCast = sent !== undefined && sent !== null && sent !== issue.input && typeof sent !== "object";
  const value = quoted(shortened(print(issue.input)));
  return isCast ? `${value} (cast from the value ${quoted(shortened(print(sent)))}).` : `${value}.`;
}

function print(value: unknown): string {
  return typeof value === "number" ? String(value) : (readableJson(value) ?? String(value));
}

const maxRepeatedTextLength = 2_000;

/** Returns what an error repeats of a request, cut so that a value of megabytes does not come back. */
export function shortened(text: string): string {
  return text.length > maxRepeatedTextLength ? `${text.slice(0, maxRepeatedTextLength)}…` : text;
}

function quoted(text: string): string {
  return `\`${text}\``;
}

function fill(template: string, path: string, printValue = () => ""): string {
  return template.replace(/\{(path|value)\}/g, (_, name) => (name === "path" ? path : printValue()));
}

/** One part of a request as it is validated: its name in complaints, its shape, the value after casting and as sent. */
export interface RequestPart {
  name: "params" | "body" | "query" | "headers";
  schema: z.ZodType;
  value: unknown;
  original: unknown;
}

export function validatePart({ name, schema, value, original }: RequestPart): Validated {
  return validate(schema, value, name, original);
}

/** The text of a `SCHEMA_ERROR`: a headline, then a line per complaint; further lines of a complaint are indented. */
export function schemaErrorText(method: string, path: string, complaints: readonly string[]): string {
  const lines = complaints.map((complaint) => `\n  - ${complaint.replaceAll("\n", "\n  ")}`);
  return `Request validation failed on ${method} ${path}:${lines.join("")}`;
}
