import { type ConfigDocument, type Setting, settingAt } from "../forms/config-document";

const names = ["teamCreator", "teamMember", "signUp"] as const;

/** The permissions that are granted by default, by the occasion. */
export type DefaultSet = (typeof names)[number];
export type DefaultSets = Record<DefaultSet, string[]>;

/** The sets of a configuration, each in the order of its ids. */
export function defaultSets(config: ConfigDocument): DefaultSets {
  const idsOf = (name: DefaultSet) => Object.keys(settingAt(config, `rbac.defaultPermissions.${name}`) ?? {}).sort();
  return { teamCreator: idsOf("teamCreator"), teamMember: idsOf("teamMember"), signUp: idsOf("signUp") };
}

/** The changes of the configuration that lead from the saved sets to the chosen ones, by path. */
export function changedSets(saved: DefaultSets, chosen: DefaultSets): Record<string, Setting> {
  const changed = names.filter((name) => [...saved[name]].sort().join() !== [...chosen[name]].sort().join());
  return Object.fromEntries(
    changed.map((name) => [
      `rbac.defaultPermissions.${name}`,
      Object.fromEntries(chosen[name].map((id) => [id, true])),
    ]),
  );
}
