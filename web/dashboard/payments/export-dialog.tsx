import type { Transaction } from "../../kit";
import { appInternals } from "../../kit/app/internals";
import { currenciesOf, type Price } from "../../ui/text/price-text";
import { literal } from "../code/written-code";
import { toCsv } from "../files/csv";
import { ExportDialog } from "../files/export-dialog";
import { useOwnedProject } from "../projects/use-owned-projects";
import { useTranslation } from "../translation/use-translation";
import { filterOf, type TransactionFilter } from "./payment-search";

const pageLength = "200";

/** Saves all transactions that the filters select, also those of other pages, as a file. */
export default function ExportTransactionsDialog({
  filter,
  onClose,
}: {
  filter: TransactionFilter;
  onClose: () => void;
}) {
  const t = useTranslation();
  const { app, displayName } = useOwnedProject();
  return (
    <ExportDialog
      title={t("Export transactions")}
      description={t("All transactions that the filters of the list select, newest first.")}
      formats={files}
      jsonHint={t("For programs, with everything that the API says of a transaction.")}
      project={displayName}
      contents="transactions"
      read={async ({ signal, onPage }) => {
        const transactions: Transaction[] = [];
        let cursor: string | undefined;
        do {
          const query = { ...filterOf(filter), limit: pageLength, cursor };
          const page = await app[appInternals].caller("admin").read("GET /internal/payments/transactions", { query });
          signal.throwIfAborted();
          transactions.push(...page.transactions);
          onPage(transactions.length);
          cursor = page.next_cursor ?? undefined;
        } while (cursor !== undefined);
        return transactions;
      }}
      statusText={(count, isDone) =>
        isDone
          ? t("{count, plural, one {# transaction is exported.} other {# transactions are exported.}}", { count })
          : t("{count, plural, one {# transaction read} other {# transactions read}}", { count })
      }
      code={exportCode(filter)}
      onClose={onClose}
    />
  );
}

/** The export of the transactions that a filter selects, as code. */
function exportCode({ type, customerType, mode }: TransactionFilter): string {
  const asked = Object.entries({ type, customerType }).flatMap(([name, value]) =>
    value === undefined ? [] : [`${name}: ${literal(value)}, `],
  );
  const kept = mode && `.filter(({ test_mode }) => ${mode === "test" ? "" : "!"}test_mode)`;
  return `const transactions = [];
let cursor;
do {
  const page = await adminApp.listTransactions({ ${asked.join("")}limit: 200, cursor });
  transactions.push(...page.transactions${kept ?? ""});
  cursor = page.nextCursor ?? undefined;
} while (cursor);`;
}

/** Says what a file of transactions is: its type, and how it is written. */
export const files: Record<"csv" | "json", { type: string; write: (transactions: readonly Transaction[]) => string }> =
  {
    csv: {
      type: "text/csv",
      write: (transactions) =>
        toCsv([Object.keys(columns), ...transactions.map((each) => Object.values(columns).map((cell) => cell(each)))]),
    },
    json: { type: "application/json", write: (transactions) => `${JSON.stringify(transactions, null, 2)}\n` },
  };

/** The columns are named as the fields of the API. A price has a column for each currency. */
const columns: Record<string, (transaction: Transaction) => string> = {
  id: ({ id }) => id,
  type: ({ type }) => type,
  created_at: ({ created_at_millis }) => timeText(created_at_millis),
  customer_type: ({ customer_type }) => customer_type,
  customer_id: ({ customer_id }) => customer_id,
  customer_display_name: ({ customer_display_name }) => customer_display_name ?? "",
  quantity: ({ quantity }) => String(quantity),
  test_mode: ({ test_mode }) => String(test_mode),
  offer_id: ({ offer_id }) => offer_id ?? "",
  offer_display_name: ({ offer_display_name }) => offer_display_name ?? "",
  price: ({ price }) => (price ? currenciesOf(price as Price).map((each) => `${price[each]} ${each}`) : []).join(" / "),
  interval: ({ price }) => price?.interval?.join(" ") ?? "",
  status: ({ status }) => status ?? "",
  item_id: ({ item_id }) => item_id ?? "",
  description: ({ description }) => description ?? "",
  expires_at: ({ expires_at_millis }) => timeText(expires_at_millis),
  refunded_at: ({ refunded_at_millis }) => timeText(refunded_at_millis),
  stripe_subscription_id: ({ stripe_subscription_id }) => stripe_subscription_id ?? "",
  stripe_payment_intent_id: ({ stripe_payment_intent_id }) => stripe_payment_intent_id ?? "",
};

function timeText(millis: number | null | undefined): string {
  return millis == null ? "" : new Date(millis).toISOString();
}
