import { applyPatch, type ConfigOverride, isObject, own, type Path } from "./override";

/** The levels of a project's configuration. What a later one sets comes before what an earlier one does. */
export const configLevels = ["project", "branch", "environment"] as const;
export type ConfigLevel = (typeof configLevels)[number];

/** The key of the stored document below which levels before the environment are kept. It is no setting's. */
export const levelsKey = "levels";

/** The key of where a configuration comes from that is pushed from a repository. */
const sourceKey = "source";

function lowerLevels(document: ConfigOverride): ConfigOverride {
  const lower = own(document, levelsKey);
  return isObject(lower) ? lower : {};
}

/** What is set at one level of a stored document. */
export function overrideAt(document: ConfigOverride, level: ConfigLevel): ConfigOverride {
  if (level === "environment") {
    const { [levelsKey]: _, ...environment } = document;
    return environment;
  }
  const override = own(lowerLevels(document), level);
  return isObject(override) ? override : {};
}

/** A stored document with another override at one level. */
export function withOverrideAt(document: ConfigOverride, level: ConfigLevel, override: ConfigOverride): ConfigOverride {
  const lower = lowerLevels(document);
  if (level !== "environment") return withLower(document, { ...lower, [level]: override });
  return withLower(override, lower);
}

/** A document without lower levels is as it was before there were any. */
function withLower(document: ConfigOverride, lower: ConfigOverride): ConfigOverride {
  const set = Object.entries(lower).filter(([, value]) => isObject(value) && Object.keys(value).length > 0);
  const environment = overrideAt(document, "environment");
  return set.length === 0 ? environment : { ...environment, [levelsKey]: Object.fromEntries(set) };
}

/** Where the branch was pushed from, as it was said; undefined where it was not. */
export function sourceOf(document: ConfigOverride): ConfigOverride | undefined {
  const source = own(lowerLevels(document), sourceKey);
  return isObject(source) ? source : undefined;
}

/** A stored document with another source of the branch. */
export function withSource(document: ConfigOverride, source: ConfigOverride | undefined): ConfigOverride {
  return withLower(document, { ...lowerLevels(document), [sourceKey]: source });
}

/** The override that all levels of a stored document amount to, or those until one of them. */
export function mergedLevels(document: ConfigOverride, until: ConfigLevel = "environment"): ConfigOverride {
  if (!Object.hasOwn(document, levelsKey) && until === "environment") return document;
  return configLevels
    .slice(0, configLevels.indexOf(until) + 1)
    .reduce<ConfigOverride>((merged, level) => applyPatch(merged, overrideAt(document, level)), {});
}

/** An override without some keys and all that is below them, however either is written. */
export function withoutKeys(override: ConfigOverride, keys: readonly string[], above = ""): ConfigOverride {
  const kept = Object.entries(override).flatMap(([name, value]) => {
    const key = above + name;
    if (keys.some((each) => key === each || key.startsWith(`${each}.`))) return [];
    const isAbove = keys.some((each) => each.startsWith(`${key}.`));
    return [[name, isAbove && isObject(value) ? withoutKeys(value, keys, `${key}.`) : value]];
  });
  return Object.fromEntries(kept);
}

/** Newer clients' names of settings, by where they are; `*` stands for any id. */
const newerNames: readonly (readonly [Path, Readonly<Record<string, string>>])[] = [
  [["payments"], { products: "offers", productLines: "groups", catalogs: "groups" }],
  [["payments", "offers", "*"], { productLineId: "groupId", catalogId: "groupId" }],
];

/** A patch as it was sent, with every setting under the name that it is stored by. */
export function underStoredNames(patch: ConfigOverride, above: Path = []): ConfigOverride {
  const entries = Object.entries(patch).map(([key, value]) => {
    const path = [...above];
    for (const segment of key.split(".")) path.push(storedName(path, segment));
    const name = path.slice(above.length).join(".");
    return [name, path[0] === "payments" && path.length < 4 && isObject(value) ? underStoredNames(value, path) : value];
  });
  return Object.fromEntries(entries);
}

function storedName(above: Path, name: string): string {
  const found = newerNames.find(
    ([at]) => at.length === above.length && at.every((segment, index) => ["*", above[index]].includes(segment)),
  );
  return (found && own(found[1], name)) ?? name;
}

/** Adds to a rendered configuration what newer clients call by other names. */
export function withNewerNames<Config extends { payments: Payments }>({ payments, ...config }: Config) {
  const products = Object.entries(payments.offers).map(([id, { groupId, prices, ...offer }]) => [
    id,
    {
      ...offer,
      ...(groupId !== undefined && { productLineId: groupId, catalogId: groupId }),
      prices: isObject(prices) ? prices : {},
    },
  ]);
  const { groups } = payments;
  return {
    ...config,
    payments: { ...payments, products: Object.fromEntries(products), productLines: groups, catalogs: groups },
  };
}

interface Payments {
  offers: Readonly<Record<string, { readonly groupId?: string | undefined; readonly prices: unknown }>>;
  groups: unknown;
}
