import { keepPreviousData, useQuery } from "@tanstack/react-query";
import ReceiptIcon from "lucide-react/icons/receipt";
import SearchXIcon from "lucide-react/icons/search-x";
import { useId } from "react";
import type { Transaction } from "../../kit";
import { inEnglish } from "../../react/errors/describe-failure";
import { Button } from "../../ui/buttons/button";
import { CodeBlock } from "../../ui/data/code-block";
import { DataTable } from "../../ui/data/data-table";
import { Pagination } from "../../ui/data/pagination";
import { Alert } from "../../ui/feedback/alert";
import { Skeleton, Spinner } from "../../ui/feedback/spinner";
import { Select } from "../../ui/forms/select";
import { Card } from "../../ui/layout/card";
import { EmptyState } from "../../ui/layout/empty-state";
import { useOwnedProject } from "../projects/use-owned-projects";
import { cursorsOf, nextPage, previousPage } from "../shell/cursor-search";
import { type PaymentSearch, transactionRequestOf } from "./payment-search";
import { transactionOptions } from "./queries";
import { transactionColumns } from "./transaction-columns";

const typeOptions = [
  { value: "all", label: "All transactions" },
  { value: "subscription", label: "Subscriptions" },
  { value: "one_time", label: "One-time purchases" },
  { value: "item_quantity_change", label: "Item changes" },
] as const;

const checkoutSnippet = `const url = await user.createCheckoutUrl({ offerId: "pro" });
window.location.assign(url);`;

type SectionProps = {
  search: PaymentSearch;
  onType: (type: Transaction["type"] | undefined) => void;
  onPage: (page: PaymentSearch) => void;
};

/** What customers have bought, and how their items were changed, newest first. */
export function TransactionsSection({ search, onType, onPage }: SectionProps) {
  const titleId = useId();
  return (
    <section aria-labelledby={titleId} className="flex min-w-0 flex-col gap-4">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h2 id={titleId} className="text-base font-semibold tracking-tight text-ink">
          Transactions
        </h2>
        <div className="w-52">
          <Select
            label="Type"
            isLabelHidden
            options={typeOptions}
            value={search.type ?? "all"}
            onValueChange={(type) => onType(type === "all" ? undefined : type)}
          />
        </div>
      </div>
      <Transactions search={search} onType={onType} onPage={onPage} />
    </section>
  );
}

/** The page of transactions that `search` selects. The previous page stays while the next one is read. */
function Transactions({ search, onType, onPage }: SectionProps) {
  const { app } = useOwnedProject();
  const cursors = cursorsOf(search);
  const page = useQuery({
    ...transactionOptions(app, transactionRequestOf(search)),
    placeholderData: keepPreviousData,
  });

  if (page.isError) {
    return (
      <div className="flex flex-col items-start gap-3">
        <Alert tone="danger">{inEnglish(page.error)}</Alert>
        <Button variant="secondary" onClick={() => page.refetch()}>
          Try again
        </Button>
      </div>
    );
  }
  if (page.isPending) {
    return (
      <div aria-busy="true">
        <Spinner label="Loading transactions" className="sr-only" />
        <Skeleton className="h-72 rounded-card" />
      </div>
    );
  }

  const { transactions, nextCursor } = page.data;
  if (transactions.length === 0) {
    return (
      <Card>
        {cursors.length > 0 ? (
          <EmptyState
            icon={<SearchXIcon />}
            title="No more transactions"
            action={
              <Button variant="secondary" onClick={() => onPage({ ...search, after: undefined })}>
                First page
              </Button>
            }
          >
            There is nothing older than what the page before shows.
          </EmptyState>
        ) : search.type ? (
          <EmptyState
            icon={<SearchXIcon />}
            title="No such transactions"
            action={
              <Button variant="secondary" onClick={() => onType(undefined)}>
                Show all transactions
              </Button>
            }
          >
            There are no transactions of this type.
          </EmptyState>
        ) : (
          <EmptyState
            icon={<ReceiptIcon />}
            title="No transactions yet"
            action={<CodeBlock title="TypeScript" code={checkoutSnippet} className="w-full max-w-xl text-start" />}
          >
            Purchases appear here. To sell an offer to a user:
          </EmptyState>
        )}
      </Card>
    );
  }

  return (
    <>
      <DataTable
        caption="Transactions"
        columns={transactionColumns}
        rows={transactions}
        rowId={({ id }) => id}
        isStale={page.isPlaceholderData}
      />
      <Pagination
        label="Transactions"
        summary={`Page ${cursors.length + 1}`}
        onPrevious={cursors.length > 0 ? () => onPage(previousPage(search)) : undefined}
        onNext={nextCursor === null || page.isPlaceholderData ? undefined : () => onPage(nextPage(search, nextCursor))}
      />
    </>
  );
}
