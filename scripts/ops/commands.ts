import { type MoveState, moveSql } from "../../worker/db/project-moves/move-sql";
import { purgeSql } from "../../worker/db/purge-sql";
import {
  type FullnessState,
  fullnessSql,
  imageQuotaSql,
  type OwnShares,
  quotaSql,
  type StorageState,
  sharesSql,
} from "../../worker/db/storage/quota-sql";
import { isNormalUuid } from "../../worker/protocol/fields";
import { withDatabases } from "../deploy/deployed-databases";
import { shardBindings, type WorkerConfig } from "../platform/worker-config";
import type { Wrangler } from "../platform/wrangler";
import { adoptBaseline } from "./adopt-baseline";

/** Says where a command works: in the local data under a folder, or in the account. */
export type Place = { local: string } | "deployed";

/** Carries a command out, and returns what it prints. */
type Command = (wrangler: Wrangler, place: Place, args: string[], config: WorkerConfig) => Promise<string>;

/** Lists what an operator does by hand. Each says what it takes when it is called wrongly, and changes nothing then. */
export const commands: Readonly<Record<string, Command>> = {
  /** The point to which the deployed database can be restored: note it before a risky step. */
  bookmark: async (wrangler, place, _, config) => {
    requireDeployed(place, "Only a deployed database has bookmarks.");
    const printed = await withDatabases(wrangler, config, async (options) => {
      const each: string[] = [];
      for (const binding of shardBindings(config)) {
        each.push(await wrangler([...timeTravel, "info", binding, ...options]));
      }
      return each;
    });
    const [only, ...others] = printed;
    return only !== undefined && others.length === 0
      ? only
      : printed.map((text, shard) => `Shard ${shard}:\n${text}`).join("\n");
  },

  /** Puts a deployed database back to a bookmark. What was written since is lost, so the bookmark is typed twice. */
  restore: async (wrangler, place, [bookmark = "", again, shard = "0"], config) => {
    requireDeployed(place, "Only a deployed database can be restored.");
    const binding = shardBindings(config)[Number(shard)];
    if (!/^[0-9a-f-]{8,120}$/.test(bookmark) || again !== bookmark || !binding) {
      throw new Error("restore BOOKMARK BOOKMARK [SHARD]: the same one twice, as `bookmark` printed it of that shard.");
    }
    return withDatabases(wrangler, config, (options) =>
      wrangler([...timeTravel, "restore", binding, `--bookmark=${bookmark}`, ...options]),
    );
  },

  /** Deletes a project as its owner does, without one: the Worker deletes what belongs to it. Its id is typed twice. */
  purge: async (wrangler, place, [projectId = "", again], config) => {
    if (!isNormalUuid(projectId) || again !== projectId) {
      throw new Error("purge PROJECT_ID PROJECT_ID: the same one twice. The internal project cannot be deleted.");
    }
    const databases = { wrangler, place, config };
    const shard = await readShard(databases, projectId);
    if (shard > 0) await execute(databases, purgeSql(projectId, false), shard);
    const [row] = await execute<{ deleted?: number }>(databases, purgeSql(projectId));
    return row?.deleted
      ? `The project ${projectId} is deleted. What belongs to it goes from the next minute on.`
      : `There is no project ${projectId}.`;
  },

  /** Moves a project to another shard, which the Worker does while it is used. Called again, it says how far that has come. */
  "move-project": async (wrangler, place, [projectId = "", to = ""], config) => {
    const bindings = shardBindings(config);
    if (!isNormalUuid(projectId) || !/^\d+$/.test(to) || Number(to) >= bindings.length) {
      const known = bindings.map((binding, shard) => `${shard} (${binding})`).join(", ");
      throw new Error(`move-project PROJECT_ID SHARD: shards are ${known}. The internal project cannot be moved.`);
    }
    const databases = { wrangler, place, config };
    const [target] = await execute<FullnessState>(databases, fullnessSql, Number(to));
    const hasRoom = target?.fullness === "roomy";
    const [row] = await execute<MoveState>(databases, moveSql(projectId, Number(to), hasRoom));
    if (!hasRoom && row && row.shard !== null && row.shard !== Number(to) && row.phase === null) {
      throw new Error(`Shard ${to} is ${target?.fullness} itself. Add a database, and move the project there.`);
    }
    return describeMove(projectId, Number(to), row);
  },

  /**
   * Prints how full each database is, or what a project stores and may store. With further arguments it gives the project a quota
   * of its own, in MiB and rows. With `default` it gives back the instance's quota.
   */
  storage: async (wrangler, place, [projectId, ...given], config) => {
    if (projectId === undefined) return await describeShards({ wrangler, place, config });
    const [mib, rows] = given.map(Number);
    const isQuota =
      given.length === 2 && [mib, rows].every((number) => Number.isSafeInteger(number) && Number(number) > 0);
    const isDefault = given.length === 1 && given[0] === "default";
    // Its users are the owners of all others: with a quota, a stranger who used it up would shut them out.
    const isInternal = projectId === "internal" && given.length === 0;
    if (!(isNormalUuid(projectId) || isInternal) || !(given.length === 0 || isDefault || isQuota)) {
      throw new Error(
        "storage [PROJECT_ID [MIB ROWS | default]]: two whole numbers from 1 on, or `default`. `storage internal` takes none.",
      );
    }
    const quota = isQuota ? { maxBytes: Number(mib) * mebibyte, maxRows: Number(rows) } : isDefault ? null : undefined;
    const databases = { wrangler, place, config };
    const sql = quotaSql(projectId, quota);
    const [row] = await execute<StorageState>(databases, sql, await readShard(databases, projectId));
    if (!row) return `There is no project ${projectId}.`;
    const [images] = await execute<Pick<StorageState, "bytes" | "max_bytes">>(
      databases,
      imageQuotaSql(projectId, quota),
      0,
    );
    if (isInternal) {
      const mib = (bytes = 0) => `${(bytes / mebibyte).toFixed(1)} MiB`;
      return `The internal project stores ${mib(row.bytes)} in ${row.rows} rows, and has no quota. Its images take ${mib(images?.bytes)}.`;
    }
    const ofMib = (bytes = 0, max = 0) => `${(bytes / mebibyte).toFixed(1)} of ${(max / mebibyte).toFixed(1)} MiB`;
    return `The project ${projectId} stores ${ofMib(row.bytes, row.max_bytes)}, and ${row.rows} of ${row.max_rows} rows. Its images take ${ofMib(images?.bytes, images?.max_bytes)}.`;
  },

  /**
   * Prints what a project may have in a minute or an hour, or gives it shares of its own. Each share is a number, or `default` for
   * the instance's.
   */
  limits: async (wrangler, place, [projectId = "", ...given], config) => {
    const shares = given.map((word) => (word === "default" ? null : Number(word)));
    const areShares = shares.every((share) => share === null || (Number.isSafeInteger(share) && share > 0));
    if (!isNormalUuid(projectId) || !areShares || ![0, 3].includes(given.length)) {
      throw new Error(
        "limits PROJECT_ID [HASH_SECONDS RENDERINGS EMAILS]: three whole numbers from 1 on, or `default` in place of any.",
      );
    }
    const [hash_seconds = null, renderings = null, emails = null] = shares;
    const databases = { wrangler, place, config };
    const sql = sharesSql(projectId, given.length > 0 ? { hash_seconds, renderings, emails } : undefined);
    const [row] = await execute<OwnShares>(databases, sql, await readShard(databases, projectId));
    if (!row) return `There is no project ${projectId}.`;
    const own = (share: number | null) => share ?? "the instance's";
    return `The project ${projectId} may have, a minute, ${own(row.hash_seconds)} seconds of costly hashes and ${own(row.renderings)} renderings, and an hour, ${own(row.emails)} emails by the shared server.`;
  },

  /** Records the baseline in databases that applied all migrations which it replaces, and has the schemas compared before. */
  "adopt-baseline": (wrangler, place, _, config) =>
    adoptBaseline(shardBindings(config), (sql, shard) => execute({ wrangler, place, config }, sql, shard)),

  /** Gives the messages of a dead-letter queue to the Worker again, until `replay QUEUE stop`. */
  replay: async (wrangler, place, [queue = "", stop], { name, queues }) => {
    requireDeployed(place, "Local queues have no dead letters.");
    const dead = queues?.consumers?.find((each) => each.queue === queue)?.dead_letter_queue;
    if (!dead || (stop !== undefined && stop !== "stop")) {
      const known = queues?.consumers?.filter((each) => each.dead_letter_queue).map((each) => each.queue);
      throw new Error(`replay QUEUE, then replay QUEUE stop. Queues: ${known?.join(", ")}.`);
    }
    return stop
      ? wrangler(["queues", "consumer", "remove", dead, name])
      : wrangler(["queues", "consumer", "add", dead, name, "--message-retries", "100"]);
  },
};

