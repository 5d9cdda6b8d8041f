// Projects live in one or more D1 databases, the shards. Each project is in one of them as a whole. The internal project, with the
// owners of all others, is in the first. The first also knows the shard of each project that is elsewhere.
import { isCausedBy } from "./error-causes";
import type { StatementRunner } from "./read-replicas";

/** The number of a shard: 0 for the binding `DB`, n for `DB_n`. */
export type Shard = number;

/** The bindings of the shards, in the order of their numbers. There is no number without one before the last. */
export function shardBindings(env: Env): [first: D1Database, ...others: D1Database[]] {
  const others: D1Database[] = [];
  for (let shard = 1; ; shard++) {
    const binding = (env as unknown as Record<string, D1Database | undefined>)[bindingName(shard)];
    if (!binding) return [env.DB, ...others];
    others.push(binding);
  }
}

export function bindingName(shard: Shard): string {
  return shard === 0 ? "DB" : `DB_${shard}`;
}

/** Triggers raise this while a project is being moved: its writes are to be repeated, maybe elsewhere. */
export const movingMessage = "gatehouse: this project is being moved";

/** Holds where this isolate has last seen projects. A project that is moved is seen elsewhere by the first request that looks for it. */
class SeenShards {
  readonly #shards = new Map<string, Shard>();
  readonly #max = 10_000;

  get(projectId: string): Shard | undefined {
    return this.#shards.get(projectId);
  }

  note(projectId: string, shard: Shard): void {
    this.#shards.delete(projectId);
    this.#shards.set(projectId, shard);
    const [oldest] = this.#shards.keys();
    if (oldest !== undefined && this.#shards.size > this.#max) this.#shards.delete(oldest);
  }

  forget(projectId: string): void {
    this.#shards.delete(projectId);
  }
}

export const seenShards = new SeenShards();

export interface Route {
  projectId: string;
  /** Says how statements reach each shard, by its number. */
  runners: readonly StatementRunner[];
  /** Reads where the first database has a project: a row for one that is elsewhere. Always from the primary. */
  look(): Promise<Shard>;
}

/** Limits how long a batch waits for a project that is being moved. Its writes pause for a part of it. */
const patienceMillis = 20_000;
const firstPauseMillis = 20;
const maxPauseMillis = 500;

/**
 * Returns a way to the database of one project, wherever it is. Statements are prepared once their batch is sent, on the shard in which
 * the project is then. A batch is a transaction, so that one which was refused, or which only read, can be repeated elsewhere.
 */
export function routedRunner({ projectId, runners, look }: Route): StatementRunner {
  async function batch<T>(statements: D1PreparedStatement[]): Promise<D1Result<T>[]> {
    const giveUpAt = Date.now() + patienceMillis;
    let previous: Hop | undefined;
    for (let pause = firstPauseMillis; ; pause = Math.min(2 * pause, maxPauseMillis)) {
      const shard = seenShards.get(projectId) ?? (await look());
      const runner = runners[shard];
      if (!runner) throw new Error(`The project ${projectId} is in shard ${shard}, for which there is no binding`);
      const outcome = await attempt<T>(runner, projectId, statements as unknown as Unsent[]);
      if ("results" in outcome) {
        const { results, elsewhere } = outcome;
        if (elsewhere === null) {
          seenShards.note(projectId, shard);
          return results;
        }
        if (elsewhere === previous?.from && shard === previous.to) {
          await runner.batch(prepared(runner, arrivingStatements(projectId)));
        }
        previous = { from: shard, to: elsewhere };
        seenShards.note(projectId, elsewhere);
      } else {
        seenShards.forget(projectId);
        previous = undefined;
        if (Date.now() >= giveUpAt) throw outcome.refusal;
        await scheduler.wait(pause);
      }
      if (Date.now() >= giveUpAt) throw new Error(`The project ${projectId} was not found where it is said to be`);
    }
  }
  return { prepare: (text) => new Unsent(text) as unknown as D1PreparedStatement, batch };
}

/** A shard that named another one as that of the project. */
interface Hop {
  from: Shard;
  to: Shard;
}

/** The text of a statement, with its values. */
export interface Sql {
  text: string;
  values?: readonly unknown[];
}

/** A statement before it is known where it is sent. */
class Unsent implements Sql {
  constructor(
    readonly text: string,
    readonly values: readonly unknown[] = [],
  ) {}

  bind(...values: unknown[]): Unsent {
    return new Unsent(this.text, values);
  }
}

/** What a batch returned, and the shard that the project is in where it is not the one that the batch was sent to. */
interface Outcome<T> {
  results: D1Result<T>[];
  elsewhere: Shard | null;
}

/** Sends statements of a project, and in the same batch asks where it is: this isolate may not have seen it move. */
async function attempt<T>(
  runner: StatementRunner,
  projectId: string,
  statements: readonly Unsent[],
): Promise<Outcome<T> | { refusal: unknown }> {
  try {
    const results = await runner.batch<T>(prepared(runner, [...statements, shardStatement(projectId)]));
    return { elsewhere: elsewhereIn(results.pop()), results };
  } catch (refusal) {
    if (isMoving(refusal)) return { refusal };
    throw refusal;
  }
}

/** Statements as a database takes them. */
export function prepared(runner: StatementRunner, statements: readonly Sql[]): D1PreparedStatement[] {
  return statements.map(({ text, values = [] }) => runner.prepare(text).bind(...values));
}

/** Reads the shard of a project that is not in the one where this is read. */
export function shardStatement(projectId: string): Sql {
  return { text: "select shard from projects where project_id = ?", values: [projectId] };
}

/** The shard that `shardStatement` found; null where the project is in the one where that was read, or is in none. */
export function elsewhereIn(found: D1Result | undefined): Shard | null {
  const [row] = (found?.results ?? []) as { shard: Shard | null }[];
  return row?.shard ?? null;
}

/** Tells whether a batch was refused because a project of its writes is being moved. */
export function isMoving(error: unknown): boolean {
  return isCausedBy(error, movingMessage);
}

/**
 * Opens a project in the shard that it was moved to. The shard that it comes from names the new one in the statement that ends the
 * move, once all has been copied. Any request that reads that may open it, so that a move that is killed right there is complete.
 */
export function arrivingStatements(projectId: string): Sql[] {
  const arriving = "(select project_id from arriving_projects where project_id = ?)";
  return [
    { text: `update projects set shard = null where project_id in ${arriving}`, values: [projectId] },
    { text: "delete from arriving_projects where project_id = ?", values: [projectId] },
  ];
}
