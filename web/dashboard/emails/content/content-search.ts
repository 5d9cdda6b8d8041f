/** Says what is open on a list of themes, templates or drafts. */
export interface ContentListSearch {
  create?: true;
}

/** Says what is open on the page of a theme, a template or a draft. */
export interface ContentSearch {
  dialog?: "rename" | "delete" | "reset";
  /** Says how wide the preview is; as on a desktop where it is absent. */
  width?: "phone";
}

/** Reads the search of a list, of which anything may be in an address. */
export function parseContentListSearch(search: Record<string, unknown>): ContentListSearch {
  return search.create === true || search.create === "true" ? { create: true } : {};
}

/** Reads the search of a page with an editor. */
export function parseContentSearch({ dialog, width }: Record<string, unknown>): ContentSearch {
  return {
    ...((dialog === "rename" || dialog === "delete" || dialog === "reset") && { dialog }),
    ...(width === "phone" && { width }),
  };
}
