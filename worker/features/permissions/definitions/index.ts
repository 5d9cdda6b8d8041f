import { isSystemPermission } from "../../../config";
import type { Project } from "../../../db/projects/project";

export type PermissionScope = "team" | "project";

/** Returns where a permission can be granted; undefined for a permission that is not defined. */
export function scopeOf({ config }: Pick<Project, "config">, id: string): PermissionScope | undefined {
  if (isSystemPermission(id)) return "team";
  return Object.hasOwn(config.rbac.permissions, id) ? config.rbac.permissions[id]?.scope : undefined;
}

export function isDefined(project: Pick<Project, "config">, id: string, scope: PermissionScope): boolean {
  return scopeOf(project, id) === scope;
}

/**
 * Returns what a user holds who was granted some permissions directly. Those are the granted ones and all that they contain, as far as
 * defined in this scope. A permission of the other scope contains nothing. Cycles are legal, so each permission is visited once.
 *
 * @param onStep is called for each permission that is granted, or contained in one that is held
 */
export function effectivePermissions(
  project: Project,
  ids: Iterable<string>,
  scope: PermissionScope,
  onStep?: () => void,
): Set<string> {
  const held = new Set<string>();
  const waiting = [...ids];
  for (let id = waiting.pop(); id !== undefined; id = waiting.pop()) {
    onStep?.();
    if (held.has(id) || !isDefined(project, id, scope)) continue;
    held.add(id);
    for (const contained of containedIn(project, id)) waiting.push(contained);
  }
  return held;
}

/** Lists the permissions of a scope that are, or contain, a given one: a user who was granted any of them holds it. */
export function permissionsLeadingTo(project: Project, id: string, scope: PermissionScope): string[] {
  if (!isDefined(project, id, scope)) return [];
  const containers = new Map<string, string[]>();
  for (const container of Object.keys(project.config.rbac.permissions)) {
    if (!isDefined(project, container, scope)) continue;
    for (const contained of containedIn(project, container)) {
      const known = containers.get(contained);
      if (known) known.push(container);
      else containers.set(contained, [container]);
    }
  }
  const leading = new Set([id]);
  // A set is iterated with what is added meanwhile.
  for (const reached of leading) for (const container of containers.get(reached) ?? []) leading.add(container);
  return [...leading];
}

/** What a defined permission contains; the system's permissions contain nothing and have no definition. */
function containedIn({ config }: Pick<Project, "config">, id: string): string[] {
  return Object.keys(config.rbac.permissions[id]?.containedPermissionIds ?? {});
}

/**
 * The order of permission ids in every list: `$`, digits, `:`, letters, `_`. Compared are the upper-cased forms by code
 * unit, since ids have no upper case of their own.
 */
export function byPermissionId(a: string, b: string): number {
  const [left, right] = [a.toUpperCase(), b.toUpperCase()];
  return left < right ? -1 : Number(left > right);
}
