import { configDocument } from "./document";
import { applyPatch, type ConfigOverride, expand, isObject, maxDepth, own, type Path } from "./override";
import { withBuiltIns } from "./render";
import type { Setting } from "./settings";

const keyPattern = /^[a-zA-Z0-9_:$][a-zA-Z0-9_:$-]*(\.[a-zA-Z0-9_:$][a-zA-Z0-9_:$-]*)*$/;

/**
 * What is wrong with a patch of the configuration, as the text that is responded to to the owner who sent it; null when it
 * may be stored. The first problem wins: the format of the keys, then the kinds of the values, then everything else.
 *
 * @param patch any JSON value
 * @param stored the override that the patch is for. A field of an entity may be patched alone when what is stored
 *   completes it; what was stored wrongly elsewhere does not stand in the way.
 */
export function validatePatch(patch: unknown, stored: ConfigOverride = {}): string | null {
  const formatProblem = findFormatProblem(patch);
  if (formatProblem !== null) return `[FORMAT ERROR]${formatProblem}`;
  if (!isObject(patch)) return "[ERROR] Config override must be plain old JavaScript object.";
  const kindProblem = findKindProblem(patch);
  if (kindProblem !== null) return `[ERROR] ${kindProblem}`;
  const ruleProblem = findRuleProblem(patch, stored);
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
      return `All keys of override must consist of only alphanumeric characters, dots, underscores, colons, dollar signs, or hyphens and start with a character other than a hyphen (found: ${badKey})`;
    }
    for (const below of Object.values(value).reverse()) {
      if (typeof below === "object" && below !== null) pending.push({ value: below, depth: depth + 1 });
    }
  }
  return null;
}

function findKindProblem(patch: ConfigOverride): string | null {
  for (const [key, value] of Object.entries(patch)) {
    const setting = settingAt(configDocument, key);
    if (!setting) return `The key "${key}" is not valid for the schema.`;
    const complaint = findKindProblemIn(setting, value, key);
    if (complaint !== null) return complaint;
  }
  return null;
}

function findKindProblemIn(setting: Setting<unknown>, value: unknown, path: string): string | null {
  if (value === null) return null;
  const complaint = setting.kindComplaint(value, path);
  if (complaint !== null || !isObject(value)) return complaint;
  const unknownKeys = Object.keys(value).filter((key) => !settingAt(setting, key));
  if (unknownKeys.length > 0) return `${path} contains unknown properties: ${unknownKeys.join(", ")}`;
  for (const [key, below] of Object.entries(value)) {
    const setBelow = settingAt(setting, key);
    const complaintBelow = setBelow ? findKindProblemIn(setBelow, below, `${path}.${key}`) : null;
    if (complaintBelow !== null) return complaintBelow;
  }
  return null;
}

/** The setting that a dotted key leads to from another. */
function settingAt(setting: Setting<unknown>, key: string): Setting<unknown> | undefined {
  return key.split(".").reduce<Setting<unknown> | undefined>((above, segment) => above?.below(segment), setting);
}

function findRuleProblem(patch: ConfigOverride, stored: ConfigOverride): string | null {
  const patched = Object.keys(patch).map((key) => key.split("."));
  const tree = withBuiltIns(expand(applyPatch(stored, patch)));
  for (const { at, message } of configDocument.complaints(tree, [], "")) {
    if (patched.some((key) => isOnOnePath(key, at))) return message;
  }
  return null;
}

/** Whether one path is the other, or above it. */
function isOnOnePath(one: Path, other: Path): boolean {
  return one.slice(0, other.length).every((segment, index) => segment === other[index]);
}

const maxOverrideBytes = 1024 * 1024;
const maxSourceBytes = 512 * 1024;

/**
 * What is too large in an override that is about to be stored; null when nothing is. A mail's TSX source may have
 * 512 KiB and the whole override 1 MiB, as UTF-8, so that the row stays well below what D1 takes (2 MB).
 */
export function findOversize(override: ConfigOverride): string | null {
  const emails = own(expand(override), "emails");
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
