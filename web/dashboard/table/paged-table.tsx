import type { InfiniteData } from "@tanstack/react-query";
import { type ComponentProps, type ReactNode, useMemo } from "react";
import { Skeleton, Spinner } from "../../ui/feedback/spinner";
import { FailedRead, ListEnd, loadNextPage, type PagedQuery } from "../lists/list-end";
import { type Translate, useTranslation } from "../translation/use-translation";
import { usePagedRows, type VirtualColumn, VirtualTable } from "./virtual-table";

/**
 * The table of a list that loads page by page. Without a row it says that they are loaded, why they are not, or `empty`.
 * `rowsOf` and `columnsOf` are the same functions each time.
 */
export function PagedTable<Page, Row>({
  list,
  rowsOf,
  columnsOf,
  empty,
  total,
  ...table
}: Omit<ComponentProps<typeof VirtualTable<Row>>, "isStale" | "onEnd" | "rows" | "columns"> & {
  list: PagedQuery & {
    readonly data: InfiniteData<Page> | undefined;
    readonly isPending: boolean;
    readonly isError: boolean;
    readonly isPlaceholderData: boolean;
    refetch: () => unknown;
  };
  rowsOf: (page: Page) => readonly Row[];
  columnsOf: (t: Translate) => readonly VirtualColumn<Row>[];
  empty: ReactNode;
}) {
  const t = useTranslation();
  const rows = usePagedRows(list.data?.pages, rowsOf);
  const columns = useMemo(() => columnsOf(t), [columnsOf, t]);
  if (rows.length === 0) {
    if (list.isError) return <FailedRead error={list.error} onRetry={list.refetch} />;
    if (list.isPending || list.isPlaceholderData) return <LoadingRows />;
    // A page of a filtered list may be empty while more follow.
    return list.hasNextPage ? <ListEnd query={list} /> : empty;
  }
  return (
    <div className="flex flex-col gap-4">
      {total === undefined && (
        <p role="status" className="-mb-1 text-sm text-ink-soft">
          {list.hasNextPage
            ? t("More than {count} results", { count: rows.length })
            : t("{count, plural, one {# result} other {# results}}", { count: rows.length })}
        </p>
      )}
      <VirtualTable
        {...table}
        rows={rows}
        columns={columns}
        total={total ?? (list.hasNextPage ? undefined : rows.length)}
        isStale={list.isPlaceholderData}
        onEnd={loadNextPage(list)}
      />
      <ListEnd query={list} />
    </div>
  );
}

function LoadingRows() {
  const t = useTranslation();
  return (
    <div aria-busy="true" className="flex flex-col gap-px overflow-hidden rounded-card border border-line bg-surface">
      <Spinner label={t("Loading")} className="sr-only" />
      {["a", "b", "c", "d", "e", "f"].map((row) => (
        <div key={row} className="flex items-center gap-3 px-5 py-3.5">
          <Skeleton className="size-8 rounded-full" />
          <Skeleton className="h-4 w-40" />
          <Skeleton className="ms-auto h-4 w-24" />
        </div>
      ))}
    </div>
  );
}
