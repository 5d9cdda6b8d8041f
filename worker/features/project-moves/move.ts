import * as statements from "../../db/move-statements";
import { type MovedTable, movedTables, projectTable } from "../../db/moved-tables";
import { deleteMove, type ProjectMove, updateMove } from "../../db/project-moves/statements";
import { type Database, isBatchRefused, isConditionRefused, unlessRefused } from "../../platform/database";
import type { StepOutcome } from "../../platform/jobs";
import { newId } from "../../platform/secrets";
import type { Shard } from "../../platform/shards";
import type { PlatformTools } from "../../platform/tools";
import { isNormalUuid } from "../../protocol/fields";

/** Rows of a page, pages of a step, and rows that one step deletes: each invocation has a thousand statements, and some seconds. */
const rowsPerPage = 200;
const pagesPerStep = 40;
const rowsPerDeletion = 2_000;

/** A move ends once so few rows are left that they are copied in a moment. */
const fewChanges = 50;
const changesPerRound = 300;

/** The longest pause of a project's writes, and for how long of it the last changes may be copied. */
const frozenMillis = 5_000;
const lastRoundMillis = 3_000;

/** Holds what a move works with: the databases that the project leaves and arrives in, and the name of this step. */
interface Move extends Pick<PlatformTools, "firstDb"> {
  row: ProjectMove;
  projectId: string;
  source: Database;
  target: Database;
  from: Shard;
  to: Shard;
  mover: string;
}

/**
 * Does a part of a move. Any part may end at any statement, be done twice, or run at the same time as another step:
 *
 * - `prepare` makes triggers of the project's database list what is written of it from here on.
 * - `copy` copies all rows, page by page, as they are at that time.
 * - `index` builds the search index of the users.
 * - `verify` and `compare` compare all rows, in both directions, and put what differs on the list.
 * - `follow` copies listed rows as they are now, until few are left. Then writes pause, the last rows are copied, and one statement sends
 *   requests to the new database.
 * - `clean` deletes the rows that were left.
 */
export async function stepMove(
  tools: Pick<PlatformTools, "firstDb" | "shards">,
  row: ProjectMove,
): Promise<StepOutcome> {
  const { firstDb, shards } = tools;
  const { projectId, toShard: to } = row;
  const from = row.fromShard ?? (await shardOf(firstDb, projectId));
  const [source, target] = [shards[from ?? -1], shards[to]];
  if (!isNormalUuid(projectId) || from === undefined || from === to || !source || !target) {
    await firstDb.batch([deleteMove(firstDb, row)]);
    return "more";
  }
  const move = { firstDb, row, projectId, source, target, from, to, mover: newId() };
  if (row.phase === "clean") return await clean(move);
  const place = await placeOf(move);
  if (place === "gone") return await cancel(move);
  if (place === "moved") return await complete(move);
  // Another step may have begun since: what this one has read may be older than what that one has written.
  return (await unlessRefused(phases[row.phase](move))) ?? "done";
}

const phases = { prepare, copy, index, verify, compare, follow };

async function shardOf(firstDb: Database, projectId: string): Promise<Shard | undefined> {
  const [[found] = []] = await statements.send<{ shard: Shard }>(firstDb, [statements.selectShard(projectId)]);
  return found?.shard;
}

/** Returns whether the project is still where it leaves from, has been moved, or has been deleted meanwhile. */
async function placeOf({ source, projectId }: Move): Promise<"here" | "moved" | "gone"> {
  const [[found] = []] = await statements.send<{ shard: Shard | null; deletedAt: number | null }>(source, [
    statements.selectPlace(projectId),
  ]);
  if (!found || found.deletedAt !== null) return "gone";
  return found.shard === null ? "here" : "moved";
}

/** The tables whose writes are listed. The owners of a project are those that the first database has. */
function tablesOf({ to }: Pick<Move, "to">): MovedTable[] {
  const columns = projectTable.columns.filter(({ name }) => to !== 0 || name !== "owner_team_id");
  return [{ ...projectTable, columns }, ...movedTables];
}

async function prepare(move: Move): Promise<StepOutcome> {
  const { firstDb, row, source, target, projectId, from, mover } = move;
  const tables = tablesOf(move);
  await statements.send(source, [
    statements.insertDeparting(projectId),
    ...statements.listingTriggers(tables, projectId),
  ]);
  const [project = projectTable] = tables;
  const [rows = []] = await statements.send<statements.MovedRow>(source, [
    statements.selectRows(project, projectId, ["[]"]),
  ]);
  await statements.send(target, [
    ...statements.insertArriving(projectId, { mover, from }),
    statements.upsert(project, projectId, rows),
  ]);
  await firstDb.batch([updateMove(firstDb, row, { phase: "copy", fromShard: from })]);
  return "more";
}

