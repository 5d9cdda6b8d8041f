import { env } from "cloudflare:workers";

/** Settings with databases that say how many rows of a project one batch has taken out of a table at most. */
export function measuredDatabases(projectId: string, table: string) {
  const taken: number[] = [];
  const measure = (binding: D1Database): D1Database => {
    const count = binding.prepare(`select count(*) as n from ${table} where project_id = ?`).bind(projectId);
    const batch = async (statements: D1PreparedStatement[]) => {
      const before = (await count.first<number>("n")) ?? 0;
      const results = await binding.batch(statements);
      taken.push(before - ((await count.first<number>("n")) ?? 0));
      return results;
    };
    return new Proxy(binding, {
      get(target, name) {
        if (name === "batch") return batch;
        const value = Reflect.get(target, name);
        return typeof value === "function" ? value.bind(target) : value;
      },
    });
  };
  const bindings = Object.entries(env as unknown as Record<string, D1Database>).filter(([name]) =>
    /^DB(_\d+)?$/.test(name),
  );
  return {
    settings: Object.fromEntries(bindings.map(([name, binding]) => [name, measure(binding)])) as Record<string, never>,
    maxTaken: () => Math.max(...taken),
  };
}

/** Returns how SQLite would run a query, one line for each step: a list that is served by its index neither scans nor sorts. */
export async function planOf(query: { toSQL(): { sql: string; params: unknown[] } }): Promise<string> {
  const { sql, params } = query.toSQL();
  const { results } = await env.DB.prepare(`EXPLAIN QUERY PLAN ${sql}`)
    .bind(...params)
    .all<{ detail: string }>();
  return results.map(({ detail }) => detail).join("\n");
}
