import type { ProjectConfig } from "./document";
import { isObject, type Path } from "./override";
import { isSecretPath } from "./secrets";

/** Describes what a change did to one setting. Of a secret it says only that it was changed. */
export type SettingChange = { key: string; before: unknown; after: unknown } | { key: string; secret: "changed" };

/** The settings in which two rendered configurations differ, by their dotted keys; null stands for none. */
export function changedSettings(before: ProjectConfig, after: ProjectConfig): SettingChange[] {
  const from = new Map(leavesOf(before, []).map((leaf) => [leaf.key, leaf]));
  const to = new Map(leavesOf(after, []).map((leaf) => [leaf.key, leaf]));
  const keys = [...new Set([...from.keys(), ...to.keys()])].sort();
  // An object that has lost its last key, or got its first, is said by what is in it.
  const inhabited = new Set(keys.flatMap(ancestorsOf));
  return keys.flatMap((key): SettingChange[] => {
    const [was, is] = [from.get(key), to.get(key)];
    if (!(was && is) && inhabited.has(key)) return [];
    if (JSON.stringify(was?.value) === JSON.stringify(is?.value)) return [];
    if (isSecretPath((was ?? is)?.path ?? [])) return [{ key, secret: "changed" }];
    return [{ key, before: was?.value ?? null, after: is?.value ?? null }];
  });
}

interface Leaf {
  key: string;
  path: Path;
  value: unknown;
}

/** Every value of a document with its key. An object without keys is a value. */
function leavesOf(value: unknown, path: Path): Leaf[] {
  if (!isObject(value) || Object.keys(value).length === 0) return [{ key: path.join("."), path, value }];
  return Object.entries(value).flatMap(([key, field]) => leavesOf(field, [...path, key]));
}

/** The keys of the objects that a value is in. */
function ancestorsOf(key: string): string[] {
  const segments = key.split(".");
  return segments.slice(1).map((_, index) => segments.slice(0, index + 1).join("."));
}
