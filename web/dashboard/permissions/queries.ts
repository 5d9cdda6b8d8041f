import type {
  GatehouseAdminApp,
  PermissionDefinitionCreateOptions,
  PermissionDefinitionUpdateOptions,
} from "../../kit";
import { resourceOptions } from "../../react";
import { ownFirst } from "./containment";
import type { PermissionScope } from "./permission-search";

/** The permissions that can be granted in a scope: the project's own, then the system's. */
export function definitionsOptions(app: GatehouseAdminApp, scope: PermissionScope) {
  return resourceOptions(app, "permission-definitions", [scope], async () =>
    ownFirst(
      scope === "team" ? await app.listTeamPermissionDefinitions() : await app.listProjectPermissionDefinitions(),
    ),
  );
}

export function createDefinition(
  app: GatehouseAdminApp,
  scope: PermissionScope,
  definition: PermissionDefinitionCreateOptions,
) {
  return scope === "team"
    ? app.createTeamPermissionDefinition(definition)
    : app.createProjectPermissionDefinition(definition);
}

export function updateDefinition(
  app: GatehouseAdminApp,
  scope: PermissionScope,
  id: string,
  changes: PermissionDefinitionUpdateOptions,
) {
  return scope === "team"
    ? app.updateTeamPermissionDefinition(id, changes)
    : app.updateProjectPermissionDefinition(id, changes);
}

export function deleteDefinition(app: GatehouseAdminApp, scope: PermissionScope, id: string): Promise<void> {
  return scope === "team" ? app.deleteTeamPermissionDefinition(id) : app.deleteProjectPermissionDefinition(id);
}

/** The method of the kit that changes a definition, as code. */
export function methodName(verb: "create" | "update" | "delete", scope: PermissionScope): string {
  return `adminApp.${verb}${scope === "team" ? "Team" : "Project"}PermissionDefinition`;
}
