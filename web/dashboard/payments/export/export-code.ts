import { literal } from "../../code/written-code";
import type { TransactionFilter } from "../payment-search";

/** The export of the transactions that a filter selects, as code. */
export function exportCode({ type, customerType, mode }: TransactionFilter): string {
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
