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

/**
 * The column by which rows of projects name the shard that the project is in, where it is not the one that was read. A result
 * that has it says that the batch was sent to the wrong shard.
 */
export const shardColumn = "shard";

/** What triggers raise while a project is being moved: its writes are to be repeated, maybe elsewhere. */
export const movingMessage = "gatehouse: this project is being moved";

/** Where this isolate has last seen projects. A project that is moved is seen elsewhere by the first request that looks for it. */
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
  /** How statements reach each shard, by its number. */
  runners: readonly StatementRunner[];
  /** Reads where the first database has a project: a row for one that is elsewhere. Always from the primary. */
  look(): Promise<Shard>;
}

/** How long a batch waits for a project that is being moved. Its writes pause for a part of it. */
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
      const outcome = await attempt<T>(runner, statements as unknown as Unsent[]);
      if ("results" in outcome) {
        const elsewhere = shardIn(outcome.results);
        if (elsewhere === undefined) {
          seenShards.note(projectId, shard);
          return outcome.results;
        }
        if (elsewhere === previous?.from && shard === previous.to) {
          const opening = arrivingStatements(projectId);
          await runner.batch(opening.map(({ text, values }) => runner.prepare(text).bind(...values)));
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

/** A statement before it is known where it is sent. */
class Unsent {
  constructor(
    readonly text: string,
    readonly values: readonly unknown[] = [],
  ) {}

  bind(...values: unknown[]): Unsent {
    return new Unsent(this.text, values);
  }
}

async function attempt<T>(
  runner: StatementRunner,
  statements: readonly Unsent[],
): Promise<{ results: D1Result<T>[] } | { refusal: unknown }> {
  try {
    return {
      results: await runner.batch<T>(statements.map(({ text, values }) => runner.prepare(text).bind(...values))),
    };
  } catch (refusal) {
    if (isMoving(refusal)) return { refusal };
    throw refusal;
  }
}

/** Whether a batch was refused because a project of its writes is being moved. */
export function isMoving(error: unknown): boolean {
  return isCausedBy(error, movingMessage);
}

/** The shard that the first row of a result names, if one does. */
function shardIn(results: readonly D1Result[]): Shard | undefined {
  for (const { results: rows } of results) {
    const first = rows?.[0] as Record<string, unknown> | undefined;
    const shard = first?.[shardColumn];
    if (typeof shard === "number") return shard;
  }
  return undefined;
}

/**
 * Opens a project in the shard that it was moved to. The shard that it comes from names the new one in the statement that ends the
 * move, once all has been copied. Any request that reads that may open it, so that a move that is killed right there is complete.
 */
export function arrivingStatements(projectId: string): { text: string; values: unknown[] }[] {
  const arriving = "(select project_id from arriving_projects where project_id = ?)";
  return [
    { text: `update projects set ${shardColumn} = null where project_id in ${arriving}`, values: [projectId] },
    { text: "delete from arriving_projects where project_id = ?", values: [projectId] },
  ];
}
