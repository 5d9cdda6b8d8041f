import { msg } from "../translation/message";

/** Lists the scopes in which permissions are granted, by their names in the address. The first is shown where the address names none. */
export const permissionScopes = {
  team: msg("In teams"),
  project: msg("In the project"),
} as const;

export type PermissionScope = keyof typeof permissionScopes;

/** Holds what the address of the permissions says: the scope, and the definition that is open. */
export type PermissionSearch = {
  scope?: "project";
  /** The id of the permission that is edited. */
  edit?: string;
  /** Is true if a new permission is defined. */
  create?: true;
};

/** Reads the search of an address; invalid values are left out. */
export function parsePermissionSearch(search: Record<string, unknown>): PermissionSearch {
  const { scope, edit, create } = search;
  return {
    ...(scope === "project" && { scope }),
    // The router parses a search for digits or `true` as a number or a boolean.
    ...(isName(edit) ? { edit: String(edit) } : create === true && { create }),
  };
}

function isName(value: unknown): value is string | number | boolean {
  return typeof value === "number" || typeof value === "boolean" || (typeof value === "string" && value !== "");
}
