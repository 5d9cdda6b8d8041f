import { customerType as everyType } from "../../../config";
import {
  selectChangePage,
  selectOneTimePage,
  selectSubscriptionPage,
  type TransactionPlace,
} from "../../../db/payments/transactions/queries";
import type { Database, Id } from "../../../platform/database";
import type { QueryOf } from "../../../protocol/endpoint";
import type { AppRouter } from "../../access";
import * as contract from "./contract";
import { changeTransaction, oneTimeTransaction, subscriptionTransaction } from "./index";

type Query = QueryOf<typeof contract.listTransactions>;
type Kind = (typeof contract.transactionTypes)[number];

const defaultLimit = 50;
const maxLimit = 200;

export function transactionRoutes(router: AppRouter) {
  router.route(contract.listTransactions, {
    prefetch: ({ db, provenProjectId, query }) => pagesOf(db, provenProjectId, query),
    handle: ({ found, query }) => {
      const limit = limitOf(query);
      const transactions = Object.entries(found)
        .flatMap(([name, rows]) => {
          // The statements that load the caller have results of other names.
          const toTransaction = transactionOf.get(name.split("/")[0]);
          return toTransaction ? rows.map((row) => toTransaction(row as never)) : [];
        })
        .toSorted((a, b) => b.created_at_millis - a.created_at_millis || (a.id < b.id ? 1 : -1))
        .slice(0, limit);
      const last = transactions.length === limit ? transactions.at(-1) : undefined;
      return { transactions, next_cursor: last ? `${last.created_at_millis}_${last.id}` : null };
    },
  });
}

const pageOf = {
  subscription: selectSubscriptionPage,
  one_time: selectOneTimePage,
  item_quantity_change: selectChangePage,
};

/** Maps the rows of each kind to what is on the wire. */
const transactionOf = new Map<string | undefined, (row: never) => contract.Transaction>([
  ["subscription", subscriptionTransaction],
  ["one_time", oneTimeTransaction],
  ["item_quantity_change", changeTransaction],
]);

/** A page of each kind and type of customer, each read in the order of its index: the page of all is in them. */
function pagesOf(db: Database, projectId: Id, query: Query): Record<string, PromiseLike<object[]>> {
  const types = query.customer_type ? [query.customer_type] : everyType.options;
  const asked: readonly Kind[] = query.type ? [query.type] : contract.transactionTypes;
  const isTest = query.test_mode === undefined ? undefined : query.test_mode === "true";
  // Only purchases are made in test mode.
  const kinds = isTest ? asked.filter((kind) => kind !== "item_quantity_change") : asked;
  const [after, limit] = [placeOf(query), limitOf(query)];
  return Object.fromEntries(
    types.flatMap((customerType) => {
      const page = { projectId, customerType, isTest, after, limit };
      return kinds.map((kind) => [`${kind}/${customerType}`, pageOf[kind](db, page)] as const);
    }),
  );
}

function placeOf({ cursor }: Query): TransactionPlace | undefined {
  if (cursor === undefined) return undefined;
  const end = cursor.indexOf("_");
  return { createdAt: Number(cursor.slice(0, end)), id: cursor.slice(end + 1) };
}

/** A text that is no number is the default, as clients of the wire rely on. */
function limitOf({ limit = "" }: Query): number {
  const asked = Number.parseInt(limit, 10);
  return Number.isNaN(asked) ? defaultLimit : Math.min(Math.max(asked, 1), maxLimit);
}
