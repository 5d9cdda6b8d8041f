import { isSystemPermission } from "../../../config";
import type { Project } from "../../../db/projects/project";

export type PermissionScope = "team" | "project";

/** Where a permission can be granted; undefined for a permission that is not defined. */
export function scopeOf({ config }: Pick<Project, "config">, id: string): PermissionScope | undefined {
  if (isSystemPermission(id)) return "team";
  return Object.hasOwn(config.rbac.permissions, id) ? config.rbac.permissions[id]?.scope : undefined;
}

export function isDefined(project: Pick<Project, "config">, id: string, scope: PermissionScope): boolean {
  return scopeOf(project, id) === scope;
}

/**
 * Makes the function from directly granted permissions to all that their holder has. Those are the granted ones and all that they contain,
 * as far as defined in this scope. A permission of the other scope contains nothing. The function is made once for many users.
 */
export function expansionIn(project: Project, scope: PermissionScope): (ids: Iterable<string>) => Set<string> {
  const containment = containmentOf(project, scope);
  return (ids) => new Set([...expand(containment, ids)].filter((id) => isDefined(project, id, scope)));
}

/** What a user holds who was granted `ids` directly. */
export function effectivePermissions(project: Project, ids: Iterable<string>, scope: PermissionScope): Set<string> {
  return expansionIn(project, scope)(ids);
}

/** The permissions of a scope that are, or contain, a given one: a user who was granted any of them holds it. */
export function permissionsLeadingTo(project: Project, id: string, scope: PermissionScope): string[] {
  const expanded = expansionIn(project, scope);
  return [id, ...Object.keys(project.config.rbac.permissions)].filter((each) => expanded([each]).has(id));
}

function containmentOf({ config }: Project, scope: PermissionScope): Containment {
  const definitions = Object.entries(config.rbac.permissions).filter(([, definition]) => definition.scope === scope);
  return new Map(definitions.map(([id, definition]) => [id, Object.keys(definition.containedPermissionIds)]));
}

/** What a permission definition contains, by id; the system permissions contain nothing and have no definition. */
type Containment = ReadonlyMap<string, readonly string[]>;

/**
 * The given permissions and everything reachable through containment. Cycles are legal: each permission is visited
 * once.
 */
function expand(containment: Containment, ids: Iterable<string>): Set<string> {
  const reached = new Set<string>();
  const waiting = [...ids];
  for (let id = waiting.pop(); id !== undefined; id = waiting.pop()) {
    if (reached.has(id)) continue;
    reached.add(id);
    waiting.push(...(containment.get(id) ?? []));
  }
  return reached;
}

/**
 * The order of permission ids in every list: `$`, digits, `:`, letters, `_`. Compared are the upper-cased forms by code
 * unit, since ids have no upper case of their own.
 */
export function byPermissionId(a: string, b: string): number {
  const [left, right] = [a.toUpperCase(), b.toUpperCase()];
  return left < right ? -1 : Number(left > right);
}
