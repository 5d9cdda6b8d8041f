import { type RefObject, useLayoutEffect, useState } from "react";
import { type RowRange, visibleRows } from "./visible-rows";

const overscan = 12;

/** The height of a row before one was measured, in pixels. */
const expectedRowHeight = 57;

/**
 * Which of `count` rows of a table to render as the page scrolls, and how high a row is in pixels. All rows are equally high.
 *
 * @param start the part of the table in whose place the first rows stand, before the body of those that are rendered
 */
export function useVisibleRows(start: RefObject<HTMLTableSectionElement | null>, count: number) {
  const [rowHeight, setRowHeight] = useState(expectedRowHeight);
  const [range, setRange] = useState<RowRange>(() => ({ first: 0, end: Math.min(count, 2 * overscan) }));

  useLayoutEffect(() => {
    function update() {
      if (!start.current) return;
      const row = start.current.nextElementSibling?.querySelector<HTMLElement>("tr[aria-rowindex]");
      const measured = row?.getBoundingClientRect().height || rowHeight;
      if (Math.abs(measured - rowHeight) > 0.5) setRowHeight(measured);
      const next = visibleRows({
        count,
        rowHeight: measured,
        top: -start.current.getBoundingClientRect().top,
        viewportHeight: window.innerHeight,
        overscan,
      });
      setRange((range) => (range.first === next.first && range.end === next.end ? range : next));
    }
    update();
    window.addEventListener("scroll", update, { passive: true });
    window.addEventListener("resize", update);
    return () => {
      window.removeEventListener("scroll", update);
      window.removeEventListener("resize", update);
    };
  }, [start, count, rowHeight]);

  return { first: Math.min(range.first, count), end: Math.min(range.end, count), rowHeight };
}
