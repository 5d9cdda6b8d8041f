import type { PermissionScope } from "./permission-search";

/** The method of the kit that changes a definition, as code. */
export function methodName(verb: "create" | "update" | "delete", scope: PermissionScope): string {
  return `adminApp.${verb}${scope === "team" ? "Team" : "Project"}PermissionDefinition`;
}
