/** Random overrides for property tests; the same seed gives the same ones. */

export type Random = {
  readonly below: (limit: number) => number;
  readonly pick: <T>(values: readonly T[]) => T;
};

/** Mulberry32: small, fast, and good enough to choose test data. */
export function seeded(seed: number): Random {
  let state = seed;
  const next = () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const below = (limit: number) => Math.floor(next() * limit);
  // An index below the length always has a value.
  return { below, pick: <T>(values: readonly T[]) => values[below(values.length)] as T };
}

const sections = [
  "auth",
  "password",
  "oauth",
  "providers",
  "google",
  "allowSignIn",
  "type",
  "clientSecret",
  "emails",
  "server",
  "themes",
  "templates",
  "1df07ae6-abf3-4a40-83a5-a1a2cbe336ac",
  "tsxSource",
  "themeId",
  "payments",
  "offers",
  "pro",
  "prices",
  "isAddOnTo",
  "includedItems",
  "repeat",
  "freeTrial",
  "items",
  "rbac",
  "permissions",
  "containedPermissionIds",
  "$read_members",
  "domains",
  "trustedDomains",
  "handlerPath",
  "sourceOfTruth",
] as const;
const hostile = ["__proto__", "constructor", "prototype", "toString", "", "-", "0", "a b", "é", "\u0000"] as const;
const scalars = [null, true, false, 0, -1, 1e308, "", "text", "include-by-default", "never", "google"] as const;

/** JSON made of the document's own words, dotted and nested at random. */
export function randomOverride(random: Random): Record<string, unknown> {
  return randomObject(random, sections, 0);
}

/** As `randomOverride`, with names that no owner would choose. */
export function hostileJson(random: Random): Record<string, unknown> {
  return randomObject(random, [...sections, ...hostile], 0);
}

function randomObject(random: Random, names: readonly string[], depth: number): Record<string, unknown> {
  const entries = Array.from({ length: random.below(5) }, () => {
    const key = Array.from({ length: 1 + random.below(4) }, () => random.pick(names)).join(".");
    return [key, randomValue(random, names, depth)];
  });
  return Object.fromEntries(entries);
}

function randomValue(random: Random, names: readonly string[], depth: number): unknown {
  const kind = depth > 6 ? 0 : random.below(5);
  if (kind < 2) return random.pick(scalars);
  if (kind === 2) return [random.pick(scalars), random.pick(["day", "week", 7])];
  return randomObject(random, names, depth + 1);
}
