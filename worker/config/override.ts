/**
 * Holds what is stored of a project's configuration: an object whose keys may be dot paths, at any depth
 * (`{"auth.password.allowSignIn": true}` and `{"auth": {"password": {"allowSignIn": true}}}` say the same).
 * What a project never set is not in it; defaults are filled in when it is rendered.
 */
export type ConfigOverride = Readonly<Record<string, unknown>>;

/** Segments of a dotted key. */
export type Path = readonly string[];

/** Deeper than the deepest setting, so nothing that means something lies below; bounds every recursion. */
export const maxDepth = 16;

/** Own properties of these names are legal JSON, but read or written carelessly they reach `Object.prototype`. */
const forbiddenSegments = new Set(["__proto__", "constructor", "prototype"]);

export function isForbidden(segment: string): boolean {
  return forbiddenSegments.has(segment);
}

export function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** An own property; never what an object inherits, whatever the name. */
export function own<T>(object: Readonly<Record<string, T>>, key: string): T | undefined {
  return Object.hasOwn(object, key) ? object[key] : undefined;
}

/**
 * Applies a patch to an override and returns the new override. The patch replaces what is stored at each of its keys and below. An
 * object therefore replaces its subtree, and a dotted leaf changes only that leaf. `null` stays stored, since it hides the value of a
 * shallower key.
 */
export function applyPatch(override: ConfigOverride, patch: ConfigOverride): ConfigOverride {
  const patched = new Set(Object.keys(patch));
  const kept = Object.entries(override).filter(([key]) => !isAtOrBelow(key, patched));
  // `fromEntries` defines own properties, so that a key `__proto__` is a key like any other here.
  return Object.fromEntries([...kept, ...Object.entries(patch)]);
}

function isAtOrBelow(key: string, ancestors: ReadonlySet<string>): boolean {
  if (ancestors.has(key)) return true;
  for (let dot = key.lastIndexOf("."); dot > 0; dot = key.lastIndexOf(".", dot - 1)) {
    if (ancestors.has(key.slice(0, dot))) return true;
  }
  return false;
}

/**
 * The tree that an override describes: dot keys become nesting, shallower keys first, so that the deeper key wins.
 * A key that leads into a scalar is ignored. Objects have no prototype, so that `__proto__` is a name like any other.
 */
export function expand(override: ConfigOverride): Readonly<Record<string, unknown>> {
  return expandObject(override, 0);
}

function expandObject(object: ConfigOverride, depth: number): Record<string, unknown> {
  const tree: Record<string, unknown> = Object.create(null);
  const entries = Object.entries(object)
    .map(([key, value]) => ({ segments: key.split("."), value }))
    .filter(({ segments }) => depth + segments.length <= maxDepth)
    .sort((a, b) => a.segments.length - b.segments.length);
  for (const { segments, value } of entries) {
    place(tree, segments, isObject(value) ? expandObject(value, depth + segments.length) : value);
  }
  return tree;
}

function place(tree: Record<string, unknown>, [segment, ...rest]: Path, value: unknown): void {
  if (segment === undefined) return;
  if (rest.length === 0) {
    tree[segment] = value;
    return;
  }
  tree[segment] ??= Object.create(null);
  const below = tree[segment];
  // Every object in the tree was made here, so it is ours to change.
  if (isObject(below)) place(below as Record<string, unknown>, rest, value);
}
