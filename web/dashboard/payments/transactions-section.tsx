import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { createColumnHelper } from "@tanstack/react-table";
import DownloadIcon from "lucide-react/icons/download";
import ReceiptIcon from "lucide-react/icons/receipt";
import { useId, useMemo } from "react";
import type { Transaction } from "../../kit/index";
import { Button } from "../../ui/buttons/button";
import { DataTable, type DataTableColumns, type dataTableFeatures, Pagination } from "../../ui/data/data-table";
import { Badge } from "../../ui/feedback/badge";
import { Skeleton, Spinner } from "../../ui/feedback/spinner";
import { Select } from "../../ui/forms/select";
import { Name } from "../../ui/text/name";
import { RelativeTime } from "../../ui/text/relative-time";
import { linkClasses } from "../../ui/theme/class-names";
import { userNameOptions } from "../audit-log/party-names";
import { EmptyList, FailedRead, NothingFound } from "../lists/list-end";
import { useOwnedProject } from "../projects/use-owned-projects";
import { lazyDialog } from "../shell/lazy";
import { msg } from "../translation/message";
import { type Translate, useTranslation } from "../translation/use-translation";
import { checkoutSnippet } from "./customer-code";
import { customerTypeOptions } from "./customer-types";
import { cursorsOf, nextPage, type PaymentSearch, previousPage, type TransactionFilter } from "./payment-search";
import { pricesText, statusOf } from "./purchase-texts";
import { itemNameOptions, transactionOptions } from "./queries";

const RefundDialog = lazyDialog(() => import("./transaction-dialogs"), "RefundDialog");
const ExportDialog = lazyDialog(() => import("./transaction-dialogs"), "ExportTransactionsDialog");

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
        <ExportDialog filter={filter} onClose={() => onPage({ ...search, open: undefined })} />
      )}
      {search.refund && (
        <RefundDialog transactionId={search.refund} onClose={() => onPage({ ...search, refund: undefined })} />
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

const column = createColumnHelper<typeof dataTableFeatures, Transaction>();

/** Narrow screens show the customer below what was bought. */
const onMediumScreens = { className: "hidden md:table-cell" };
const onWideScreens = { className: "hidden lg:table-cell" };

/**
 * The columns of the list of transactions.
 *
 * @param items the names of the items by their ids
 */
export function transactionColumns(items: ReadonlyMap<string, string>, t: Translate): DataTableColumns<Transaction> {
  return column.columns([
    column.display({
      id: "subject",
      header: t("Transaction"),
      cell: ({ row: { original: transaction } }) => (
        <span className="flex min-w-0 flex-col gap-1">
          <span className="flex flex-wrap items-center gap-x-2 gap-y-1">
            <span className="font-medium wrap-anywhere text-ink">
              <Name>{subjectText(transaction, items, t)}</Name>
            </span>
            <States transaction={transaction} />
          </span>
          {transaction.description && <span className="wrap-anywhere text-ink-soft">{transaction.description}</span>}
          <span className="md:hidden">
            <Customer transaction={transaction} />
          </span>
        </span>
      ),
    }),
    column.display({
      id: "customer",
      header: t("Customer"),
      cell: ({ row }) => <Customer transaction={row.original} />,
      meta: onMediumScreens,
    }),
    column.display({
      id: "type",
      header: t("Type"),
      cell: ({ row }) => <span className="whitespace-nowrap text-ink-soft">{t(typeNames[row.original.type])}</span>,
      meta: onWideScreens,
    }),
    column.display({
      id: "amount",
      header: t("Amount"),
      cell: ({ row: { original } }) => (
        <span className="text-ink tabular-nums">{pricesText(original.price, original.quantity, t) || "–"}</span>
      ),
    }),
    column.display({
      id: "refund",
      header: () => <span className="sr-only">{t("Refund")}</span>,
      cell: ({ row: { original } }) =>
        isRefundable(original) && (
          <Link
            from="/projects/$projectId/payments"
            to="."
            search={(search) => ({ ...search, refund: original.id })}
            aria-label={`${original.test_mode ? t("Take back") : t("Refund")}: ${subjectText(original, items, t)}`}
            className={`${linkClasses} whitespace-nowrap`}
          >
            {original.test_mode ? t("Take back") : t("Refund")}
          </Link>
        ),
    }),
    column.display({
      id: "time",
      header: t("Time"),
      cell: ({ row }) => (
        <RelativeTime at={new Date(row.original.created_at_millis)} className="whitespace-nowrap text-ink-soft" />
      ),
      meta: onMediumScreens,
    }),
  ]);
}

/** Tells whether there may be something to give back: how much there is, Stripe knows. */
function isRefundable({ type, status, refunded_at_millis, test_mode }: Transaction): boolean {
  if (type === "one_time") return refunded_at_millis == null;
  return type === "subscription" && !(test_mode && status === "canceled");
}

const typeNames = {
  subscription: msg("Subscription"),
  one_time: msg("One-time purchase"),
  item_quantity_change: msg("Item change"),
} as const satisfies Record<Transaction["type"], string>;

/** Returns what was bought with its units, or how an item was changed: "3 × Book", "+10 Credits". */
function subjectText(
  { type, quantity, item_id = "", offer_display_name, offer_id }: Transaction,
  items: ReadonlyMap<string, string>,
  t: Translate,
): string {
  if (type === "item_quantity_change") {
    const amount = Math.abs(quantity).toLocaleString(t.language);
    return `${quantity < 0 ? "−" : "+"}${amount} ${items.get(item_id) ?? item_id}`;
  }
  const offer = offer_display_name ?? offer_id ?? t("Offer without a name");
  return quantity === 1 ? offer : `${quantity.toLocaleString(t.language)} × ${offer}`;
}

function States({ transaction: { status, refunded_at_millis, test_mode } }: { transaction: Transaction }) {
  const t = useTranslation();
  const [tone, label] = statusOf(status ?? "") ?? [];
  return (
    <>
      {label ? <Badge tone={tone}>{t(label)}</Badge> : status && <Badge>{status}</Badge>}
      {refunded_at_millis != null && <Badge>{t("Refunded")}</Badge>}
      {test_mode && <Badge tone="warning">{t("Test mode")}</Badge>}
    </>
  );
}

function Customer({ transaction }: { transaction: Transaction }) {
  const name = useCustomerName(transaction);
  const { customer_type: type, customer_id: id } = transaction;
  return (
    <Link
      from="/projects/$projectId/payments"
      to="."
      search={{ part: "customers", customerType: type === "user" ? undefined : type, customer: id }}
      title={id}
      className={`${linkClasses} inline-block max-w-52 truncate align-bottom`}
    >
      <Name>{name}</Name>
    </Link>
  );
}

/** The name of a customer. The list has none of a user without a display name, who may have been deleted. */
function useCustomerName({ customer_type: type, customer_id: id, customer_display_name: name }: Transaction): string {
  const t = useTranslation();
  const { app } = useOwnedProject();
  const { data: user } = useQuery({ ...userNameOptions(app, id), enabled: type === "user" && name === null });
  if (name !== null) return name;
  if (type === "custom") return id;
  if (type === "team") return t("Deleted team");
  if (user === undefined) return "…";
  return user === null ? t("Deleted user") : (user.name ?? t("User without a name"));
}
