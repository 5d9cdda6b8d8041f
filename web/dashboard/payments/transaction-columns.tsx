import { Link } from "@tanstack/react-router";
import { createColumnHelper } from "@tanstack/react-table";
import type { Transaction } from "../../kit";
import type { DataTableColumns, dataTableFeatures } from "../../ui/data/data-table";
import type { Tone } from "../../ui/feedback/alert";
import { Badge } from "../../ui/feedback/badge";
import { Name } from "../../ui/text/name";
import { currenciesOf, priceText } from "../../ui/text/price-text";
import { RelativeTime } from "../../ui/text/relative-time";
import { linkClasses } from "../../ui/theme/link-classes";
import { english } from "../../ui/translation/translate";

const column = createColumnHelper<typeof dataTableFeatures, Transaction>();

/** Narrow screens show the customer below what was bought. */
const onMediumScreens = { className: "hidden md:table-cell" };
const onWideScreens = { className: "hidden lg:table-cell" };

export const transactionColumns: DataTableColumns<Transaction> = column.columns([
  column.display({
    id: "subject",
    header: "Transaction",
    cell: ({ row: { original: transaction } }) => (
      <span className="flex min-w-0 flex-col gap-1">
        <span className="flex flex-wrap items-center gap-x-2 gap-y-1">
          <span className="font-medium wrap-anywhere text-ink">
            <Name>{subjectText(transaction)}</Name>
          </span>
          <States transaction={transaction} />
        </span>
        <span className="md:hidden">
          <Customer transaction={transaction} />
        </span>
      </span>
    ),
  }),
  column.display({
    id: "customer",
    header: "Customer",
    cell: ({ row }) => <Customer transaction={row.original} />,
    meta: onMediumScreens,
  }),
  column.display({
    id: "type",
    header: "Type",
    cell: ({ row }) => <span className="whitespace-nowrap text-ink-soft">{typeNames[row.original.type]}</span>,
    meta: onWideScreens,
  }),
  column.display({
    id: "amount",
    header: "Amount",
    cell: ({ row }) => <span className="text-ink tabular-nums">{amountText(row.original)}</span>,
  }),
  column.display({
    id: "time",
    header: "Time",
    cell: ({ row }) => (
      <RelativeTime at={new Date(row.original.created_at_millis)} className="whitespace-nowrap text-ink-soft" />
    ),
    meta: onMediumScreens,
  }),
]);

const typeNames: Readonly<Record<Transaction["type"], string>> = {
  subscription: "Subscription",
  one_time: "One-time purchase",
  item_quantity_change: "Item change",
};

/** What was bought with its units, or how an item was changed: "3 × Book", "+10 credits". */
function subjectText({ type, quantity, item_id, offer_display_name, offer_id }: Transaction): string {
  if (type === "item_quantity_change") return `${quantity < 0 ? "−" : "+"}${Math.abs(quantity)} ${item_id}`;
  const offer = offer_display_name ?? offer_id ?? "Offer without a name";
  return quantity === 1 ? offer : `${quantity} × ${offer}`;
}

/** In every currency of the price: which one of them a customer has paid in is not listed. */
function amountText({ price, quantity }: Transaction): string {
  if (!price) return "–";
  const texts = currenciesOf(price).map((currency) => priceText(price, currency, quantity, english));
  return texts.join(" or ") || "–";
}

/** As Stripe names them. */
const statuses: Readonly<Record<string, readonly [tone: Tone, label: string]>> = {
  active: ["success", "Active"],
  trialing: ["accent", "Free trial"],
  past_due: ["danger", "Payment overdue"],
  unpaid: ["danger", "Payment overdue"],
  incomplete: ["warning", "Not paid yet"],
  paused: ["neutral", "Paused"],
  canceled: ["neutral", "Ended"],
  incomplete_expired: ["neutral", "Ended"],
};

function States({ transaction: { status, refunded_at_millis, test_mode } }: { transaction: Transaction }) {
  const [tone, label] = statuses[status ?? ""] ?? ["neutral", status];
  return (
    <>
      {label && <Badge tone={tone}>{label}</Badge>}
      {refunded_at_millis != null && <Badge>Refunded</Badge>}
      {test_mode && <Badge tone="warning">Test mode</Badge>}
    </>
  );
}

function Customer({ transaction: { customer_type, customer_id } }: { transaction: Transaction }) {
  if (customer_type === "user") {
    return (
      <Link
        from="/projects/$projectId/payments"
        to="/projects/$projectId/users/$userId"
        params={{ userId: customer_id }}
        search={{}}
        title={customer_id}
        className={linkClasses}
      >
        User {customer_id.slice(0, 8)}
      </Link>
    );
  }
  return (
    <span title={customer_id} className="block max-w-52 truncate text-ink-soft">
      {customer_type === "team" ? `Team ${customer_id.slice(0, 8)}` : customer_id}
    </span>
  );
}
