import { insertChange, insertCheckpoint, type NewChange } from "../../../db/payments/items/changes";
import { selectChangeByKey } from "../../../db/payments/items/queries";
import { batchByName, type Database, violatesForeignKey } from "../../../platform/database";
import { newId } from "../../../platform/secrets";
import type { Failing } from "../../../protocol/failing";
import { dueCheckpoint, type ReadLedger } from "./ledger";
import { quantityAt } from "./quantity";

/** A change as a backend describes it. */
type DescribedChange = Pick<NewChange, "delta" | "expiresAt" | "description">;

/**
 * Makes a change, with the checkpoint that is due before it.
 *
 * @returns the change, or the one that another request has made by the same key; undefined where the quantity would become
 *   negative
 */
export async function makeChange(
  { db, fail }: { db: Database } & Failing<"CURRENT_PROJECT_NOT_FOUND">,
  change: Omit<NewChange, "id" | "now">,
  ledger: ReadLedger,
  allowsNegative: boolean,
): Promise<({ id: string } & DescribedChange) | undefined> {
  const { idempotencyKey } = change;
  const seen = { quantity: quantityAt(ledger.now, ledger), seq: ledger.seq };
  const checkpoint = dueCheckpoint(ledger);
  try {
    const { inserted, sameKey } = await batchByName(db, {
      ...(checkpoint && { checkpoint: insertCheckpoint(db, change, checkpoint) }),
      inserted: insertChange(db, { ...change, id: newId(), now: ledger.now }, allowsNegative ? undefined : seen),
      ...(idempotencyKey !== null && { sameKey: selectChangeByKey(db, change, idempotencyKey) }),
    });
    const [made] = inserted;
    return made ? { ...change, id: made.id } : sameKey?.[0];
  } catch (error) {
    // The project was deleted after the caller was loaded.
    if (violatesForeignKey(error)) {
      return fail("CURRENT_PROJECT_NOT_FOUND", { project_id: change.projectId }, { cause: error });
    }
    throw error;
  }
}

/** Whether a request describes a change that was made before. */
export function isSameChange(made: DescribedChange, { delta, expiresAt, description }: DescribedChange): boolean {
  return made.delta === delta && made.expiresAt === expiresAt && made.description === description;
}
