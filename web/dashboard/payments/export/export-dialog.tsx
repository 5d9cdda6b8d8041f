import { useEffect, useRef, useState } from "react";
import type { Transaction } from "../../../kit";
import { appInternals } from "../../../kit/app/internals";
import { describeFailure } from "../../../react/errors/describe-failure";
import { Button } from "../../../ui/buttons/button";
import { Alert } from "../../../ui/feedback/alert";
import { Dialog } from "../../../ui/overlays/dialog";
import { useShownCode } from "../../code/shown-code";
import { literal } from "../../code/written-code";
import { download } from "../../files/download";
import { SegmentedControl } from "../../forms/segmented-control";
import { useOwnedProject } from "../../projects/use-owned-projects";
import { useTranslation } from "../../translation/use-translation";
import { filterOf, type TransactionFilter } from "../payment-search";
import { type Format, files } from "./exported-transactions";

const pageLength = "200";

/** Saves all transactions that the filters select, also those of other pages, as a file. It can be stopped; then nothing is saved. */
export default function ExportDialog({ filter, onClose }: { filter: TransactionFilter; onClose: () => void }) {
  const t = useTranslation();
  const { app, displayName } = useOwnedProject();
  const { show } = useShownCode();
  const [format, setFormat] = useState<Format>("csv");
  const [read, setRead] = useState<number>();
  const [failure, setFailure] = useState<string>();
  const [isDone, setIsDone] = useState(false);
  const control = useRef<AbortController>(undefined);
  useEffect(() => () => control.current?.abort(), []);
  const isRunning = read !== undefined && !isDone;

  async function readAll(signal: AbortSignal): Promise<Transaction[]> {
    const transactions: Transaction[] = [];
    let cursor: string | undefined;
    do {
      const query = { ...filterOf(filter), limit: pageLength, cursor };
      const page = await app[appInternals].caller("admin").read("GET /internal/payments/transactions", { query });
      signal.throwIfAborted();
      transactions.push(...page.transactions);
      setRead(transactions.length);
      cursor = page.next_cursor ?? undefined;
    } while (cursor !== undefined);
    return transactions;
  }

  async function start() {
    control.current = new AbortController();
    const { signal } = control.current;
    setFailure(undefined);
    setRead(0);
    try {
      const transactions = await readAll(signal);
      const { type, write } = files[format];
      download(write(transactions), `${displayName} transactions.${format}`, type);
      show({ title: t("Export transactions"), code: exportCode(filter) });
      setIsDone(true);
    } catch (error) {
      if (signal.aborted) return;
      setFailure(describeFailure(error, t));
      setRead(undefined);
    }
  }

  function cancel() {
    control.current?.abort();
    setRead(undefined);
  }

  return (
    <Dialog
      isOpen
      onOpenChange={onClose}
      title={t("Export transactions")}
      description={t("All transactions that the filters of the list select, newest first.")}
      actions={
        isDone ? (
          <Button onClick={onClose}>{t("Done")}</Button>
        ) : isRunning ? (
          <Button variant="secondary" onClick={cancel}>
            {t("Cancel")}
          </Button>
        ) : (
          <>
            <Button variant="secondary" onClick={onClose}>
              {t("Cancel")}
            </Button>
            <Button onClick={() => void start()}>{t("Export")}</Button>
          </>
        )
      }
    >
      <div className="flex flex-col gap-4">
        {!isRunning && !isDone && (
          <>
            <SegmentedControl
              label={t("Format")}
              options={[
                { value: "csv", label: t("CSV") },
                { value: "json", label: t("JSON") },
              ]}
              value={format}
              onValueChange={setFormat}
            />
            <p className="text-sm text-ink-soft">
              {format === "csv"
                ? t("For spreadsheets. Texts that a spreadsheet would run as a formula begin with an apostrophe.")
                : t("For programs, with everything that the API says of a transaction.")}
            </p>
          </>
        )}
        {read !== undefined && (
          <div className="flex flex-col gap-2">
            <progress
              aria-label={t("Progress")}
              className="h-2 w-full accent-accent"
              {...(isDone && { value: 1, max: 1 })}
            />
            <p role="status" className="text-sm text-ink-soft">
              {isDone
                ? t("{count, plural, one {# transaction is exported.} other {# transactions are exported.}}", {
                    count: read,
                  })
                : t("{count, plural, one {# transaction read} other {# transactions read}}", { count: read })}
            </p>
          </div>
        )}
        {failure && <Alert tone="danger">{failure}</Alert>}
      </div>
    </Dialog>
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
