/** What the permissions do that guard the team calls of clients. The product defines them, at team scope only. */
export const systemPermissionDescriptions: Readonly<Record<string, string>> = {
  $update_team: "Update the team information",
  $delete_team: "Delete the team",
  $read_members: "Read and list the other members of the team",
  $remove_members: "Remove other members from the team",
  $invite_members: "Invite other users to the team",
  $manage_api_keys: "Create and manage API keys for the team",
};

/** Their ids, in the order in which they are listed. */
export const systemPermissions = Object.keys(systemPermissionDescriptions);

/** Whether the product itself defines a permission. */
export function isSystemPermission(id: string): boolean {
  return Object.hasOwn(systemPermissionDescriptions, id);
}
