import type { Caller } from "../requests/caller";
import type * as wire from "../requests/wire";
import { wireNames } from "../requests/wire-names";

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

type Scope = "team" | "project";

/** @internal */
export async function listPermissionDefinitions(
  caller: Caller<"admin">,
  scope: Scope,
): Promise<PermissionDefinition[]> {
  const { items } = await caller.read(`GET /${scope}-permission-definitions`);
  return items.map(toDefinition);
}

/** @internal */
export async function createPermissionDefinition(
  caller: Caller<"admin">,
  scope: Scope,
  options: PermissionDefinitionCreateOptions,
): Promise<PermissionDefinition> {
  return toDefinition(await caller.write(`POST /${scope}-permission-definitions`, { body: wireNames(options) }));
}

/** @internal */
export async function updatePermissionDefinition(
  caller: Caller<"admin">,
  scope: Scope,
  id: string,
  options: PermissionDefinitionUpdateOptions,
): Promise<void> {
  const parts = { params: { permission_id: id }, body: wireNames(options) };
  await caller.write(`PATCH /${scope}-permission-definitions/{permission_id}`, parts);
}

/** @internal */
export async function deletePermissionDefinition(caller: Caller<"admin">, scope: Scope, id: string): Promise<void> {
  await caller.write(`DELETE /${scope}-permission-definitions/{permission_id}`, { params: { permission_id: id } });
}

function toDefinition(definition: wire.PermissionDefinition): PermissionDefinition {
  const { id, description, contained_permission_ids: containedPermissionIds } = definition;
  return { id, description, containedPermissionIds };
}
