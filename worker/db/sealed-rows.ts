import { and, eq, gte, lt, or, type SQL, sql } from "drizzle-orm";
import type { SQLiteColumn } from "drizzle-orm/sqlite-core";
import type { Database, Statement } from "../platform/database";
import type { Settings } from "../platform/env";
import type { StepOutcome } from "../platform/jobs";
import { namedSeal, sealLength, sealOf, unnamedSeal } from "../platform/sealing";

/** The seal of a sealed column, given by its name in the database, which computes it and stores it in the index only. */
export function sealIn(column: string): SQL {
  return sql.raw(`substr(${column}, 1, ${sealLength})`);
}

/** Tells whether a value stands under the root secret that is being rotated out, or does not name its key. */
export function isOutgoing(seal: SQLiteColumn, outgoing: string) {
  return or(eq(seal, outgoing), and(gte(seal, unnamedSeal), lt(seal, namedSeal)));
}

/** Rows that one step seals anew. Each takes two derivations of a key. */
const rowsPerStep = 100;

/** Rows to seal anew: those of a seal, and those that do not name their key. */
export interface Outgoing {
  seal: string;
  limit: number;
}

/**
 * Seals a bounded number of rows anew. Without a previous root secret there is nothing to do, and nothing is read.
 *
 * @param sweep.select finds rows by an index on their seal
 * @param sweep.replace writes a row only where it is still as it was read. It always changes the seal, so that a sweep ends
 */
export async function resealStep<Row>(
  { db, settings }: { db: Database; settings: Settings },
  {
    select,
    replace,
    limit = rowsPerStep,
  }: {
    select(outgoing: Outgoing): Statement & PromiseLike<Row[]>;
    replace(row: Row): Promise<Statement[]>;
    limit?: number;
  },
): Promise<StepOutcome> {
  const { current, previous } = settings.serverSecrets;
  if (previous === undefined || previous === current) return "done";
  const [rows] = await db.batch([select({ seal: await sealOf(previous), limit })]);
  const [first, ...others] = (await Promise.all(rows.map(replace))).flat();
  if (first) await db.batch([first, ...others]);
  return rows.length < limit ? "done" : "more";
}