const mebibyte = 1024 * 1024;

const timeTravel = ["d1", "time-travel"];

function requireDeployed(place: Place, otherwise: string): asserts place is "deployed" {
  if (place !== "deployed") throw new Error(`${otherwise} Add --deployed.`);
}

/** Says where statements are run. */
interface Databases {
  wrangler: Wrangler;
  place: Place;
  config: WorkerConfig;
}

/** The shard of a project, as the first database has it: 0 also where there is no such project. */
async function readShard(databases: Databases, projectId: string): Promise<number> {
  if (shardBindings(databases.config).length === 1) return 0;
  const sql = `select shard from projects where project_id = '${projectId}'`;
  const [row] = await execute<{ shard: number | null }>(databases, sql);
  return row?.shard ?? 0;
}

/** Returns how full each database is, and what its projects may store. */
async function describeShards(databases: Databases): Promise<string> {
  const lines: string[] = [];
  for (const [shard, binding] of shardBindings(databases.config).entries()) {
    const { rows, bytes } = await executeOn<FullnessState>(databases, fullnessSql, shard);
    const [row] = rows;
    if (!row) throw new Error(`Shard ${shard} (${binding}) has no quota: it is not migrated.`);
    const inMib = (number: number) => `${(number / mebibyte).toFixed(1)} MiB`;
    const size = bytes === undefined ? "" : ` of ${inMib(bytes)}`;
    const advice =
      row.fullness === "roomy"
        ? ""
        : " Add a database, then move large projects there or purge dead ones (docs/operations.md, Shards).";
    lines.push(
      `Shard ${shard} (${binding})${size} is ${row.fullness}: each of its ${row.projects} projects may store ${inMib(row.max_bytes)}.${advice}`,
    );
  }
  return lines.join("\n");
}