async function takeOver({ target, projectId, mover }: Move): Promise<void> {
  await statements.send(target, [statements.updateMover(projectId, mover)]);
}

/** Goes through the tables page by page, from where the step before has ended. */
async function throughTables(
  move: Move,
  read: Database,
  next: ProjectMove["phase"],
  work: (table: MovedTable, page: statements.MovedRow[]) => Promise<void>,
): Promise<StepOutcome> {
  const { firstDb, row, projectId } = move;
  await takeOver(move);
  let at = Math.max(
    movedTables.findIndex(({ name }) => name === row.tableName),
    0,
  );
  let after = row.afterPlace;
  for (let pages = 0; at < movedTables.length && pages < pagesPerStep; pages++) {
    const table = movedTables[at] as MovedTable;
    const [page = []] = await statements.send<statements.MovedRow>(read, [
      statements.selectPage(table, { projectId, after, limit: rowsPerPage }),
    ]);
    if (page.length > 0) await work(table, page);
    after = page.at(-1)?.place ?? null;
    // A table without a key of its own has one row of each project.
    if (page.length === 0 || table.key.length === 0) {
      at += 1;
      after = null;
    }
  }
  const isDone = at >= movedTables.length;
  const progress = { tableName: movedTables[at]?.name ?? null, afterPlace: after };
  await firstDb.batch([
    updateMove(firstDb, row, isDone ? { phase: next, tableName: null, afterPlace: null } : progress),
  ]);
  return "more";
}

function copy(move: Move): Promise<StepOutcome> {
  const { source, target, projectId, mover } = move;
  return throughTables(move, source, "index", async (table, page) => {
    await statements.send(target, [
      statements.requireMover(projectId, mover),
      statements.insertNew(table, projectId, page),
    ]);
  });
}

async function index(move: Move): Promise<StepOutcome> {
  const { firstDb, row, target, projectId, mover } = move;
  await takeOver(move);
  let after = Number(row.afterPlace ?? 0);
  let isDone = false;
  for (let pages = 0; pages < pagesPerStep && !isDone; pages++) {
    const [page = []] = await statements.send<{ id: string; ordinal: number }>(target, [
      statements.selectUsersBehind(projectId, { after, limit: rowsPerPage }),
    ]);
    isDone = page.length < rowsPerPage;
    after = page.at(-1)?.ordinal ?? after;
    const ids = page.map(({ id }) => id);
    await statements.send(target, [
      statements.requireMover(projectId, mover),
      ...statements.reindexing(target, projectId, ids),
    ]);
  }
  const progress = isDone ? { phase: "verify" as const, afterPlace: null } : { afterPlace: String(after) };
  await firstDb.batch([updateMove(firstDb, row, progress)]);
  return "more";
}

/** Compares each row with its copy. */
function verify(move: Move): Promise<StepOutcome> {
  const { source, target } = move;
  return throughTables(move, source, "compare", (table, page) => listDifferences(move, table, page, target));
}

/** Compares each copy with its row: one that was deleted before its writes were listed may have been left by an earlier move. */
function compare(move: Move): Promise<StepOutcome> {
  const { source, target } = move;
  return throughTables(move, target, "follow", (table, page) => listDifferences(move, table, page, source));
}

async function listDifferences(
  { source, projectId }: Move,
  table: MovedTable,
  page: readonly statements.MovedRow[],
  other: Database,
): Promise<void> {
  const keys = page.map(({ key }) => key);
  const [found = []] = await statements.send<statements.MovedRow>(other, [
    statements.selectRows(table, projectId, keys),
  ]);
  const rows = new Map(found.map(({ key, row }) => [key, row]));
  const different = page.filter(({ key, row }) => rows.get(key) !== row).map(({ key }) => key);
  if (different.length > 0) await statements.send(source, [statements.listChanges(projectId, table, different)]);
}

async function follow(move: Move): Promise<StepOutcome> {
  await takeOver(move);
  for (let round = 0; round < pagesPerStep; round++) {
    const changes = await copyChanges(move, changesPerRound);
    if (changes <= fewChanges) return await finish(move);
  }
  return "more";
}

