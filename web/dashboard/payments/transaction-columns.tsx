import { Link } from "@tanstack/react-router";
import { createColumnHelper } from "@tanstack/react-table";
import type { Transaction } from "../../kit";
import type { DataTableColumns, dataTableFeatures } from "../../ui/data/data-table";
import { Badge } from "../../ui/feedback/badge";
import { Name } from "../../ui/text/name";
import { RelativeTime } from "../../ui/text/relative-time";
import { linkClasses } from "../../ui/theme/class-names";
import { msg } from "../translation/message";
import { type Translate, useTranslation } from "../translation/use-translation";
import { pricesText, statusOf } from "./purchase-texts";

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
  const known = statusOf(status ?? "");
  return (
    <>
      {known ? <Badge tone={known.tone}>{t(known.label)}</Badge> : status && <Badge>{status}</Badge>}
      {refunded_at_millis != null && <Badge>{t("Refunded")}</Badge>}
      {test_mode && <Badge tone="warning">{t("Test mode")}</Badge>}
    </>
  );
}

function Customer({ transaction }: { transaction: Transaction }) {
  const t = useTranslation();
  const { customer_type: type, customer_id: id } = transaction;
  return (
    <Link
      from="/projects/$projectId/payments"
      to="."
      search={{ part: "customers", customerType: type === "user" ? undefined : type, customer: id }}
      title={id}
      className={`${linkClasses} inline-block max-w-52 truncate align-bottom`}
    >
      <Name>{customerText(transaction, t)}</Name>
    </Link>
  );
}

/** A customer by name; one without a name, or who was deleted, by the beginning of the id. */
function customerText({ customer_type, customer_id, customer_display_name }: Transaction, t: Translate): string {
  if (customer_type === "custom") return customer_id;
  if (customer_display_name !== null) return customer_display_name;
  const id = customer_id.slice(0, 8);
  return customer_type === "user" ? t("User {id}", { id }) : t("Team {id}", { id });
}
