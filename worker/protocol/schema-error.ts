import * as z from "zod";

type Issue = z.core.$ZodIssue;
type RawIssue = z.core.$ZodRawIssue;

/** One part of a request as it is validated: its name in complaints, its shape, the value after casting and as sent. */
export interface RequestPart {
  name: "params" | "body" | "query" | "headers";
  schema: z.ZodType;
  value: unknown;
  original: unknown;
}

export type PartResult = { ok: true; value: unknown } | { ok: false; complaints: string[] };

/** Validates one part and words every complaint as the wire wants it (contract: protocol, "Message templates"). */
export function validatePart({ name, schema, value, original }: RequestPart): PartResult {
  const parsed = schema.safeParse(value, { error: templateFor, reportInput: true });
  if (parsed.success) return { ok: true, value: parsed.data };
  return { ok: false, complaints: parsed.error.issues.map((issue) => word(issue, name, original)) };
}

/** The text of a `SCHEMA_ERROR`: a headline, then a line per complaint; further lines of a complaint are indented. */
export function schemaErrorText(method: string, path: string, complaints: readonly string[]): string {
  const lines = complaints.map((complaint) => `\n  - ${complaint.replaceAll("\n", "\n  ")}`);
  return `Request validation failed on ${method} ${path}:${lines.join("")}`;
}

/**
 * The template of a complaint, in which `{path}` stands for the field and `{value}` for the printed value. Messages
 * that a schema has itself win over these and may use the same placeholder.
 */
function templateFor(issue: RawIssue): string {
  if (issue.code !== "unrecognized_keys" && issue.code !== "custom") {
    if (issue.input === undefined) return "{path} must be defined";
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
      return `{path} contains unknown properties: ${(issue.keys as string[]).join(", ")}`;
    case "invalid_union":
      return "{path} is not matched by any of the provided schemas:";
    default:
      return "{path} is invalid";
  }
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
  return `{path} tuple value has too ${amount} items, ${counts} for value: \`${JSON.stringify(issue.input)}\``;
}

function invalidFormat(issue: RawIssue): string {
  if (issue.format === "email") return "{path} must be a valid email";
  if (issue.format === "uuid") return "{path} must be a valid UUID";
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
  const text = issue.message.replace(/\{(path|value)\}/g, (_, name) =>
    name === "path" ? path : printed(issue, original),
  );
  return issue.code === "invalid_union" && issue.input !== undefined && issue.input !== null
    ? `${text}${alternatives(issue, path, original)}`
    : text;
}

function alternatives(issue: Issue & { code: "invalid_union" }, path: string, original: unknown): string {
  const value = valueAt(original, issue.path);
  return issue.errors
    .map((complaints, index) => {
      const lines = complaints.map((complaint) => `\n    ${word(complaint, path, value).replaceAll("\n", "\n    ")}`);
      return `\n  Schema ${index}:${lines.join("")}`;
    })
    .join("");
}

function pathText(root: string, path: readonly PropertyKey[]): string {
  return path.reduce<string>(
    (text, key) => (typeof key === "number" ? `${text}[${key}]` : `${text}.${String(key)}`),
    root,
  );
}

function valueAt(value: unknown, path: readonly PropertyKey[]): unknown {
  return path.reduce<unknown>((inner, key) => (inner as Record<PropertyKey, unknown> | undefined)?.[key], value);
}

function printed(issue: Issue, original: unknown): string {
  const sent = valueAt(original, issue.path);
  const isCast = sent !== undefined && sent !== null && sent !== issue.input && typeof sent !== "object";
  return isCast ? `${print(issue.input)} (cast from the value ${print(sent)}).` : `${print(issue.input)}.`;
}

/** A complaint repeats what was sent; a value of megabytes is cut so that the response stays readable. */
const longestPrintedValue = 2_000;

function print(value: unknown): string {
  const text = typeof value === "number" ? String(value) : (JSON.stringify(value, null, 2) ?? String(value));
  return `\`${text.length > longestPrintedValue ? `${text.slice(0, longestPrintedValue)}…` : text}\``;
}
