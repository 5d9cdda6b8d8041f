import { isSystemPermission } from "../../../config";
import type { Project } from "../../../db/projects/project";
import type { Failing } from "../../../protocol/failing";
import type { PermissionDefinitionCreation, PermissionDefinitionUpdate } from "./contract";
import { isDefined, type PermissionScope, scopeOf } from "./index";

/** A change of a project's configuration document, as the keys that it sets. */
type Patch = Record<string, unknown>;
type Definitions = Project["config"]["rbac"]["permissions"];
type Definition = Definitions[string];

/** Adds a definition, of an id that neither scope has. */
export function creationPatch(
  { fail }: Failing<"PERMISSION_ID_ALREADY_EXISTS" | "CONTAINED_PERMISSION_NOT_FOUND">,
  project: Project,
  scope: PermissionScope,
  body: PermissionDefinitionCreation,
): Patch {
  refuseTaken({ fail }, project, body.id);
  requireContainable({ fail }, project, scope, body.contained_permission_ids);
  const definition = newDefinition(scope, body.description, body.contained_permission_ids);
  return { "rbac.permissions": { ...project.config.rbac.permissions, [body.id]: definition } };
}

/**
 * Changes a definition; what the body leaves out stays. A new id takes the place of the old one in the containment of
 * all definitions and in the default sets. A definition may contain itself, by its old id.
 */
export function updatePatch(
  { fail }: Failing<"PERMISSION_NOT_FOUND" | "PERMISSION_ID_ALREADY_EXISTS" | "CONTAINED_PERMISSION_NOT_FOUND">,
  project: Project,
  scope: PermissionScope,
  id: string,
  body: PermissionDefinitionUpdate,
): Patch {
  const stored = requireCustom({ fail }, project, scope, id);
  const newId = body.id ?? id;
  if (newId !== id) refuseTaken({ fail }, project, newId);
  requireContainable({ fail }, project, scope, body.contained_permission_ids ?? []);
  const contained = body.contained_permission_ids ?? Object.keys(stored.containedPermissionIds);
  const definition = newDefinition(scope, body.description ?? stored.description, contained);
  const definitions = { ...project.config.rbac.permissions, [id]: definition };
  return replacePermission({ ...project.config.rbac, permissions: definitions }, id, newId);
}

/** Takes a definition out of the document, with every place that names it. */
export function deletionPatch(
  { fail }: Failing<"PERMISSION_NOT_FOUND">,
  project: Project,
  scope: PermissionScope,
  id: string,
): Patch {
  requireCustom({ fail }, project, scope, id);
  return replacePermission(project.config.rbac, id, undefined);
}

/** Puts another id, or none, wherever the definitions and the default sets name one. */
function replacePermission(
  { permissions, defaultPermissions }: Project["config"]["rbac"],
  id: string,
  newId: string | undefined,
): Patch {
  const definitions = replaceKey(permissions, id, newId).map(([key, { containedPermissionIds, ...definition }]) => [
    key,
    { ...definition, containedPermissionIds: Object.fromEntries(replaceKey(containedPermissionIds, id, newId)) },
  ]);
  const changedSets = Object.entries(defaultPermissions)
    .filter(([, set]) => id !== newId && Object.hasOwn(set, id))
    .map(([name, set]) => [`rbac.defaultPermissions.${name}`, Object.fromEntries(replaceKey(set, id, newId))]);
  return { "rbac.permissions": Object.fromEntries(definitions), ...Object.fromEntries(changedSets) };
}

function replaceKey<T>(record: Readonly<Record<string, T>>, key: string, newKey: string | undefined): [string, T][] {
  const entries = Object.entries(record);
  if (newKey === undefined) return entries.filter(([each]) => each !== key);
  return entries.map(([each, value]) => [each === key ? newKey : each, value]);
}

function newDefinition(scope: PermissionScope, description: string | undefined, contained: readonly string[]) {
  const containedPermissionIds = Object.fromEntries(contained.map((id) => [id, true as const]));
  return { ...(description && { description }), scope, containedPermissionIds };
}

/** The definition of a permission that the owner may change: not one of the system's. */
function requireCustom(
  { fail }: Failing<"PERMISSION_NOT_FOUND">,
  project: Project,
  scope: PermissionScope,
  id: string,
): Definition {
  const definition = project.config.rbac.permissions[id];
  if (!definition || isSystemPermission(id) || definition.scope !== scope) {
    return fail("PERMISSION_NOT_FOUND", { permission_id: id });
  }
  return definition;
}

/** Teams and the project share one name space. */
function refuseTaken({ fail }: Failing<"PERMISSION_ID_ALREADY_EXISTS">, project: Project, id: string): void {
  if (scopeOf(project, id)) fail("PERMISSION_ID_ALREADY_EXISTS", { permission_id: id });
}

function requireContainable(
  { fail }: Failing<"CONTAINED_PERMISSION_NOT_FOUND">,
  project: Project,
  scope: PermissionScope,
  ids: readonly string[],
): void {
  const missing = ids.find((id) => !isDefined(project, id, scope));
  if (missing !== undefined) fail("CONTAINED_PERMISSION_NOT_FOUND", { permission_id: missing });
}
