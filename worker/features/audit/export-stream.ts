import { toJsonLine } from "./json-line";

/** Rows that one round trip reads: a megabyte at most. */
export const rowsPerRead = 1000;

/** A Worker makes a bounded number of round trips for a request. */
const mostReads = 40;

interface Source<Row> {
  /** Reads up to `limit` rows, the first of which has the id `cursor`. */
  read(cursor: string | undefined, limit: number, isFirst: boolean): Promise<Row[]>;
  lineOf(row: Row): string;
}

/**
 * Rows as lines, read while they are sent: never more than one page is in memory. Where there are more rows than one response
 * has, its last line says how to go on. When a read fails, the response is cut off.
 */
export function exportStream<Row extends { id: string }>(
  cursor: string | undefined,
  { read, lineOf }: Source<Row>,
): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder();
  let next = cursor;
  let reads = 0;
  return new ReadableStream<Uint8Array>({
    async pull(controller) {
      const rows = await read(next, rowsPerRead + 1, reads === 0);
      reads += 1;
      next = rows[rowsPerRead]?.id;
      const isCut = next !== undefined && reads === mostReads;
      const lines = rows.slice(0, rowsPerRead).map(lineOf);
      if (isCut) lines.push(toJsonLine({ next_cursor: next }));
      if (lines.length > 0) controller.enqueue(encoder.encode(lines.join("")));
      if (isCut || next === undefined) controller.close();
    },
  });
}
