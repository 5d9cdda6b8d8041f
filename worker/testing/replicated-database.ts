import { applyD1Migrations } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { bindingName } from "../platform/shards";
import { projectsDb, secondShard } from "./shards";

/** Its binding, which a replicated one takes the place of. */
export const primaryBinding = bindingName(secondShard ? 1 : 0);

const texts = new WeakMap<D1PreparedStatement, { sql: string; values: unknown[] }>();

/**
 * Makes D1 with read replication, as its documentation describes it. The primary is the tests' database. The replica is another one,
 * which has of a project what was last copied to it. A session that begins at a bookmark waits until the replica has it. A made-up
 * bookmark fails, as does anything on a replica that `isDown`.
 */
export async function replicatedDatabase(projectId: string) {
  await applyD1Migrations(env.REPLICA, env.MIGRATIONS);
  await dropTriggers();
  /** The point of the primary that the replica has. */
  let copied = "";
  const state = {
    /** Lists what each session began with. */
    sessions: [] as string[],
    /** Lists who ran each batch. */
    ranOn: [] as ("primary" | "replica")[],
    isDown: false,
    /** Copies the project to the replica as it is now. */
    async replicate() {
      copied = await currentBookmark();
      await copyProject(projectId);
    },
  };

  async function run<T>(
    statements: D1PreparedStatement[],
    start: string | undefined,
    note?: (bookmark: string) => void,
  ) {
    const isPrimary = start === undefined || start === "first-primary" || statements.some(isWrite);
    state.ranOn.push(isPrimary ? "primary" : "replica");
    if (!isPrimary && state.isDown) throw new Error("D1_ERROR: The replica is down");
    if (!isPrimary && start !== "first-unconstrained") {
      if (!/^[0-9a-f]{8}-[0-9a-f]{8}-[0-9a-f]{8}-[0-9a-f]{32}$/.test(start))
        throw new Error("D1_ERROR: Invalid bookmark");
      if (start > copied) await state.replicate();
    }
    const session = (isPrimary ? projectsDb : env.REPLICA).withSession("first-primary");
    const results = await session.batch<T>(
      statements.map((statement) => {
        const { sql, values } = texts.get(statement) ?? { sql: "", values: [] };
        return session.prepare(sql).bind(...values);
      }),
    );
    note?.(isPrimary ? (session.getBookmark() ?? "") : copied);
    return results.map((result) => ({ ...result, meta: { ...result.meta, served_by_primary: isPrimary } }));
  }

  const database = {
    prepare: (sql: string) => statementOf(sql, []),
    batch: (statements: D1PreparedStatement[]) => run(statements, undefined),
    withSession(start: string) {
      state.sessions.push(start);
      let bookmark: string | null = null;
      return {
        prepare: (sql: string) => statementOf(sql, []),
        batch: (statements: D1PreparedStatement[]) =>
          run(statements, bookmark ?? start, (newer) => {
            bookmark = newer;
          }),
        getBookmark: () => bookmark,
      };
    },
  } as unknown as D1Database;
  return Object.assign(state, { database });
}

function statementOf(sql: string, values: unknown[]): D1PreparedStatement {
  const statement = { bind: (...bound: unknown[]) => statementOf(sql, bound) } as unknown as D1PreparedStatement;
  texts.set(statement, { sql, values });
  return statement;
}

function isWrite(statement: D1PreparedStatement): boolean {
  return !/^\s*(?:select|with)\b/i.test(texts.get(statement)?.sql ?? "");
}

async function currentBookmark(): Promise<string> {
  const session = projectsDb.withSession("first-primary");
  await session.prepare("select 1").run();
  return session.getBookmark() ?? "";
}

/** What a replica has was written by the primary's triggers. */
async function dropTriggers(): Promise<void> {
  const { results } = await env.REPLICA.prepare("select name from sqlite_master where type = 'trigger'").all<{
    name: string;
  }>();
  if (results.length > 0)
    await env.REPLICA.batch(results.map(({ name }) => env.REPLICA.prepare(`drop trigger "${name}"`)));
}

async function copyProject(projectId: string): Promise<void> {
  const { results: tables } = await projectsDb
    .prepare(
      // Without columns that are generated, which nothing can be inserted into, and tables that other tests have made.
      `select name, (select group_concat('"' || c.name || '"') from pragma_table_info(sqlite_master.name) c) as columns
       from sqlite_master where type = 'table' and sql like 'create table%project_id%' and name not like '\\_cf%' escape '\\'
         and name not like 'test\\_%' escape '\\'`,
    )
    .all<{ name: string; columns: string }>();
  const rows = await projectsDb.batch<Record<string, unknown>>(
    tables.map(({ name, columns }) =>
      projectsDb.prepare(`select ${columns} from "${name}" where project_id = ?`).bind(projectId),
    ),
  );
  await env.REPLICA.batch([
    env.REPLICA.prepare("pragma defer_foreign_keys = on"),
    ...tables.map(({ name }) => env.REPLICA.prepare(`delete from "${name}" where project_id = ?`).bind(projectId)),
    ...tables.flatMap(({ name }, index) =>
      (rows[index]?.results ?? []).map((row) => {
        const columns = Object.keys(row);
        const text = `insert into "${name}" (${columns.join(", ")}) values (${columns.map(() => "?").join(", ")})`;
        return env.REPLICA.prepare(text).bind(...Object.values(row));
      }),
    ),
  ]);
}
