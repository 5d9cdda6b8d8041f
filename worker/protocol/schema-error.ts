import type * as z from "zod";
import { type Validated, validate } from "./validation-messages";

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
