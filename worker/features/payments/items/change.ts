import {
  insertChange,
  insertCheckpoint,
  type NewChange,
  selectQuantitySince,
} from "../../../db/payments/items/changes";
import { recordLowBalance } from "../../../db/payments/items/events";
import { selectChangeByKey } from "../../../db/payments/items/queries";
import { type Database, violatesForeignKey } from "../../../platform/database";
import { newId } from "../../../platform/secrets";
import type { Failing } from "../../../protocol/failing";
import { quantityTooLarge } from "./contract";
import { dueCheckpoint, type ReadLedger } from "./ledger";
import { quantityAt } from "./quantity";

/** A change as a backend describes it. */
type DescribedChange = Pick<NewChange, "delta" | "expiresAt" | "description">;

/**
 * Makes a change, with the checkpoint that is due before it, and the event of a low balance.
 *
 * @param options.threshold below which a balance is low; undefined where none is
 * @returns the change, or the one that another request has made by the same key; undefined where the quantity would become
 *   negative
 */
export async function makeChange(
  { db, fail }: { db: Database } & Failing<"CURRENT_PROJECT_NOT_FOUND" | typeof quantityTooLarge>,
  change: Omit<NewChange, "id" | "now">,
  ledger: ReadLedger,
  { allowsNegative, threshold }: { allowsNegative: boolean; threshold: number | undefined },
): Promise<({ id: string } & DescribedChange) | undefined> {
  const seen = { quantity: quantityAt(ledger.now, ledger), seq: ledger.seq };
  const checkpoint = dueCheckpoint(ledger);
  const row = { ...change, id: newId(), now: ledger.now };
  try {
    const [[made], [sameKey], [current]] = await db.batch([
      insertChange(db, row, { seen, allowsNegative }),
      selectChangeByKey(db, row, change.idempotencyKey ?? ""),
      selectQuantitySince(db, row, seen),
      ...(checkpoint ? [insertCheckpoint(db, row, checkpoint)] : []),
      ...(threshold !== undefined && row.delta < 0 ? [recordLowBalance(db, row, { seen, threshold })] : []),
    ]);
    if (made) return { ...change, id: made.id };
    const refused = (current?.quantity ?? 0) + row.delta;
    const isTooLarge = refused > Number.MAX_SAFE_INTEGER || (allowsNegative && refused < Number.MIN_SAFE_INTEGER);
    return sameKey ?? (isTooLarge ? fail(quantityTooLarge) : undefined);
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
