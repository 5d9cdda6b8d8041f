import type { ShareName } from "../protocol/endpoint";

/** Counts what one request has cost so far. A count is the same on every machine, a time is not: budgets are asserted on these. */
export interface Trace {
  /** D1 round trips; one batch is one. */
  d1: number;
  rowsRead: number;
  rowsWritten: number;
  /** The characters of texts in the results of statements. */
  resultLength: number;
  /** The characters of configurations that had to be rendered. */
  configLength: number;
  /** Counts the time of slow statements that the rows which they have read and written do not explain. */
  slowMillis: number;
  /** Counts the time of batches that failed, of which it is not known what they have read and written. */
  failedMillis: number;
  /** Password hashes computed, whichever the algorithm. */
  hashes: number;
  /** Counts the milliseconds that the steps of a project's own sources of emails take. */
  renderMillis: number;
  /** Counts what was used of the project's shares in their windows, by the request and before it. */
  shares?: Readonly<Partial<Record<ShareName, { used: number; limit: number }>>>;
}

/** The trace of a request that has done nothing yet. */
export function newTrace(): Trace {
  return {
    d1: 0,
    rowsRead: 0,
    rowsWritten: 0,
    resultLength: 0,
    configLength: 0,
    slowMillis: 0,
    failedMillis: 0,
    hashes: 0,
    renderMillis: 0,
  };
}

/** Estimates what it takes in milliseconds to read and write rows, where one thread does all of it. */
export function millisOfRows(read: number, written: number): number {
  return read / 50 + written / 25;
}
