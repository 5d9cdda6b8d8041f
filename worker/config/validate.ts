import * as z from "zod";
import { shortened, unknownKeysComplaint } from "../protocol/validation-messages";
import { configDocument } from "./document";
import {
  definitionOf,
  findKindProblem,
  findRuleProblem,
  isOfKind,
  type Setting,
  settingBelow,
  unwrapped,
} from "./kinds";
import { mergedLevels } from "./levels";
import { applyPatch, type ConfigOverride, expand, isObject, maxDepth, own, type Path } from "./override";
import { withDefaultEntries } from "./render";
import { isRequired } from "./settings";

const keyPattern = /^[a-zA-Z0-9_:$][a-zA-Z0-9_:$-]*(\.[a-zA-Z0-9_:$][a-zA-Z0-9_:$-]*)*$/;

/**
 * Finds what is wrong with a patch of the configuration. The first problem wins: the format of the keys, then the kinds of the values,
 * then everything else.
 *
 * @param patch any JSON value
 * @param stored the override that the patch is for. A patch may have a single field of an entity when this override has the others.
 *   What was stored wrongly elsewhere does not stand in the way.
 * @returns the text of the response; null when the patch may be stored
 */
export function validatePatch(patch: unknown, stored: ConfigOverride = {}): string | null {
  const formatProblem = findFormatProblem(patch);
  if (formatProblem !== null) return `[FORMAT ERROR]${formatProblem}`;
  if (!isObject(patch)) return "[ERROR] Config override must be plain old JavaScript object.";
  const kindProblem = findPatchKindComplaint(patch);
  if (kindProblem !== null) return `[ERROR] ${kindProblem}`;
  const ruleProblem = findRuleComplaint(patch, stored);
  return ruleProblem === null ? null : `[WARNING] ${ruleProblem}`;
}

/** Walks without recursion: nesting is the sender's choice, and the stack is ours. */
function findFormatProblem(patch: unknown): string | null {
  if (typeof patch !== "object" || patch === null) return "override must be a non-null object";
  const pending: { value: object; depth: number }[] = [{ value: patch, depth: 0 }];
  for (let next = pending.pop(); next; next = pending.pop()) {
    const { value, depth } = next;
    if (depth > maxDepth) return `override must not be nested deeper than ${maxDepth} levels`;
    const badKey = Object.keys(value).find((key) => !keyPattern.test(key));
    if (badKey !== undefined) {
      return `All keys of override must consist of only alphanumeric characters, dots, underscores, colons, dollar signs, or hyphens and start with a character other than a hyphen (found: ${shortened(badKey)})`;
    }
    for (const below of Object.values(value).reverse()) {
      if (typeof below === "object" && below !== null) pending.push({ value: below, depth: depth + 1 });
    }
  }
  return null;
}

function findPatchKindComplaint(patch: ConfigOverride): string | null {
  for (const [key, value] of Object.entries(patch)) {
    const setting = settingAt(configDocument, key);
    if (!setting) return `The key "${shortened(key)}" is not valid for the schema.`;
    const complaint = findKindComplaint(setting, value, key);
    if (complaint !== null) return complaint;
  }
  return null;
}

function findKindComplaint(setting: Setting, value: unknown, path: string): string | null {
  if (value === null) return null;
  const problem = findKindProblem(setting, value);
  if (problem) return problem(path);
  if (!isObject(value)) return null;
  const unknownKeys = Object.keys(value).filter((key) => !settingAt(setting, key));
  if (unknownKeys.length > 0) return unknownKeysComplaint(unknownKeys, path);
  for (const [key, below] of Object.entries(value)) {
    const setBelow = settingAt(setting, key);
    const complaint = setBelow ? findKindComplaint(setBelow, below, `${path}.${shortened(key)}`) : null;
    if (complaint !== null) return complaint;
  }
  return null;
}

/** The setting that a dotted key leads to from another. */
function settingAt(setting: Setting, key: string): Setting | undefined {
  return key.split(".").reduce<Setting | undefined>((above, segment) => above && settingBelow(above, segment), setting);
}

