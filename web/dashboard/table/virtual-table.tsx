import { type ReactNode, type Ref, useEffect, useLayoutEffect, useRef } from "react";
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
import type { Selection } from "./selection";
import { useVisibleRows } from "./use-visible-rows";

/** A column of a `VirtualTable`. `className` applies to the header and the cells. */
export interface VirtualColumn<Row> {
  readonly id: string;
  readonly header: string;
  readonly cell: (row: Row) => ReactNode;
  readonly className?: string;
  /** The direction in which the table is sorted by this column, if it is. */
  readonly sort?: SortDirection;
  readonly onSort?: () => void;
}

/** How many rows before the last one the next page is asked for. */
const rowsAhead = 30;

/**
 * A table that renders the rows near the viewport only, so that it scrolls smoothly with 100,000 rows. Rows have one line
 * of text and are equally high. A link in a cell covers its row when its class names `after:absolute after:inset-0`.
 *
 * @param total the number of rows with those not loaded yet, for screen readers, when it is known
 * @param onEnd loads the next page; absent when there is none or it is on its way
 */
export function VirtualTable<Row>({
  caption,
  columns,
  rows,
  rowId,
  rowName,
  total,
  selection,
  isStale = false,
  onEnd,
}: {
  caption: string;
  columns: readonly VirtualColumn<Row>[];
  rows: readonly Row[];
  rowId: (row: Row) => string;
  /** Names a row for the label of its checkbox. */
  rowName: (row: Row) => string;
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

  const width = columns.length + (selection ? 1 : 0);
  const ids = selection ? rows.map(rowId) : [];
  return (
    <Table
      caption={caption}
      aria-busy={isStale}
      aria-rowcount={total === undefined ? -1 : total + 1}
      className={classNames("transition-opacity", isStale && "opacity-60")}
    >
      <TableHead>
        {selection && (
          <ColumnHeader className="w-0">
            <Checkbox
              label={<span className="sr-only">{t("Select all loaded rows")}</span>}
              checked={ids.length > 0 && ids.every((id) => selection.ids.has(id))}
              onChange={({ currentTarget }) => selection.select(ids, currentTarget.checked)}
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
        {rows.slice(first, end).map((row, index) => (
          <TableRow key={rowId(row)} aria-rowindex={first + index + 2} className="relative h-14 whitespace-nowrap">
            {selection && (
              <TableCell className="relative z-1 w-0">
                <Checkbox
                  label={<span className="sr-only">{t("Select {row}", { row: rowName(row) })}</span>}
                  checked={selection.ids.has(rowId(row))}
                  onChange={({ currentTarget }) => selection.select([rowId(row)], currentTarget.checked)}
                />
              </TableCell>
            )}
            {columns.map(({ id, cell, className }) => (
              <TableCell key={id} className={classNames("py-1.5", className)}>
                {cell(row)}
              </TableCell>
            ))}
          </TableRow>
        ))}
      </TableBody>
      <Gap height={(rows.length - end) * rowHeight} width={width} />
    </Table>
  );
}

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