/** Runs SQL on a shard, and returns the rows of its last statement. */
async function execute<Row>(databases: Databases, sql: string, shard = 0): Promise<Row[]> {
  return (await executeOn<Row>(databases, sql, shard)).rows;
}

/** The same with the size of the database, which a local one does not say. */
async function executeOn<Row>(
  { wrangler, place, config }: Databases,
  sql: string,
  shard: number,
): Promise<{ rows: Row[]; bytes: number | undefined }> {
  const binding = shardBindings(config)[shard];
  if (!binding) throw new Error(`wrangler.toml has no database of shard ${shard}.`);
  const statement = ["d1", "execute", binding, "--json", "--command", sql];
  const output =
    place === "deployed"
      ? await withDatabases(wrangler, config, (options) => wrangler([...statement, "--remote", ...options]))
      : await wrangler([...statement, "--local", "--persist-to", place.local]);
  const results: { results: Row[]; meta?: { size_after?: number } }[] = JSON.parse(output);
  const last = results.at(-1);
  return { rows: last?.results ?? [], bytes: last?.meta?.size_after };
}

const phases: Readonly<Record<string, string>> = {
  prepare: "it begins within a minute",
  copy: "its rows are being copied",
  index: "the search index of its users is being built",
  verify: "its copies are being compared with its rows",
  compare: "its rows are being compared with its copies",
  follow: "what was written meanwhile is being copied",
  clean: "it is there; what is left in the other shard is deleted within minutes",
};

/** Returns how a move stands, in words. */
function describeMove(projectId: string, to: number, state: MoveState | undefined): string {
  if (!state || state.shard === null) return `There is no project ${projectId}.`;
  if (state.phase === null) return `The project ${projectId} is in shard ${to}.`;
  const table = state.table_name ? ` (${state.table_name})` : "";
  const doing = `${phases[state.phase] ?? state.phase}${table}`;
  const moving = `The project ${projectId} is being moved to shard ${state.to_shard}: ${doing}.`;
  return state.to_shard === to ? moving : `${moving} It can be moved elsewhere once that is over.`;
}
