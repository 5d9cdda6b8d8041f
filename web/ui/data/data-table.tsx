import { type ColumnDef, FlexRender, type RowData, tableFeatures, useTable } from "@tanstack/react-table";
import ChevronLeftIcon from "lucide-react/icons/chevron-left";
import ChevronRightIcon from "lucide-react/icons/chevron-right";
import { Button } from "../buttons/button";
import { classNames } from "../theme/class-names";
import { ColumnHeader, Table, TableBody, TableCell, TableHead, TableRow } from "./table";

/** No features: the server sorts, searches and pages. `className` applies to the header and the cells of a column. */
export const dataTableFeatures = tableFeatures({ columnMeta: {} as { className?: string } });

export type DataTableColumns<Row extends RowData> = ColumnDef<typeof dataTableFeatures, Row, unknown>[];

/** A table of `rows` described by `columns`. `isStale` dims it while newer rows are loading. */
export function DataTable<Row extends RowData>({
  caption,
  columns,
  rows,
  rowId,
  isStale = false,
}: {
  caption: string;
  columns: DataTableColumns<Row>;
  rows: readonly Row[];
  rowId: (row: Row) => string;
  isStale?: boolean;
}) {
  const table = useTable({ features: dataTableFeatures, columns, data: rows, getRowId: rowId });
  return (
    <Table caption={caption} aria-busy={isStale} className={classNames("transition-opacity", isStale && "opacity-60")}>
      {table.getHeaderGroups().map((group) => (
        <TableHead key={group.id}>
          {group.headers.map((header) => (
            <ColumnHeader key={header.id} className={header.column.columnDef.meta?.className}>
              <FlexRender header={header} />
            </ColumnHeader>
          ))}
        </TableHead>
      ))}
      <TableBody>
        {table.getRowModel().rows.map((row) => (
          <TableRow key={row.id} className="relative">
            {row.getAllCells().map((cell) => (
              <TableCell key={cell.id} className={cell.column.columnDef.meta?.className}>
                <FlexRender cell={cell} />
              </TableCell>
            ))}
          </TableRow>
        ))}
      </TableBody>
    </Table>
  );
}

/** Buttons for the previous and next page of a list; paging by cursor has no page numbers to link to. */
export function Pagination({
  label,
  summary,
  onPrevious,
  onNext,
}: {
  /** The name of the list, for screen readers: "Users". */
  label: string;
  /** Says what is shown, such as "Page 2". */
  summary: string;
  /** Absent on the first page. */
  onPrevious?: () => unknown;
  /** Absent on the last page. */
  onNext?: () => unknown;
}) {
  return (
    <nav aria-label={`${label} pages`} className="flex items-center justify-between gap-4">
      <p aria-live="polite" className="text-sm text-ink-soft">
        {summary}
      </p>
      <div className="flex gap-2">
        <Button variant="secondary" size="small" disabled={!onPrevious} onClick={onPrevious}>
          <ChevronLeftIcon className="rtl:-scale-x-100" aria-hidden="true" />
          Previous
        </Button>
        <Button variant="secondary" size="small" disabled={!onNext} onClick={onNext}>
          Next
          <ChevronRightIcon className="rtl:-scale-x-100" aria-hidden="true" />
        </Button>
      </div>
    </nav>
  );
}