function findRuleComplaint(patch: ConfigOverride, stored: ConfigOverride): string | null {
  const patched = Object.keys(patch).map((key) => key.split("."));
  const tree = expand(applyPatch(stored, patch));
  for (const { at, message } of complaintsAbout(configDocument, tree, [], "")) {
    if (patched.some((key) => isOnOnePath(key, at))) return message;
  }
  return null;
}

/** Tells whether one path is the other, or above it. */
function isOnOnePath(one: Path, other: Path): boolean {
  return one.slice(0, other.length).every((segment, index) => segment === other[index]);
}

/** A rule that a value breaks. `at` is the real path of the value, or of the object that lacks one. */
type Complaint = { readonly at: Path; readonly message: string };

/** Rules beyond the kind that a value of the right kind breaks. `name` is the path without the keys of records. */
function* complaintsAbout(setting: Setting, value: unknown, at: Path, name: string): Iterable<Complaint> {
  const definition = definitionOf(setting);
  switch (definition.type) {
    case "default":
      yield* complaintsAbout(definition.innerType, withDefaultEntries(setting, value), at, name);
      break;
    case "optional":
      yield* complaintsAbout(definition.innerType, value, at, name);
      break;
    case "union": {
      const alternative = definition.options.find((option) => isOfKind(option, value));
      if (alternative) yield* complaintsAbout(alternative, value, at, name);
      break;
    }
    case "object":
      yield* complaintsAboutFields(definition.shape, isObject(value) ? value : {}, at, name);
      // Rules of the object itself, checked whatever is wrong with its fields.
      yield* broken(z.unknown().check(...((definition.checks ?? []) as z.core.$ZodCheck<unknown>[])), value, at, name);
      break;
    case "record":
      for (const [key, entry] of Object.entries(isObject(value) ? value : {})) {
        // A null entry is one taken away: its key needs to follow no rule.
        if (entry === null) continue;
        yield* broken(definition.keyType, key, [...at, key], name);
        yield* complaintsAbout(definition.valueType, entry, [...at, key], name);
      }
      break;
    default:
      if (isOfKind(setting, value)) yield* broken(setting, value, at, name);
  }
}

function* complaintsAboutFields(
  shape: Readonly<Record<string, Setting>>,
  stored: Readonly<Record<string, unknown>>,
  at: Path,
  name: string,
): Iterable<Complaint> {
  for (const [key, field] of Object.entries(shape)) {
    const value = own(stored, key) ?? undefined;
    const fieldName = name === "" ? key : `${name}.${key}`;
    if (value !== undefined) yield* complaintsAbout(field, value, [...at, key], fieldName);
    else if (isRequired(field)) yield* broken(unwrapped(field), undefined, at, fieldName);
  }
}

function broken(setting: Setting, value: unknown, at: Path, name: string): Complaint[] {
  const problem = findRuleProblem(setting, value);
  return problem ? [{ at, message: problem(name) }] : [];
}

const maxOverrideBytes = 1024 * 1024;
const maxSourceBytes = 512 * 1024;

/**
 * Finds what is too large in an override that is about to be stored. An email's TSX source may have 512 KiB and the whole override 1
 * MiB, as UTF-8. Both are well below what one row of D1 holds (2 MB).
 *
 * @returns the complaint; null when nothing is too large
 */
export function findOversize(override: ConfigOverride): string | null {
  const emails = own(expand(mergedLevels(override)), "emails");
  for (const collection of ["themes", "templates"]) {
    const entries = isObject(emails) ? own(emails, collection) : undefined;
    for (const entry of Object.values(isObject(entries) ? entries : {})) {
      const source = isObject(entry) ? own(entry, "tsxSource") : undefined;
      if (typeof source === "string" && byteLength(source) > maxSourceBytes) {
        return `emails.${collection}.tsxSource must be at most ${maxSourceBytes} bytes`;
      }
    }
  }
  return byteLength(JSON.stringify(override)) > maxOverrideBytes
    ? `the configuration override must be at most ${maxOverrideBytes} bytes`
    : null;
}

function byteLength(text: string): number {
  return new TextEncoder().encode(text).length;
}
