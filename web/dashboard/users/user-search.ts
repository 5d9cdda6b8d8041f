import { type CursorSearch, cursorsOf } from "../shell/cursor-search";

/** How many users a page may show; the first is the default. */
export const pageSizes = [25, 10, 50, 100] as const;

export type PageSize = (typeof pageSizes)[number];

/** Which part of the user list is shown, as it appears in the address. Defaults are left out. */
export type UserSearch = CursorSearch & {
  /** The search text. */
  q?: string;
  /** Absent for the newest first. */
  order?: "oldest";
  size?: PageSize;
};

/** One page of the user list; `cursor` is the `nextCursor` of the page before, null on the first page. */
export type UserPageRequest = { query: string; isNewestFirst: boolean; limit: number; cursor: string | null };

/** The page of the list that a search shows. */
export function pageRequestOf(search: UserSearch): UserPageRequest {
  return {
    query: search.q ?? "",
    isNewestFirst: search.order !== "oldest",
    limit: search.size ?? pageSizes[0],
    cursor: cursorsOf(search).at(-1) ?? null,
  };
}

/** Reads the search of an address; invalid values are left out. */
export function parseUserSearch(search: Record<string, unknown>): UserSearch {
  const size = pageSizes.find((size) => size === search.size);
  return {
    // The router parses a search for digits, `true` or `false` as a number or a boolean.
    ...(isScalar(search.q) && search.q !== "" && { q: String(search.q) }),
    ...(search.order === "oldest" && { order: "oldest" }),
    ...(size !== undefined && size !== pageSizes[0] && { size }),
    ...(typeof search.after === "string" && search.after !== "" && { after: search.after }),
  };
}

function isScalar(value: unknown): value is string | number | boolean {
  return typeof value === "string" || typeof value === "number" || typeof value === "boolean";
}
