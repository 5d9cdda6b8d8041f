import {
  memo,
  type ReactNode,
  type Ref,
  type RefObject,
  useCallback,
  useEffect,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from "react";
import {
  ColumnHeader,
  type SortDirection,
  Table,
  TableBody,
  TableCell,
  TableHead,
  TableRow,
} from "../../ui/data/table";
import { Checkbox } from "../../ui/forms/checkbox";
import { classNames } from "../../ui/theme/class-names";
import { useTranslation } from "../translation/use-translation";

/** A column of a `VirtualTable`. `className` applies to the header and the cells. */
export interface VirtualColumn<Row> {
  readonly id: string;
  readonly header: string;
  readonly cell: (row: Row) => ReactNode;
  readonly className?: string;
  /** The direction in which the table is sorted by this column, if it is. */
  readonly sort?: SortDirection;
  readonly onSort?: () => void;
  /** Tells whether a row has nothing in it. A column that is empty in all rows is not shown. */
  readonly isEmpty?: (row: Row) => boolean;
}

/** Beside the navigation of a window that is not wide, seven columns fit with less space between them. */
const betweenColumns =
  "lg:max-2xl:[&_:is(th,td):not(:first-child)]:ps-2.5 lg:max-2xl:[&_:is(th,td):not(:last-child)]:pe-2.5";

/** Sets how many rows before the last one the next page is asked for. */
const rowsAhead = 30;

/**
 * A table that renders the rows near the viewport only, so that it scrolls smoothly with 100,000 rows. Rows have one line
 * of text and are equally high. While neither `columns` nor a row changes, the row is rendered once. A link in a cell covers its row when its class names `after:absolute after:inset-0`.
 *
 * @param total the number of rows with those not loaded yet, for screen readers, when it is known
 * @param onEnd loads the next page; absent when there is none or it is on its way
 */
export function VirtualTable<Row>({
  caption,
  columns: offered,
  rows,
  rowId,
  rowName = rowId,
  total,
  selection,
  isStale = false,
  onEnd,
}: {
  caption: string;
  columns: readonly VirtualColumn<Row>[];
  rows: PagedRows<Row>;
  rowId: (row: Row) => string;
  /** Names a row for the label of its checkbox. */
  rowName?: (row: Row) => string;
  total?: number;
  selection?: Selection;
  isStale?: boolean;
  onEnd?: () => void;
}) {
  const t = useTranslation();
  const start = useRef<HTMLTableSectionElement>(null);
  const { first, end, rowHeight } = useVisibleRows(start, rows.length);
  const isNearEnd = end >= rows.length - rowsAhead;
  useEffect(() => {
    if (isNearEnd) onEnd?.();
  }, [isNearEnd, onEnd]);

  const columns = useMemo(() => offered.filter(({ isEmpty }) => !isEmpty || !rows.every(isEmpty)), [offered, rows]);
  const selectRow = useRangeSelection(rows, rowId, selection?.select);
  const selectedIds = selection?.ids;
  // biome-ignore lint/correctness/useExhaustiveDependencies: `rowId` is another function in each rendering, and says the same
  const areAllSelected = useMemo(() => {
    // Mostly decided by counting.
    if (!selectedIds || rows.length === 0 || selectedIds.size < rows.length) return false;
    return rows.every((row) => selectedIds.has(rowId(row)));
  }, [rows, selectedIds]);
  const width = columns.length + (selection ? 1 : 0);
  return (
    <Table
      caption={caption}
      aria-busy={isStale}
      aria-rowcount={total === undefined ? -1 : total + 1}
      className={classNames(betweenColumns, "transition-opacity", isStale && "opacity-60")}
    >
      <TableHead>
        {selection && (
          <ColumnHeader className="w-0">
            <Checkbox
              label={<span className="sr-only">{t("Select all loaded rows")}</span>}
              checked={areAllSelected}
              onChange={({ currentTarget }) => selection.select(Array.from(rows, rowId), currentTarget.checked)}
            />
          </ColumnHeader>
        )}
        {columns.map(({ id, header, className, sort, onSort }) => (
          <ColumnHeader key={id} sort={sort} onSort={onSort} className={className}>
            {header}
          </ColumnHeader>
        ))}
      </TableHead>
      <Gap ref={start} height={first * rowHeight} width={width} />
      <TableBody>
        {rows.slice(first, end).map((row, index) => {
          const id = rowId(row);
          return (
            <VirtualRow
              key={id}
              id={id}
              row={row}
              name={selection && rowName(row)}
              position={first + index + 2}
              columns={columns}
              isSelected={selectedIds?.has(id)}
              onSelect={selectRow}
            />
          );
        })}
      </TableBody>
      <Gap height={(rows.length - end) * rowHeight} width={width} />
    </Table>
  );
}

interface VirtualRowProps<Row> {
  id: string;
  row: Row;
  name: string | undefined;
  position: number;
  columns: readonly VirtualColumn<Row>[];
  isSelected: boolean | undefined;
  onSelect: SelectRow | undefined;
}

/** Selects a row, or all rows since the last one that was selected. */
type SelectRow = (id: string, isSelected: boolean, isRange: boolean) => void;

function useRangeSelection<Row>(
  rows: PagedRows<Row>,
  rowId: (row: Row) => string,
  select: Selection["select"] | undefined,
): SelectRow | undefined {
  const last = useRef<string>(undefined);
  const current = useRef({ rows, rowId });
  useLayoutEffect(() => {
    current.current = { rows, rowId };
  });
  const selectRow = useCallback<SelectRow>(
    (id, isSelected, isRange) => {
      const { rows, rowId } = current.current;
      const from = last.current;
      last.current = id;
      select?.(isRange && from !== undefined ? idsBetween(Array.from(rows, rowId), from, id) : [id], isSelected);
    },
    [select],
  );
  return select && selectRow;
}

/** Returns the ids from one to another, in whichever order they stand; the other one alone where the first is no longer listed. */
export function idsBetween(ids: readonly string[], from: string, to: string): readonly string[] {
  const [first, last] = [ids.indexOf(from), ids.indexOf(to)].sort((a, b) => a - b) as [number, number];
  return first < 0 ? [to] : ids.slice(first, last + 1);
}

function RenderedRow<Row>({ id, row, name = "", position, columns, isSelected, onSelect }: VirtualRowProps<Row>) {
  const t = useTranslation();
  const isRange = useRef(false);
  return (
    <TableRow aria-rowindex={position} className="relative h-14 whitespace-nowrap">
      {onSelect && (
        <TableCell className="relative z-1 w-0 select-none">
          <Checkbox
            label={<span className="sr-only">{t("Select {row}", { row: name })}</span>}
            checked={isSelected}
            onClick={({ shiftKey }) => {
              isRange.current = shiftKey;
            }}
            onChange={({ currentTarget }) => onSelect(id, currentTarget.checked, isRange.current)}
          />
        </TableCell>
      )}
      {columns.map(({ id, cell, className }) => (
        <TableCell key={id} className={classNames("py-1.5", className)}>
          {cell(row)}
        </TableCell>
      ))}
    </TableRow>
  );
}

const VirtualRow = memo(RenderedRow) as typeof RenderedRow;

/** The height of the rows that are not rendered, so that the scroll bar is that of the whole list. */
function Gap({ ref, height, width }: { ref?: Ref<HTMLTableSectionElement>; height: number; width: number }) {
  const cell = useRef<HTMLTableCellElement>(null);
  useLayoutEffect(() => {
    // Set by script: the content security policy refuses style attributes.
    if (cell.current) cell.current.style.height = `${height}px`;
  }, [height]);
  return (
    <tbody ref={ref} aria-hidden="true">
      {height > 0 && (
        <tr>
          <td ref={cell} colSpan={width} className="p-0" />
        </tr>
      )}
    </tbody>
  );
}

const overscan = 12;

/** The height of a row before one was measured, in pixels. */
const expectedRowHeight = 57;

/**
 * Returns which of `count` rows of a table to render as the page scrolls, and how high a row is in pixels. All rows are equally high.
 *
 * @param start the part of the table in whose place the first rows stand, before the body of those that are rendered
 */
function useVisibleRows(start: RefObject<HTMLTableSectionElement | null>, count: number) {
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

/** The rows of a list that are rendered: from `first` up to, and without, `end`. */
interface RowRange {
  readonly first: number;
  readonly end: number;
}

interface visibleRowsProps {
  count: number;
  rowHeight: number;
  top: number;
  viewportHeight: number;
  overscan: number;
}

/**
 * The rows that the viewport shows, with `overscan` more on either side, so that fast scrolling and the next Tab stop find
 * them rendered.
 *
 * @param top pixels between the top of the first row and the top of the viewport; negative while the list begins below it
 */
export function visibleRows({ count, rowHeight, top, viewportHeight, overscan }: visibleRowsProps): RowRange {
  const within = (row: number) => Math.min(Math.max(row, 0), count);
  return {
    first: within(Math.floor(top / rowHeight) - overscan),
    end: within(Math.ceil((top + viewportHeight) / rowHeight) + overscan),
  };
}

/** The selected rows of a table, by their ids. */
export interface Selection {
  readonly ids: ReadonlySet<string>;
  /** Selects these rows, or takes them out of the selection. */
  select: (ids: readonly string[], isSelected: boolean) => void;
  clear: () => void;
}

/** The selection of a table. Rows that are filtered away stay selected, until `clear`. */
export function useSelection(): Selection {
  const [ids, setIds] = useState<ReadonlySet<string>>(new Set());
  const select = useCallback((changed: readonly string[], isSelected: boolean) => {
    setIds((ids) => {
      const next = new Set(ids);
      for (const id of changed) {
        if (isSelected) next.add(id);
        else next.delete(id);
      }
      return next;
    });
  }, []);
  const clear = useCallback(() => setIds(new Set()), []);
  return useMemo(() => ({ ids, select, clear }), [ids, select, clear]);
}

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
