import { keepPreviousData, useQuery } from "@tanstack/react-query";
import DownloadIcon from "lucide-react/icons/download";
import ReceiptIcon from "lucide-react/icons/receipt";
import { lazy, Suspense, useId, useMemo } from "react";
import { Button } from "../../ui/buttons/button";
import { DataTable } from "../../ui/data/data-table";
import { Pagination } from "../../ui/data/pagination";
import { Skeleton, Spinner } from "../../ui/feedback/spinner";
import { Select } from "../../ui/forms/select";
import { EmptyList, FailedRead, NothingFound } from "../lists/list-end";
import { useOwnedProject } from "../projects/use-owned-projects";
import { type Translate, useTranslation } from "../translation/use-translation";
import { checkoutSnippet } from "./checkout/checkout-code";
import { customerTypeOptions } from "./customer-types";
import type { PaymentSearch, TransactionFilter } from "./payment-search";
import { cursorsOf, nextPage, previousPage } from "./payment-search";
import { itemNameOptions, transactionOptions } from "./queries";
import { transactionColumns } from "./transaction-columns";

const RefundDialog = lazy(() => import("./refund-dialog"));
const ExportDialog = lazy(() => import("./export-dialog"));

function modeOptions(t: Translate) {
  return [
    { value: "all", label: t("Test and live") },
    { value: "live", label: t("Live") },
    { value: "test", label: t("Test mode") },
  ] as const;
}

function typeOptions(t: Translate) {
  return [
    { value: "all", label: t("All transactions") },
    { value: "subscription", label: t("Subscriptions") },
    { value: "one_time", label: t("One-time purchases") },
    { value: "item_quantity_change", label: t("Item changes") },
  ] as const;
}

type SectionProps = {
  search: PaymentSearch;
  /** Shows the first page of what the filter selects with these changes. */
  onFilter: (changes: TransactionFilter) => void;
  onPage: (page: PaymentSearch) => void;
};

/** Shows what customers have bought, and how their items were changed, newest first. */
export function TransactionsSection({ search, onFilter, onPage }: SectionProps) {
  const t = useTranslation();
  const titleId = useId();
  const { type, mode, customerType } = search;
  const filter = { type, mode, customerType };
  return (
    <section aria-labelledby={titleId} className="flex min-w-0 flex-col gap-4">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h2 id={titleId} className="text-base font-semibold tracking-tight text-ink">
          {t("Transactions")}
        </h2>
        <div className="grid w-full grid-cols-2 gap-2 sm:flex sm:w-auto sm:flex-wrap">
          <div className="min-w-0 sm:w-44">
            <Select
              label={t("Mode")}
              isLabelHidden
              options={modeOptions(t)}
              value={mode ?? "all"}
              onValueChange={(chosen) => onFilter({ mode: chosen === "all" ? undefined : chosen })}
            />
          </div>
          <div className="min-w-0 sm:w-44">
            <Select
              label={t("Type")}
              isLabelHidden
              options={typeOptions(t)}
              value={type ?? "all"}
              onValueChange={(chosen) => onFilter({ type: chosen === "all" ? undefined : chosen })}
            />
          </div>
          <div className="min-w-0 sm:w-44">
            <Select
              label={t("Customers")}
              isLabelHidden
              options={[{ value: "all", label: t("All customers") }, ...customerTypeOptions(t)]}
              value={customerType ?? "all"}
              onValueChange={(chosen) => onFilter({ customerType: chosen === "all" ? undefined : chosen })}
            />
          </div>
          <Button variant="secondary" onClick={() => onPage({ ...search, open: "export" })}>
            <DownloadIcon aria-hidden="true" />
            {t("Export")}
          </Button>
        </div>
      </div>
      {search.open === "export" && (
        <Suspense>
          <ExportDialog filter={filter} onClose={() => onPage({ ...search, open: undefined })} />
        </Suspense>
      )}
      {search.refund && (
        <Suspense>
          <RefundDialog transactionId={search.refund} onClose={() => onPage({ ...search, refund: undefined })} />
        </Suspense>
      )}
      <Transactions search={search} onFilter={onFilter} onPage={onPage} />
    </section>
  );
}

/** The page of transactions that `search` selects. The previous page stays while the next one is read. */
function Transactions({ search, onFilter, onPage }: SectionProps) {
  const t = useTranslation();
  const { app } = useOwnedProject();
  const cursors = cursorsOf(search);
  const page = useQuery({
    ...transactionOptions(app, search),
    placeholderData: keepPreviousData,
  });
  const { data: items } = useQuery(itemNameOptions(app));
  const columns = useMemo(() => transactionColumns(new Map(items), t), [items, t]);

  if (page.isError) return <FailedRead error={page.error} onRetry={page.refetch} />;
  if (page.isPending) {
    return (
      <div aria-busy="true">
        <Spinner label={t("Loading transactions")} className="sr-only" />
        <Skeleton className="h-72 rounded-card" />
      </div>
    );
  }

  const { transactions, next_cursor: nextCursor } = page.data;
  if (transactions.length === 0 && cursors.length > 0) {
    return (
      <NothingFound
        title={t("No more transactions")}
        showLabel={t("First page")}
        onShow={() => onPage({ ...search, after: undefined })}
      >
        {t("There is nothing older than what the page before shows.")}
      </NothingFound>
    );
  }
  if (transactions.length === 0 && (search.type || search.mode || search.customerType)) {
    return (
      <NothingFound
        title={t("No such transactions")}
        showLabel={t("Show all transactions")}
        onShow={() => onFilter({ type: undefined, mode: undefined, customerType: undefined })}
      >
        {t("No transaction matches the filters.")}
      </NothingFound>
    );
  }
  if (transactions.length === 0) {
    return (
      <EmptyList icon={<ReceiptIcon />} title={t("No transactions yet")} code={checkoutSnippet}>
        {t("Purchases appear here. To sell an offer to a user:")}
      </EmptyList>
    );
  }
  return (
    <>
      <DataTable
        caption={t("Transactions")}
        columns={columns}
        rows={transactions}
        rowId={({ id }) => id}
        isStale={page.isPlaceholderData}
      />
      <Pagination
        label={t("Transactions")}
        summary={t("Page {page}", { page: cursors.length + 1 })}
        onPrevious={cursors.length > 0 ? () => onPage(previousPage(search)) : undefined}
        onNext={nextCursor === null || page.isPlaceholderData ? undefined : () => onPage(nextPage(search, nextCursor))}
      />
    </>
  );
}
