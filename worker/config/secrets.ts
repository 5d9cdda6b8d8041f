import { configDocument } from "./document";
import { pathsTo } from "./kinds";
import { levelsKey } from "./levels";
import { type ConfigOverride, isObject, type Path } from "./override";
import { secret } from "./settings";

/** Lists where an override may hold a secret; `*` stands for any one segment. */
export const secretPaths: readonly Path[] = pathsTo(configDocument, ({ checks }) =>
  Boolean((checks as readonly unknown[] | undefined)?.includes(secret)),
);

/**
 * The override with every secret text in it replaced by what `transform` makes of it: seals before storage, opens after
 * reading. Visits the secret's paths in every dotted and nested spelling, and nothing else.
 *
 * @param transform gets the full dot path of the secret and its text
 */
export async function mapSecrets(
  override: ConfigOverride,
  transform: (path: string, value: string) => Promise<string>,
): Promise<ConfigOverride> {
  return mapBelow(override, []);

  async function mapBelow(object: ConfigOverride, above: Path): Promise<ConfigOverride> {
    const entries = await Promise.all(
      Object.entries(object).map(async ([key, value]) => [
        key,
        key === levelsKey && above.length === 0
          ? await mapLevels(value)
          : await mapValue(value, [...above, ...key.split(".")]),
      ]),
    );
    return Object.fromEntries(entries);
  }

  /** A secret has the same path at each level: it is sealed for where it is read. */
  async function mapLevels(levels: unknown): Promise<unknown> {
    if (!isObject(levels)) return levels;
    const entries = Object.entries(levels).map(async ([level, override]) => [
      level,
      isObject(override) ? await mapBelow(override, []) : override,
    ]);
    return Object.fromEntries(await Promise.all(entries));
  }

  async function mapValue(value: unknown, path: Path): Promise<unknown> {
    const secret = secretPaths.find((candidate) => leadsTo(path, candidate));
    if (!secret) return value;
    if (path.length < secret.length) return isObject(value) ? mapBelow(value, path) : value;
    return typeof value === "string" ? transform(path.join("."), value) : value;
  }
}

/** Tells whether a setting is a secret. */
export function isSecretPath(path: Path): boolean {
  return secretPaths.some((secret) => secret.length === path.length && leadsTo(path, secret));
}

/** Tells whether `path` is `secret`, or above it. */
function leadsTo(path: Path, secret: Path): boolean {
  return path.length <= secret.length && path.every((segment, index) => ["*", segment].includes(secret[index] ?? ""));
}
