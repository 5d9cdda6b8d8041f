import { env } from "cloudflare:workers";
import { shardBindings } from "../platform/shards";
import { ofTests } from "./statements-by-project";

/** The databases, as tests arrange and check what is in them. */
export const bindingsOfTests = shardBindings(env).map(ofTests) as [D1Database, ...D1Database[]];

const [first, ...others] = bindingsOfTests;

/** The second database, where the tests run with two. */
export const secondShard = others[0];

/** The database that the projects of tests are in. */
export const projectsDb = secondShard ?? first;

/** Returns what a request costs whose project is in the database of its owners, and what with its project in another one. */
export function togetherOrApart<T, U>(together: T, apart: U): T | U {
  return secondShard ? apart : together;
}

/** A statement with its values, before it is known where it is sent. */
class Unsent {
  constructor(
    readonly text: string,
    readonly values: readonly unknown[] = [],
  ) {}

  bind = (...values: unknown[]) => new Unsent(this.text, values);
  all = async () => (await send([this]))[0];
  run = this.all;
  first = async (column?: string) => {
    const row = (await this.all())?.results[0] as Record<string, unknown> | undefined;
    return (column === undefined ? row : row?.[column]) ?? null;
  };
}

/**
 * Shows the databases as one, for what a test arranges or checks behind the API's back. Each statement goes to the shard of the project
 * that it names, and to all of them if it names none. What is changed of a project's own row is changed in the first as well.
 */
export const d1: D1Database =
  others.length === 0 ? first : ({ prepare: (text: string) => new Unsent(text), batch: send } as unknown as D1Database);

async function send(statements: readonly Unsent[]): Promise<D1Result<unknown>[]> {
  const placed = await Promise.all(
    statements.map(async (statement) => ({ statement, shards: await shardsOf(statement) })),
  );
  const results = new Map<Unsent, D1Result<unknown>>();
  // The first last: a result begins with the rows of the project's own shard.
  for (const [shard, binding] of [...[first, ...others].entries()].reverse()) {
    const here = placed.filter(({ shards }) => shards.includes(shard));
    if (here.length === 0) continue;
    const sent = await binding.batch(here.map(({ statement }) => prepared(binding, statement)));
    for (const [index, { statement }] of here.entries()) {
      const result = sent[index] as D1Result<unknown>;
      const known = results.get(statement);
      results.set(statement, known ? { ...known, results: [...known.results, ...result.results] } : result);
    }
  }
  return statements.map((statement) => results.get(statement) as D1Result<unknown>);
}

/** A trigger of a test is in one of the databases, which its name does not say. */
function prepared(binding: D1Database, { text, values }: Unsent): D1PreparedStatement {
  return binding.prepare(text.replace(/^drop trigger (?!if)/i, "drop trigger if exists ")).bind(...values);
}

const everyShard = [first, ...others].map((_, shard) => shard);
const ids = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g;

/** The shards of projects that were found in others than the first: a test may look for what is left of them. */
const known = new Map<string, number>();

async function shardsOf({ text, values }: Unsent): Promise<number[]> {
  const sent = `${text} ${JSON.stringify(values)}`;
  const named = [...new Set(sent.match(ids))];
  const { results } = await first
    .prepare("select project_id as id, shard from projects where project_id in (select value from json_each(?))")
    .bind(JSON.stringify(named))
    .all<{ id: string; shard: number | null }>();
  for (const { id, shard } of results) if (shard !== null) known.set(id, shard);
  const elsewhere = named.flatMap((id) => known.get(id) ?? [])[0];
  const isInsertion = /^\s*insert\b/i.test(text);
  if (elsewhere !== undefined) {
    // A row may name it that is not its own, such as an event of the internal project.
    return isInsertion || /^\s*select\b.*\bfrom "?projects\b/is.test(text) ? [elsewhere] : [elsewhere, 0];
  }
  return results.length > 0 || isInsertion || /["']internal["']/.test(sent) ? [0] : everyShard;
}
