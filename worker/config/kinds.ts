import * as z from "zod";
import { unmatchedComplaint, validate, wrongTypeComplaint } from "../protocol/validation-messages";
import { isForbidden, own, type Path } from "./override";

/*
 * The kind of a setting: its JSON type, and for choices and tuples the values themselves. A value of another kind is never
 * stored and reads as absent; rules beyond the kind only restrict what may be stored.
 */

/** A setting, or the object or record around some. */
export type Setting = z.core.$ZodType;

/** The definition of a setting, in a form that `switch` narrows. */
export function definitionOf(setting: Setting) {
  return (setting as z.core.$ZodTypes)._zod.def;
}

/** A setting without `.optional()`, `.default()` and `required`. */
export function unwrapped(setting: Setting): Setting {
  const definition = definitionOf(setting);
  return definition.type === "optional" || definition.type === "default" ? unwrapped(definition.innerType) : setting;
}

/** The setting one segment below, if this is an object, or a record, or a choice between some. */
export function settingBelow(setting: Setting, segment: string): Setting | undefined {
  const definition = definitionOf(unwrapped(setting));
  switch (definition.type) {
    case "object":
      return own(definition.shape, segment);
    case "record":
      return isForbidden(segment) ? undefined : definition.valueType;
    case "union":
      return definition.options.map((option) => settingBelow(option, segment)).find((below) => below !== undefined);
    default:
      return undefined;
  }
}

/** The paths of the settings below one of which `isWanted` is true; `*` stands for any one segment. */
export function pathsTo(setting: Setting, isWanted: (definition: ReturnType<typeof definitionOf>) => boolean): Path[] {
  const definition = definitionOf(unwrapped(setting));
  const below = (segment: string, field: Setting) => pathsTo(field, isWanted).map((path) => [segment, ...path]);
  switch (definition.type) {
    case "object":
      return Object.entries(definition.shape).flatMap(([key, field]) => below(key, field));
    case "record":
      return below("*", definition.valueType);
    case "union":
      return definition.options.flatMap((option) => pathsTo(option, isWanted));
    default:
      return isWanted(definition) ? [[]] : [];
  }
}

/** A complaint that is yet to be worded with the path of the value. */
export type Problem = (path: string) => string;

const jsonTypes: Readonly<Record<string, string>> = {
  boolean: "boolean",
  enum: "string",
  literal: "boolean",
  number: "number",
  object: "object",
  record: "object",
  string: "string",
  tuple: "array",
};

export function isOfKind(setting: Setting, value: unknown): boolean {
  return findKindProblem(setting, value) === null;
}

/** Returns what is wrong with the kind of a value; null when it is of the right kind. */
export function findKindProblem(setting: Setting, value: unknown): Problem | null {
  const kind = unwrapped(setting);
  const definition = definitionOf(kind);
  if (definition.type === "union") return findProblemWithAll(definition.options, value);
  const type = jsonTypes[definition.type] ?? definition.type;
  if (jsonTypeOf(value) !== type) return (path) => wrongTypeComplaint(type, value, path);
  if (definition.type === "enum" && !kind._zod.values?.has(value as string)) return findRuleProblem(kind, value);
  if (definition.type === "tuple") return findTupleProblem(kind, definition.items, value as unknown[]);
  return null;
}

/** The first rule that a value of the right kind breaks; null when it follows all. */
export function findRuleProblem(setting: Setting, value: unknown): Problem | null {
  if (z.safeParse(setting, value).success) return null;
  return (path) => {
    const validated = validate(setting, value, path);
    return validated.ok ? "" : (validated.complaints[0] ?? "");
  };
}

function findProblemWithAll(alternatives: readonly Setting[], value: unknown): Problem | null {
  const problems: Problem[] = [];
  for (const alternative of alternatives) {
    const problem = findKindProblem(alternative, value);
    if (problem === null) return null;
    problems.push(problem);
  }
  const complaintsAt = (path: string) => problems.map((problem) => [problem(path)]);
  return (path) => unmatchedComplaint(path, complaintsAt(path));
}

/** The rules of the elements are part of the kind: an interval of -1 days is none. */
function findTupleProblem(tuple: Setting, items: readonly Setting[], values: readonly unknown[]): Problem | null {
  if (values.length !== items.length) return findRuleProblem(tuple, values);
  for (const [index, item] of items.entries()) {
    const problem = findKindProblem(item, values[index]) ?? findRuleProblem(item, values[index]);
    if (problem) return (path) => problem(`${path}[${index}]`);
  }
  return null;
}

function jsonTypeOf(value: unknown): string {
  if (value === null) return "null";
  return Array.isArray(value) ? "array" : typeof value;
}