/** Copies rows that are on the list as they are now, the longest listed first. @returns how many there were */
async function copyChanges(move: Move, limit: number): Promise<number> {
  const { source, target, projectId, mover } = move;
  const [changes = []] = await statements.send<statements.ListedChange>(source, [
    statements.selectChanges(projectId, limit),
  ]);
  if (changes.length === 0) return 0;
  const byTable = Map.groupBy(changes, ({ name }) => name);
  const changed = tablesOf(move).flatMap((table) => {
    const keys = byTable.get(table.name)?.map(({ key }) => key);
    return keys ? [{ table, keys }] : [];
  });
  const rows = await statements.send<statements.MovedRow>(
    source,
    changed.map(({ table, keys }) => statements.selectRows(table, projectId, keys)),
  );
  const now = changed.map((one, at) => ({ ...one, rows: rows[at] ?? [] }));
  const userIds = await indexedUsers(move, now);
  try {
    await statements.send(target, [
      statements.requireMover(projectId, mover),
      ...now.toReversed().map(({ table, keys, rows: left }) => {
        const found = new Set(left.map(({ key }) => key));
        return statements.deleteRows(table, projectId, table.isParent ? keys.filter((key) => !found.has(key)) : keys);
      }),
      ...now.map(({ table, rows: stored }) => statements.upsert(table, projectId, stored)),
      ...statements.reindexing(target, projectId, userIds),
    ]);
  } catch (error) {
    // A row as it is now may take the place of another one whose change comes later on the list.
    if (isConditionRefused(error) || !isBatchRefused(error) || changes.length < limit) throw error;
    return await copyChanges(move, limit * 10);
  }
  await statements.send(source, [statements.deleteChanges(projectId, changes)]);
  return changes.length;
}

/** The users whose names or addresses have changed, by their rows before and now. */
async function indexedUsers(
  { source, target, projectId }: Move,
  changed: readonly { table: MovedTable; keys: string[] }[],
): Promise<string[]> {
  const searched = changed.filter(({ table }) => table.name === "users" || table.name === "contact_channels");
  if (searched.length === 0) return [];
  const queries = searched.map(({ table, keys }) => statements.selectUserIds(table, projectId, keys));
  const [before, now] = await Promise.all([
    statements.send<{ id: string }>(target, queries),
    statements.send<{ id: string }>(source, queries),
  ]);
  return [...new Set([...before, ...now].flat().map(({ id }) => id))];
}

/** Pauses the writes of the project, copies the last of them, and sends requests to the new database. */
async function finish(move: Move): Promise<StepOutcome> {
  const { source, projectId, to } = move;
  await statements.send(source, [statements.freeze(projectId, frozenMillis)]);
  const until = Date.now() + lastRoundMillis;
  while (Date.now() < until) {
    if ((await copyChanges(move, changesPerRound)) > 0) continue;
    const [switched = []] = await statements.send(source, [statements.switchShard(projectId, to)]);
    return switched.length > 0 ? await complete(move) : "more";
  }
  return "more";
}

/** Opens the project where it is now, and tells the first database. Requests that come in between do the first by themselves. */
async function complete({ firstDb, row, projectId, target, from, to }: Move): Promise<StepOutcome> {
  await statements.send(target, statements.open(projectId));
  if (from !== 0 && to !== 0) {
    await statements.send(firstDb, [statements.updateShard(projectId, to)]);
  }
  await firstDb.batch([updateMove(firstDb, row, { phase: "clean", switchedAt: Date.now() })]);
  return "more";
}

/** Deletes what is left where the project was. Its own row stays, and names the shard that it is in. */
async function clean({ firstDb, row, source, projectId, from }: Move): Promise<StepOutcome> {
  await statements.send(source, statements.dropListingTriggers(tablesOf({ to: row.toShard }), projectId));
  for (const table of movedTables.toReversed()) {
    const [deleted = []] = await statements.send(source, [statements.deleteLeft(table, projectId, rowsPerDeletion)]);
    if (deleted.length >= rowsPerDeletion) return "more";
  }
  await statements.send(source, [
    statements.emptyReference(projectId, { keepsOwner: from === 0 }),
    ...statements.deleteDeparting(projectId),
  ]);
  await firstDb.batch([deleteMove(firstDb, row)]);
  return "more";
}

/** Ends the move of a project that was deleted: what was copied of it is deleted as that of any deleted project is. */
async function cancel(move: Move): Promise<StepOutcome> {
  const { firstDb, row, source, target, projectId, to } = move;
  await statements.send(source, [
    ...statements.dropListingTriggers(tablesOf(move), projectId),
    ...statements.deleteDeparting(projectId),
  ]);
  await statements.send(target, statements.giveUpArriving(projectId, { isFirst: to === 0, now: Date.now() }));
  await firstDb.batch([deleteMove(firstDb, row)]);
  return "more";
}
