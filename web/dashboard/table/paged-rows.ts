import { useMemo } from "react";

/**
 * The rows of a list that is loaded page by page. They stay in their pages: neither a page that arrives nor a scrolled frame
 * costs more the more rows are loaded.
 */
export class PagedRows<Row> implements Iterable<Row> {
  readonly length: number;
  readonly #pages: readonly (readonly Row[])[];
  /** Says at which row each page begins. */
  readonly #starts: readonly number[];

  constructor(pages: readonly (readonly Row[])[]) {
    let length = 0;
    this.#pages = pages;
    this.#starts = pages.map((page) => {
      const start = length;
      length += page.length;
      return start;
    });
    this.length = length;
  }

  /** The rows from `first` up to, and without, `end`. */
  slice(first: number, end: number): Row[] {
    const rows: Row[] = [];
    for (let page = this.#pageOf(first); page < this.#pages.length; page++) {
      const start = this.#starts[page] ?? 0;
      if (start >= end) break;
      rows.push(...(this.#pages[page]?.slice(Math.max(first - start, 0), end - start) ?? []));
    }
    return rows;
  }

  /** Tells whether something is true of each row. The latest ones are asked first. */
  every(is: (row: Row) => boolean): boolean {
    return this.#pages.findLast((page) => !page.every(is)) === undefined;
  }

  *[Symbol.iterator](): IterableIterator<Row> {
    for (const page of this.#pages) yield* page;
  }

  /** The last page that begins at a row or before it. */
  #pageOf(row: number): number {
    let [low, high] = [0, this.#starts.length - 1];
    while (low < high) {
      const middle = Math.ceil((low + high) / 2);
      if ((this.#starts[middle] ?? 0) <= row) low = middle;
      else high = middle - 1;
    }
    return low;
  }
}

/** The rows of the pages of an infinite query. `rowsOf` is the same function each time. */
export function usePagedRows<Page, Row>(
  pages: readonly Page[] | undefined,
  rowsOf: (page: Page) => readonly Row[],
): PagedRows<Row> {
  return useMemo(() => new PagedRows(pages?.map(rowsOf) ?? []), [pages, rowsOf]);
}
