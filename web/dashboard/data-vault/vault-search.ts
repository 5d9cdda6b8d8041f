/** The dialogs of one store. */
const storeDialogs = ["value", "rename", "delete"] as const;

export type StoreDialog = (typeof storeDialogs)[number];

/** Says which dialog is open, as it appears in the address: that of a new store, or one of the named store. */
export type VaultSearch = { create?: true } | { store: string; open: StoreDialog };

/** Reads the search of an address; invalid values are left out. */
export function parseVaultSearch({ create, store, open }: Record<string, unknown>): VaultSearch {
  if (create === true) return { create };
  const dialog = storeDialogs.find((each) => each === open);
  return typeof store === "string" && store !== "" && dialog ? { store, open: dialog } : {};
}
