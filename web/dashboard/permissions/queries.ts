import type { GatehouseAdminApp } from "../../kit";
import { resourceOptions } from "../../react";
import { ownFirst } from "./containment";
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
