import { type ColumnDef, FlexRender, type RowData, tableFeatures, useTable } from "@tanstack/react-table";
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
