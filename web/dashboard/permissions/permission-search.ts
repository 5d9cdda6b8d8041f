import { flag, oneOf, searchBy, text } from "../lists/address-search";
import { msg } from "../translation/message";

/** Lists the scopes in which permissions are granted, by their names in the address. The first is shown where the address names none. */
export const permissionScopes = {
  team: msg("In teams"),
  project: msg("In the project"),
} as const;

export type PermissionScope = keyof typeof permissionScopes;

const read = searchBy({
  scope: oneOf("project"),
  /** The id of the permission that is edited. */
  edit: text,
  /** Is true if a new permission is defined. */
  create: flag,
});

/** Holds what the address of the permissions says: the scope, and the definition that is open. */
export type PermissionSearch = ReturnType<typeof read>;

/** Reads the search of an address; invalid values are left out. */
export function parsePermissionSearch(search: Record<string, unknown>): PermissionSearch {
  const { create, ...edited } = read(search);
  return { ...edited, ...(edited.edit === undefined && create && { create }) };
}
