import type { Project } from "../projects";
import { type Containment, expand } from "./graph";

export type PermissionScope = "team" | "project";

/** What the permissions do that guard the team calls of clients. The product defines them, at team scope only. */
export const systemPermissionDescriptions: Record<string, string> = {
  $update_team: "Update the team information",
  $delete_team: "Delete the team",
  $read_members: "Read and list the other members of the team",
  $remove_members: "Remove other members from the team",
  $invite_members: "Invite other users to the team",
  $manage_api_keys: "Create and manage API keys for the team",
};

export function isDefined({ config }: Project, id: string, scope: PermissionScope): boolean {
  if (Object.hasOwn(systemPermissionDescriptions, id)) return scope === "team";
  return Object.hasOwn(config.rbac.permissions, id) && config.rbac.permissions[id]?.scope === scope;
}

/** What a user holds who was granted `ids` directly: those and all they contain, as far as defined in this scope. */
export function effectivePermissions(project: Project, ids: Iterable<string>, scope: PermissionScope): Set<string> {
  const reached = expand(containmentOf(project), ids);
  return new Set([...reached].filter((id) => isDefined(project, id, scope)));
}

function containmentOf({ config }: Project): Containment {
  const definitions = Object.entries(config.rbac.permissions);
  return new Map(definitions.map(([id, definition]) => [id, Object.keys(definition.containedPermissionIds ?? {})]));
}
