import { env } from "cloudflare:workers";

/** The steps in which SQLite would run a Drizzle statement, as `EXPLAIN QUERY PLAN` words them. */
export async function queryPlan(statement: { toSQL(): { sql: string; params: unknown[] } }): Promise<string[]> {
  const { sql, params } = statement.toSQL();
  const { results } = await env.DB.prepare(`EXPLAIN QUERY PLAN ${sql}`)
    .bind(...params)
    .all<{ detail: string }>();
  return results.map(({ detail }) => detail);
}
