import type { Caller } from "../requests/caller";
import { path } from "../requests/path";
import type * as wire from "../requests/wire";
import { wireNames } from "../requests/wire-names";

/** What a permission is called, and which others it contains. */
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

/** What is left out stays. */
export interface PermissionDefinitionUpdateOptions {
  /** A new id; whoever holds the permission keeps it. */
  readonly id?: string;
  readonly description?: string;
  readonly containedPermissionIds?: readonly string[];
}

type Scope = "team" | "project";

const changed = ["permission-definitions", "permissions", "project"] as const;

export async function listPermissionDefinitions(caller: Caller, scope: Scope): Promise<PermissionDefinition[]> {
  const { items } = await caller.read<wire.List<wire.PermissionDefinition>>(`/${scope}-permission-definitions`);
  return items.map(toDefinition);
}

export async function createPermissionDefinition(
  caller: Caller,
  scope: Scope,
  options: PermissionDefinitionCreateOptions,
): Promise<PermissionDefinition> {
  const body = wireNames(options);
  return toDefinition(await caller.write("POST", `/${scope}-permission-definitions`, body, changed));
}

export async function updatePermissionDefinition(
  caller: Caller,
  scope: Scope,
  id: string,
  options: PermissionDefinitionUpdateOptions,
): Promise<void> {
  await caller.write("PATCH", `/${scope}-permission-definitions${path`/${id}`}`, wireNames(options), changed);
}

export async function deletePermissionDefinition(caller: Caller, scope: Scope, id: string): Promise<void> {
  await caller.write("DELETE", `/${scope}-permission-definitions${path`/${id}`}`, undefined, changed);
}

function toDefinition(definition: wire.PermissionDefinition): PermissionDefinition {
  const { id, description, contained_permission_ids: containedPermissionIds } = definition;
  return { id, description, containedPermissionIds };
}
