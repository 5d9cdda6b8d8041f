import type * as wire from "../requests/wire";
import { wireNames } from "../requests/wire-names";
import { nothing, tableOf } from "../rows/operation";

/** The name of a permission, and which others it contains. */
export interface PermissionDefinition {
  readonly id: string;
  readonly description: string | undefined;
  readonly containedPermissionIds: readonly string[];
}

export interface PermissionDefinitionCreateOptions {
  readonly id: string;
  readonly description?: string;
  readonly containedPermissionIds: readonly string[];
}

/** Undefined fields stay as they are. */
export interface PermissionDefinitionUpdateOptions {
  /** A new id; users who hold the permission keep it. */
  readonly id?: string;
  readonly description?: string;
  readonly containedPermissionIds?: readonly string[];
}

const definition = (id: string) => ({ params: { permission_id: id } });
const created = (options: PermissionDefinitionCreateOptions) => ({ body: wireNames(options) });
const updated = (id: string, options: PermissionDefinitionUpdateOptions) => ({
  ...definition(id),
  body: wireNames(options),
});

export const permissionDefinitions = /* @__PURE__ */ tableOf("admin", ({ read, write }) => ({
  /** The permissions that can be granted in a team. */
  listTeamPermissionDefinitions: read(
    "GET /team-permission-definitions",
    () => ({}),
    toDefinitions,
    "permission-definitions",
  ),

  /** Defines a permission that can be granted in a team. */
  createTeamPermissionDefinition: write("POST /team-permission-definitions", created, toDefinition),

  /** Changes the given fields of a permission. */
  updateTeamPermissionDefinition: write("PATCH /team-permission-definitions/{permission_id}", updated, nothing),

  /** Deletes a permission, and revokes it from all users. */
  deleteTeamPermissionDefinition: write("DELETE /team-permission-definitions/{permission_id}", definition, nothing),

  /** The permissions that can be granted in the project. */
  listProjectPermissionDefinitions: read(
    "GET /project-permission-definitions",
    () => ({}),
    toDefinitions,
    "permission-definitions",
  ),

  /** Defines a permission that can be granted in the project. */
  createProjectPermissionDefinition: write("POST /project-permission-definitions", created, toDefinition),

  /** Changes the given fields of a permission. */
  updateProjectPermissionDefinition: write("PATCH /project-permission-definitions/{permission_id}", updated, nothing),

  /** Deletes a permission, and revokes it from all users. */
  deleteProjectPermissionDefinition: write(
    "DELETE /project-permission-definitions/{permission_id}",
    definition,
    nothing,
  ),
}));

export type PermissionDefinitions = typeof permissionDefinitions;

function toDefinitions({ items }: { readonly items: readonly wire.PermissionDefinition[] }): PermissionDefinition[] {
  return items.map(toDefinition);
}

function toDefinition(definition: wire.PermissionDefinition): PermissionDefinition {
  const { id, description, contained_permission_ids: containedPermissionIds } = definition;
  return { id, description, containedPermissionIds };
}
