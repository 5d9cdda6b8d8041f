import * as z from "zod";
import { shortText } from "../protocol/fields";

/** Describes what the permissions allow that team requests of clients need. The product defines them, at team scope only. */
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

/** Tells whether the product itself defines a permission. */
export function isSystemPermission(id: string): boolean {
  return Object.hasOwn(systemPermissionDescriptions, id);
}

const form = z.regex(
  /^\$?[a-z0-9_:]+$/,
  'Only lowercase letters, numbers, ":", "_" and optional "$" at the beginning are allowed',
);
const systemPermissionExists = z.refine<string>(
  (id) => !id.startsWith("$") || isSystemPermission(id),
  "Invalid system permission",
);

/** The form of the ids of permissions and of provider configurations; `$` begins what the system itself defines. */
export const permissionIdForm = shortText.check(form);

/** The id of a permission that can be granted or contained: one that the owner defines, or the system's. */
export const permissionId = shortText.check(form, systemPermissionExists);

/** The same as a key of the configuration document, which complains of a missing system permission first. */
export const permissionIdKey = shortText.check(systemPermissionExists, form);

/** The id of a permission that the owner defines. */
export const customPermissionId = shortText.regex(
  /^[a-z0-9_:]+$/,
  'Only lowercase letters, numbers, ":", "_" are allowed',
);
