import { and, desc, eq, getTableColumns, type SQL, sql } from "drizzle-orm";
import type { Database, Id } from "../../../platform/database";
import { teamOf } from "../../teams/joins";
import { userOf } from "../../users/joins";
import type { CustomerType } from "../customer";
import { itemQuantityChanges } from "../items/schema";
import { oneTimePurchases, subscriptions } from "../purchases/schema";

/** A place in the list, newest first: what comes after it is older, or of the same time with a smaller id. */
export interface TransactionPlace {
  createdAt: number;
  id: string;
}

/** Says which transactions of one type of customers to read: each list has an index in its order. */
export interface TransactionPage {
  projectId: Id;
  customerType: CustomerType;
  /** Those of test mode or the others; all of them without it. */
  isTest?: boolean | undefined;
  after?: TransactionPlace | undefined;
  limit: number;
}

/** The customer's name as it is now: null where they have none, were deleted, or are known to the backend alone. */
interface Named {
  customerName: string | null;
}

export type SubscriptionRow = typeof subscriptions.$inferSelect & Named;
export type OneTimeRow = typeof oneTimePurchases.$inferSelect & Named;
export type ChangeRow = typeof itemQuantityChanges.$inferSelect & Named;

type Listed = typeof subscriptions | typeof oneTimePurchases | typeof itemQuantityChanges;

function isListed(table: Listed, { projectId, customerType, after }: TransactionPage) {
  return and(
    eq(table.projectId, projectId),
    eq(table.customerType, customerType),
    after && sql`(${table.createdAt}, ${table.id}) < (${after.createdAt}, ${after.id})`,
  );
}

/** As text, because the indexes of test mode are of its rows alone, and a parameter could be either. */
function isOfMode({ isTest }: TransactionPage): SQL | undefined {
  return isTest === undefined ? undefined : isTest ? sql`is_test = 1` : sql`is_test = 0`;
}

/** Returns what a row is joined with for the name of its customer. */
function customerOf(table: Listed) {
  const [users, isUser] = userOf(table.projectId, table.customerId);
  const [teams, isTeam] = teamOf(table.projectId, table.customerId);
  return {
    user: [users, and(isUser, eq(table.customerType, "user"))] as const,
    team: [teams, and(isTeam, eq(table.customerType, "team"))] as const,
    name: sql<string | null>`coalesce(nullif(${users.displayName}, ''), ${users.primaryEmail}, ${teams.displayName})`,
  };
}

/** The columns of a table, and the name of its customer. */
function columnsOf<Table extends Listed>(table: Table) {
  return { ...getTableColumns(table), customerName: customerOf(table).name.as("customer_name") };
}

export function selectSubscriptionPage(db: Database, page: TransactionPage) {
  return db
    .select(columnsOf(subscriptions))
    .from(subscriptions)
    .leftJoin(...customerOf(subscriptions).user)
    .leftJoin(...customerOf(subscriptions).team)
    .where(and(isListed(subscriptions, page), isOfMode(page)))
    .orderBy(desc(subscriptions.createdAt), desc(subscriptions.id))
    .limit(page.limit);
}

export function selectOneTimePage(db: Database, page: TransactionPage) {
  return db
    .select(columnsOf(oneTimePurchases))
    .from(oneTimePurchases)
    .leftJoin(...customerOf(oneTimePurchases).user)
    .leftJoin(...customerOf(oneTimePurchases).team)
    .where(and(isListed(oneTimePurchases, page), isOfMode(page)))
    .orderBy(desc(oneTimePurchases.createdAt), desc(oneTimePurchases.id))
    .limit(page.limit);
}

/** Those that a backend has made: what purchases put into a ledger is in the list as the purchase. */
export function selectChangePage(db: Database, page: TransactionPage) {
  return (
    db
      .select(columnsOf(itemQuantityChanges))
      .from(itemQuantityChanges)
      .leftJoin(...customerOf(itemQuantityChanges).user)
      .leftJoin(...customerOf(itemQuantityChanges).team)
      // As text, because the index is of these rows alone, and a parameter could be any.
      .where(and(isListed(itemQuantityChanges, page), sql`source = 'request'`))
      .orderBy(desc(itemQuantityChanges.createdAt), desc(itemQuantityChanges.id))
      .limit(page.limit)
  );
}

/** A subscription of a project: a row, or nothing. */
export function selectSubscriptionById(db: Database, { projectId, id }: { projectId: Id; id: string }) {
  return db
    .select(columnsOf(subscriptions))
    .from(subscriptions)
    .leftJoin(...customerOf(subscriptions).user)
    .leftJoin(...customerOf(subscriptions).team)
    .where(and(eq(subscriptions.projectId, projectId), eq(subscriptions.id, id)));
}

/** A one-time purchase of a project: a row, or nothing. */
export function selectOneTimeById(db: Database, { projectId, id }: { projectId: Id; id: string }) {
  return db
    .select(columnsOf(oneTimePurchases))
    .from(oneTimePurchases)
    .leftJoin(...customerOf(oneTimePurchases).user)
    .leftJoin(...customerOf(oneTimePurchases).team)
    .where(and(eq(oneTimePurchases.projectId, projectId), eq(oneTimePurchases.id, id)));
}
