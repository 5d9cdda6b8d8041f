/** Round trips, by where they went. */
export interface Trips {
  primary: number;
  replica: number;
}

/** A database as D1 routes its batches: writes and sessions that begin at the primary go there, all other sessions to a replica. */
export function replicatedDatabase(binding: D1Database, trips: Trips): D1Database {
  const sqlOf = new WeakMap<D1PreparedStatement, string>();
  const real = new WeakMap<D1PreparedStatement, D1PreparedStatement>();
  const noted = (sql: string, statement: D1PreparedStatement): D1PreparedStatement => {
    const wrapped = { bind: (...values: unknown[]) => noted(sql, statement.bind(...values)) } as D1PreparedStatement;
    sqlOf.set(wrapped, sql);
    real.set(wrapped, statement);
    return wrapped;
  };
  const prepare = (sql: string) => noted(sql, binding.prepare(sql));
  const runner = (session: Pick<D1Database, "batch">, startsAtPrimary: boolean) => ({
    prepare,
    async batch<T>(statements: D1PreparedStatement[]) {
      const isPrimary =
        startsAtPrimary || statements.some((each) => !/^\s*(?:select|with)\b/i.test(sqlOf.get(each) ?? ""));
      trips[isPrimary ? "primary" : "replica"] += 1;
      const results = await session.batch<T>(statements.map((each) => real.get(each) ?? each));
      return results.map((result) => ({ ...result, meta: { ...result.meta, served_by_primary: isPrimary } }));
    },
  });
  return {
    ...runner(binding, true),
    withSession(start: string) {
      const session = binding.withSession(start);
      return { ...runner(session, start === "first-primary"), getBookmark: () => session.getBookmark() };
    },
  } as D1Database;
}
