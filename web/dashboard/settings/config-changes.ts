import type { Setting } from "../forms/config-document";
import { hiddenSecret } from "../forms/config-queries";

/** A setting that was edited. `from` is undefined where there was none, `to` where it was taken away. */
export interface ConfigChange {
  readonly path: string;
  readonly from: Setting | undefined;
  readonly to: Setting | undefined;
}

type Group = { readonly [key: string]: Setting };

/** Lists what differs between two configurations, setting by setting. A whole group that is new or gone is one change. */
export function changesBetween(before: Setting, after: Setting, path = ""): ConfigChange[] {
  if (!isGroup(before) || !isGroup(after)) {
    return JSON.stringify(before) === JSON.stringify(after) ? [] : [{ path, from: before, to: after }];
  }
  const names = new Set([...Object.keys(before), ...Object.keys(after)]);
  return [...names].flatMap((name) => {
    const below = path === "" ? name : `${path}.${name}`;
    const [from, to] = [own(before, name), own(after, name)];
    return from === undefined || to === undefined ? [{ path: below, from, to }] : changesBetween(from, to, below);
  });
}

/** The override that makes these changes; null takes a setting away, so that its default applies. */
export function overrideOf(changes: readonly ConfigChange[]): Record<string, Setting> {
  return Object.fromEntries(changes.map(({ path, to }) => [path, to ?? null]));
}

/** The first changed setting that would store the dots in the place of a secret, which are not its value. */
export function misplacedSecret(changes: readonly ConfigChange[]): string | undefined {
  return changes.find(({ to }) => JSON.stringify(to ?? null).includes(JSON.stringify(hiddenSecret)))?.path;
}

/** The same value with `replace` in the place of each secret, for code and for the list of changes. */
export function withoutSecrets(value: Setting, name: string, replace: (name: string) => unknown): unknown {
  if (isSecretName(name) && typeof value === "string") return replace(name);
  if (Array.isArray(value)) return value.map((item) => withoutSecrets(item, "", replace));
  if (!isGroup(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, below]) => [key, withoutSecrets(below, key.split(".").at(-1) ?? key, replace)]),
  );
}

function isSecretName(name: string): boolean {
  return name === "clientSecret" || name === "password";
}

function isGroup(value: Setting): value is Group {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function own(group: Group, name: string): Setting | undefined {
  return Object.hasOwn(group, name) ? group[name] : undefined;
}
