import type { ComponentProps, ReactNode } from "react";
import { Skeleton, Spinner } from "../../ui/feedback/spinner";
import { FailedRead, ListEnd, loadNextPage, type PagedQuery } from "../lists/list-end";
import { useTranslation } from "../translation/use-translation";
import { VirtualTable } from "./virtual-table";

/** The table of a list that loads page by page. Without a row it says that they are loaded, why they are not, or `empty`. */
export function PagedTable<Row>({
  list,
  empty,
  rows,
  total = list.hasNextPage ? undefined : rows.length,
  ...table
}: Omit<ComponentProps<typeof VirtualTable<Row>>, "isStale" | "onEnd"> & {
  list: PagedQuery & {
    readonly isPending: boolean;
    readonly isError: boolean;
    readonly isPlaceholderData: boolean;
    refetch: () => unknown;
  };
  empty: ReactNode;
}) {
  if (rows.length === 0) {
    if (list.isError) return <FailedRead error={list.error} onRetry={list.refetch} />;
    if (list.isPending || list.isPlaceholderData) return <LoadingRows />;
    // A page of a filtered list may be empty while more follow.
    return list.hasNextPage ? <ListEnd query={list} /> : empty;
  }
  return (
    <div className="flex flex-col gap-4">
      <VirtualTable {...table} rows={rows} total={total} isStale={list.isPlaceholderData} onEnd={loadNextPage(list)} />
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
