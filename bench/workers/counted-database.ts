/** Counts what a Worker's database has done so far. */
export interface Counts {
  d1: number;
  rowsRead: number;
  rowsWritten: number;
}

/** A database whose round trips and rows are counted, also of statements that are sent by themselves. */
export function countedDatabase(binding: D1Database, counts: Counts): D1Database {
  const statements = new WeakMap<D1PreparedStatement, D1PreparedStatement>();
  const add = <T>(results: readonly D1Result<T>[]) => {
    counts.d1 += 1;
    for (const { meta } of results) {
      counts.rowsRead += meta.rows_read;
      counts.rowsWritten += meta.rows_written;
    }
  };
  const counted = (statement: D1PreparedStatement): D1PreparedStatement => {
    const all = async <T>() => {
      const result = await statement.all<T>();
      add([result]);
      return result;
    };
    const wrapped = {
      bind: (...values: unknown[]) => counted(statement.bind(...values)),
      all,
      run: all,
      first: async <T>(column?: string) => {
        const [row] = (await all<Record<string, T>>()).results;
        return (column === undefined ? row : row?.[column]) ?? null;
      },
      raw: async () => (await all<Record<string, unknown>>()).results.map((row) => Object.values(row)),
    } as unknown as D1PreparedStatement;
    statements.set(wrapped, statement);
    return wrapped;
  };
  return {
    prepare: (query: string) => counted(binding.prepare(query)),
    async batch<T>(batch: D1PreparedStatement[]) {
      const results = await binding.batch<T>(batch.map((statement) => statements.get(statement) ?? statement));
      add(results);
      return results;
    },
    exec: (query: string) => binding.exec(query),
  } as D1Database;
}

/** Returns what a request has added, as the `Server-Timing` header that the product itself sends with TRACE=1. */
export function serverTiming(before: Counts, after: Counts): string {
  return [
    `d1;desc="${after.d1 - before.d1}"`,
    `rows_read;desc="${after.rowsRead - before.rowsRead}"`,
    `rows_written;desc="${after.rowsWritten - before.rowsWritten}"`,
  ].join(", ");
}
