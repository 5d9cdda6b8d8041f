/** How many users a page may show; the first is the usual number. */
export const pageSizes = [25, 10, 50, 100] as const;

export type PageSize = (typeof pageSizes)[number];

/** Which part of the users' list is shown, as it stands in the address. What is usual is left out of it. */
export type UserSearch = {
  /** What is searched for. */
  q?: string;
  /** Absent for the newest first. */
  order?: "oldest";
  size?: PageSize;
  /** Where each page after the first begins, up to the one that is shown: cursors, joined by dots. */
  after?: string;
};

/** Reads the search of an address; what cannot be made sense of is left out. */
export function parseUserSearch(search: Record<string, unknown>): UserSearch {
  const size = pageSizes.find((size) => size === search.size);
  return {
    // The router reads text that looks like a number or a truth value as one.
    ...(isScalar(search.q) && search.q !== "" && { q: String(search.q) }),
    ...(search.order === "oldest" && { order: "oldest" }),
    ...(size !== undefined && size !== pageSizes[0] && { size }),
    ...(typeof search.after === "string" && search.after !== "" && { after: search.after }),
  };
}

function isScalar(value: unknown): value is string | number | boolean {
  return typeof value === "string" || typeof value === "number" || typeof value === "boolean";
}

/** The cursors of the pages up to the one that is shown; as many as pages lie before it. */
export function cursorsOf({ after }: UserSearch): string[] {
  return after === undefined ? [] : after.split(".");
}

/** The same search on the page after the one that is shown, which begins at `cursor`. */
export function nextPage(search: UserSearch, cursor: string): UserSearch {
  return { ...search, after: [...cursorsOf(search), cursor].join(".") };
}

/** The same search on the page before the one that is shown. */
export function previousPage(search: UserSearch): UserSearch {
  return { ...search, after: cursorsOf(search).slice(0, -1).join(".") || undefined };
}
