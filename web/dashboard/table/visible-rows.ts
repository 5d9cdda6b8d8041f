/** The rows of a list that are rendered: from `first` up to, and without, `end`. */
export interface RowRange {
  readonly first: number;
  readonly end: number;
}

/**
 * The rows that the viewport shows, with `overscan` more on either side, so that fast scrolling and the next Tab stop find
 * them rendered.
 *
 * @param top pixels between the top of the first row and the top of the viewport; negative while the list begins below it
 */
export function visibleRows({
  count,
  rowHeight,
  top,
  viewportHeight,
  overscan,
}: {
  count: number;
  rowHeight: number;
  top: number;
  viewportHeight: number;
  overscan: number;
}): RowRange {
  const within = (row: number) => Math.min(Math.max(row, 0), count);
  return {
    first: within(Math.floor(top / rowHeight) - overscan),
    end: within(Math.ceil((top + viewportHeight) / rowHeight) + overscan),
  };
}
