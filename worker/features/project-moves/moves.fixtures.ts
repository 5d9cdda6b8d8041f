import { env } from "cloudflare:workers";
import { type MovedRow, selectPage, send } from "../../db/move-statements";
import { type MovedTable, movedTables, projectTable } from "../../db/moved-tables";
import { type MoveState, moveSql } from "../../db/project-moves/move-sql";
import { projectMoves } from "../../db/project-moves/schema";
import type { Database } from "../../platform/database";
import type { StepOutcome } from "../../platform/jobs";
import { openTools, type PlatformTools } from "../../platform/tools";
import { firstDb } from "../../testing/project";
import { bindingsOfTests } from "../../testing/shards";
import { moveProjects, settleMillis } from "./jobs";

export const { shards } = openTools(env, null, bindingsOfTests);

export function shard(number: number): Database {
  const found = shards[number];
  if (!found) throw new Error(`There is no shard ${number}`);
  return found;
}

/** Requests a move, as the command of operators does, and gives what it reads. */
export async function requestMove(projectId: string, toShard: number): Promise<MoveState> {
  const texts = moveSql(projectId, toShard).split("; ");
  const results = await send<MoveState>(
    firstDb,
    texts.map((text) => ({ text })),
  );
  return results.at(-1)?.[0] as MoveState;
}

/** Requests a move without the checks of the command. */
export async function forceMove(projectId: string, toShard: number): Promise<void> {
  await firstDb.batch([firstDb.insert(projectMoves).values({ projectId, toShard, requestedAt: Date.now() })]);
}

/** Does a step of the task, by its own databases or those of a test. */
export function step(databases: Partial<Pick<PlatformTools, "firstDb" | "shards">> = {}): Promise<StepOutcome> {
  return moveProjects.step({ ...openTools(env), ...databases });
}

/** Reads what a move is about to do; undefined once it is over. */
export async function phaseOf(projectId: string): Promise<string | undefined> {
  const [moves] = await firstDb.batch([firstDb.select().from(projectMoves)]);
  return moves.find((move) => move.projectId === projectId)?.phase;
}

/** Lets the time pass for which the rows stay that a project has left. */
export async function settle(projectId: string): Promise<void> {
  await send(firstDb, [
    {
      text: "update project_moves set switched_at = switched_at - ? where project_id = ?",
      values: [settleMillis, projectId],
    },
  ]);
}

/** Steps until a move has come to a phase, or to its end. */
export async function stepUntil(
  projectId: string,
  phase: string | undefined,
  each: () => Promise<unknown> = async () => {},
): Promise<void> {
  for (let steps = 0; (await phaseOf(projectId)) !== phase; steps++) {
    if (steps > 100) throw new Error(`The move is still to ${await phaseOf(projectId)} after ${steps} steps`);
    await each();
    await step();
    if (phase === undefined) await settle(projectId);
  }
}

/** All rows of a project in a shard, by table: without what differs between databases by design. */
export async function rowsOf(db: Database, projectId: string): Promise<Record<string, string[]>> {
  const tables: MovedTable[] = [projectTable, ...movedTables];
  const pages = await send<MovedRow>(
    db,
    tables.map((table) => selectPage(table, { projectId, after: null, limit: 10_000 })),
  );
  const rows = tables.map(({ name }, at) => [name, pages[at]?.map(({ row }) => row) ?? []] as const);
  return Object.fromEntries(rows.filter(([, found]) => found.length > 0));
}

/** Ends all moves: their triggers would cost other tests of the same databases rows to read. */
export async function endMoves(): Promise<void> {
  const [moves] = await firstDb.batch([firstDb.select().from(projectMoves)]);
  for (const { projectId } of moves) await stepUntil(projectId, undefined);
}
