import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { appInternals } from "../../kit/app/internals";
import { RequestError } from "../../kit/errors/request-error";
import type { GatehouseAdminApp, Transaction } from "../../kit/index";
import { ConfirmMutation } from "../../react/components/confirm-mutation";
import { describeFailure } from "../../react/errors/describe-failure";
import { resourceOptions } from "../../react/queries/resource-query";
import { Button } from "../../ui/buttons/button";
import { Alert } from "../../ui/feedback/alert";
import { Skeleton } from "../../ui/feedback/spinner";
import { Select } from "../../ui/forms/select";
import { TextField } from "../../ui/forms/text-field";
import { dateText } from "../../ui/text/date-text";
import { currenciesOf, moneyText, type Price } from "../../ui/text/price-text";
import { literal } from "../code/written-code";
import { Modal } from "../dialogs/modal";
import { toCsv } from "../files/csv";
import { ExportDialog } from "../files/export-dialog";
import { useOwnedProject } from "../projects/use-owned-projects";
import { msg } from "../translation/message";
import { type Translate, useTranslation } from "../translation/use-translation";
import { filterOf, type TransactionFilter } from "./payment-search";

const pageLength = "200";

/** Saves all transactions that the filters select, also those of other pages, as a file. */
export function ExportTransactionsDialog({ filter, onClose }: { filter: TransactionFilter; onClose: () => void }) {
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

function paymentOptions(app: GatehouseAdminApp, transaction_id: string) {
  const options = resourceOptions(app, "transactions", ["payments", transaction_id], () =>
    app[appInternals]
      .caller("admin")
      .read("GET /internal/payments/transactions/{transaction_id}/payments", { params: { transaction_id } }),
  );
  // What is left to refund is Stripe's to say, each time.
  return { ...options, staleTime: 0, gcTime: 0 };
}

/** Gives a payment back, whole or in part; a purchase in test mode is taken back as a whole. */
export function RefundDialog({ transactionId, onClose }: { transactionId: string; onClose: () => void }) {
  const t = useTranslation();
  const { app } = useOwnedProject();
  const { data, error } = useQuery(paymentOptions(app, transactionId));
  // One for the dialog: a click that is repeated makes one refund. A refusal has a key of its own.
  const [key, setKey] = useState(() => crypto.randomUUID());
  const [chosen, setChosen] = useState<string>();
  const [typed, setTyped] = useState<string>();
  const open = data?.payments.filter(({ amount, refunded_amount }) => refunded_amount < amount) ?? [];
  const isTest = data?.transaction.test_mode ?? false;
  const payment = open.find(({ id }) => id === chosen) ?? open[0];
  const offer = data?.transaction.offer_display_name ?? data?.transaction.offer_id ?? t("Offer without a name");

  if (!data || (!isTest && !payment)) {
    return (
      <Modal title={t("Refund")} actions={<Button onClick={onClose}>{t("Close")}</Button>} onClose={onClose}>
        {error ? (
          <Alert tone="danger">{describeRefusal(error, t)}</Alert>
        ) : data ? (
          <p className="text-sm text-ink-soft">{t("There is no payment left to refund.")}</p>
        ) : (
          <div aria-busy="true">
            <Skeleton className="h-20" />
          </div>
        )}
      </Modal>
    );
  }

  const left = payment ? payment.amount - payment.refunded_amount : 0;
  const currency = payment?.currency ?? "USD";
  const text = typed ?? typedAmount(left, currency);
  const amount = readAmount(text, currency, left);

  async function refund() {
    if (payment && amount === undefined) throw new Error("There is no amount");
    const caller = app[appInternals].caller("admin");
    const body = { idempotency_key: key, ...(payment && { payment_id: payment.id, amount }) };
    try {
      await caller.write("POST /internal/payments/transactions/{transaction_id}/refund", {
        params: { transaction_id: transactionId },
        body,
      });
    } catch (failure) {
      if (failure instanceof RequestError && failure.status < 500) setKey(crypto.randomUUID());
      throw failure;
    } finally {
      await caller.announce("billing", "items", "transactions");
    }
  }

  return (
    <ConfirmMutation
      isOpen
      onOpenChange={onClose}
      title={isTest ? t("Take {offer} back?", { offer }) : t("Refund {offer}?", { offer })}
      description={
        isTest
          ? t("No money moves. The customer loses the purchase with all that it included.")
          : t(
              "A one-time purchase is taken back once all of it is refunded. A subscription goes on until you cancel it.",
            )
      }
      confirmLabel={isTest ? t("Take back") : t("Refund")}
      successMessage={isTest ? t("The purchase is taken back.") : t("The refund is made.")}
      describeError={(failure) =>
        payment && amount === undefined
          ? t("Enter an amount up to {amount}.", { amount: moneyText(left, currency, t) })
          : describeRefusal(failure, t)
      }
      mutationFn={refund}
    >
      {payment && (
        <div className="flex flex-col gap-4">
          {open.length > 1 && (
            <Select
              label={t("Payment")}
              options={open.map((each) => ({
                value: each.id,
                label: `${dateText(new Date(each.created_at_millis), t)}: ${moneyText(each.amount, each.currency, t)}`,
              }))}
              value={payment.id}
              onValueChange={(id) => {
                setChosen(id);
                setTyped(undefined);
              }}
            />
          )}
          <TextField
            label={t("Amount in {currency}", { currency })}
            hint={t("At most {amount}.", { amount: moneyText(left, currency, t) })}
            inputMode="decimal"
            autoComplete="off"
            value={text}
            onChange={(event) => setTyped(event.target.value)}
          />
        </div>
      )}
    </ConfirmMutation>
  );
}

/** By the sentences of the API. */
const refusals = [
  msg("This payment has been refunded already."),
  msg("This is more than what was paid and is not refunded yet."),
  msg("The customer's bank disputes this payment: Stripe refunds it by the dispute."),
  msg("Stripe refused the refund, such as for want of balance in the project's account."),
  msg("This purchase in test mode was taken back already, or has ended."),
] as const;

function describeRefusal(error: unknown, t: Translate): string {
  const known = error instanceof RequestError ? refusals.find((text) => text === error.text) : undefined;
  return known ? t(known) : describeFailure(error, t);
}

/** The decimals of a currency. */
function decimalsOf(currency: string): number {
  return new Intl.NumberFormat("en", { style: "currency", currency }).resolvedOptions().maximumFractionDigits ?? 0;
}

/** An amount as it is typed, such as "12.50". @param amount in the smallest units of the currency */
export function typedAmount(amount: number, currency: string): string {
  const decimals = decimalsOf(currency);
  return (amount / 10 ** decimals).toFixed(decimals);
}

/** A typed amount in the smallest units of the currency; undefined for what is none, or is not from 1 to `most`. */
export function readAmount(text: string, currency: string, max: number): number | undefined {
  const decimals = decimalsOf(currency);
  const match = /^(\d{1,9})(?:[.,](\d+))?$/.exec(text.trim());
  const [, whole = "", fraction = ""] = match ?? [];
  if (!match || fraction.length > decimals) return undefined;
  const amount = Number(whole + fraction.padEnd(decimals, "0"));
  return amount >= 1 && amount <= max ? amount : undefined;
}
