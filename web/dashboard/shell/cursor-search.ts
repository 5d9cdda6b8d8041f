/** The page of a list that is paged by cursor, in the address. */
export type CursorSearch = {
  /** The cursors of all pages after the first, up to the current one, joined by dots. */
  after?: string;
};

/** The cursors of the pages after the first, up to the current one. */
export function cursorsOf({ after }: CursorSearch): string[] {
  return after === undefined ? [] : after.split(".");
}

/** The same search on the next page, which begins at `cursor`. */
export function nextPage<Search extends CursorSearch>(search: Search, cursor: string): Search {
  return { ...search, after: [...cursorsOf(search), cursor].join(".") };
}

/** The same search on the previous page. */
export function previousPage<Search extends CursorSearch>(search: Search): Search {
  return { ...search, after: cursorsOf(search).slice(0, -1).join(".") || undefined };
}
