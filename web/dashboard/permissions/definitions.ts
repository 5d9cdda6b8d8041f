import type { GatehouseAdminApp, PermissionDefinition } from "../../kit";
import { resourceOptions } from "../../react";
import type { PermissionScope } from "./permission-search";

const scopes = { team: "Team", project: "Project" } as const;

/** The method of the kit that does something with the definitions of a scope. */
export function definitionMethod<Verb extends "create" | "update" | "delete">(verb: Verb, scope: PermissionScope) {
  return `${verb}${scopes[scope]}PermissionDefinition` as const;
}

/** The permissions that can be granted in a scope: the project's own, then the system's. */
export function definitionsOptions(app: GatehouseAdminApp, scope: PermissionScope) {
  return resourceOptions(app, "permission-definitions", [scope], async () =>
    ownFirst(await app[`list${scopes[scope]}PermissionDefinitions`]()),
  );
}

/** Holds what of a definition the containment is made of. */
export type Containing = Pick<PermissionDefinition, "id" | "containedPermissionIds">;

/** Tells whether the product itself defines a permission. */
export function isSystemPermission(id: string): boolean {
  return id.startsWith("$");
}

/** The project's own permissions in the order of their ids, then the system's in their own. */
export function ownFirst<Definition extends Containing>(definitions: readonly Definition[]): Definition[] {
  const own = definitions.filter(({ id }) => !isSystemPermission(id));
  const system = definitions.filter(({ id }) => isSystemPermission(id));
  return [...own.sort((a, b) => (a.id < b.id ? -1 : 1)), ...system];
}

/** All that the holder of a permission has beside it, in the order in which it is reached. */
export function allContained(definitions: readonly Containing[], id: string): string[] {
  const contained = new Map(definitions.map((each) => [each.id, each.containedPermissionIds]));
  const reached = new Set<string>();
  const waiting = [...(contained.get(id) ?? [])];
  for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
    if (reached.has(next) || !contained.has(next)) continue;
    reached.add(next);
    waiting.push(...(contained.get(next) ?? []));
  }
  reached.delete(id);
  return [...reached];
}

/** The permissions that contain each other with this one: users who hold one of them hold all. Empty without a circle. */
export function circleOf(definitions: readonly Containing[], id: string): string[] {
  return allContained(definitions, id).filter((other) => allContained(definitions, other).includes(id));
}

/** A permission in the tree of what contains what. */
export interface ContainmentNode {
  readonly id: string;
  readonly contains: readonly ContainmentNode[];
  /** Is true if it stands above itself, so that it is not followed again. */
  readonly isCircular: boolean;
}

/** Returns what contains what, as trees: one for each permission that no other contains, and one for each circle. */
export function containmentTrees(definitions: readonly Containing[]): ContainmentNode[] {
  const byId = new Map(definitions.map((each) => [each.id, each]));
  const node = (id: string, above: readonly string[]): ContainmentNode => {
    const isCircular = above.includes(id);
    const ids = isCircular ? [] : (byId.get(id)?.containedPermissionIds ?? []);
    return { id, isCircular, contains: ids.filter((each) => byId.has(each)).map((each) => node(each, [...above, id])) };
  };
  return rootsOf(definitions).map((id) => node(id, []));
}

/** The permissions from which all others are reached. */
function rootsOf(definitions: readonly Containing[]): string[] {
  const contained = new Set(
    definitions.flatMap(({ id, containedPermissionIds }) => containedPermissionIds.filter((each) => each !== id)),
  );
  const roots: string[] = [];
  const covered = new Set<string>();
  const add = (id: string) => {
    roots.push(id);
    for (const each of [id, ...allContained(definitions, id)]) covered.add(each);
  };
  for (const { id } of definitions) if (!contained.has(id)) add(id);
  // What is left is reached through circles only.
  for (const { id } of definitions) if (!covered.has(id)) add(id);
  return roots;
}
