import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { purgeSql } from "../../worker/db/purge-sql";
import { isNormalUuid } from "../../worker/protocol/fields";
import { findDatabase, type Wrangler } from "../deploy/resources";
import { readWorkerConfig } from "../dev/worker-config";

/** Where a command works: in the local data under a folder, or in the account. */
export type Place = { local: string } | "deployed";

/** What is run, and what it prints. */
type Command = (wrangler: Wrangler, place: Place, args: string[]) => Promise<string>;

/** What an operator does by hand. Each says what it takes when it is called wrongly, and changes nothing then. */
export const commands: Readonly<Record<string, Command>> = {
  /** The point to which the deployed database can be restored: note it before a risky step. */
  bookmark: async (wrangler, place) => {
    requireDeployed(place, "Only a deployed database has bookmarks.");
    return withDatabase(wrangler, (database) => wrangler([...timeTravel, "info", "DB", ...database]));
  },

  /** Puts the deployed database back to a bookmark. What was written since is lost, so the bookmark is typed twice. */
  restore: async (wrangler, place, [bookmark = "", again]) => {
    requireDeployed(place, "Only a deployed database can be restored.");
    if (!/^[0-9a-f-]{8,120}$/.test(bookmark) || again !== bookmark) {
      throw new Error("restore BOOKMARK BOOKMARK: the same one twice, as `bookmark` printed it.");
    }
    return withDatabase(wrangler, (database) =>
      wrangler([...timeTravel, "restore", "DB", `--bookmark=${bookmark}`, ...database]),
    );
  },

  /** Deletes a project as its owner does, without one: the Worker deletes what belongs to it. Its id is typed twice. */
  purge: async (wrangler, place, [projectId = "", again]) => {
    if (!isNormalUuid(projectId) || again !== projectId) {
      throw new Error("purge PROJECT_ID PROJECT_ID: the same one twice. The internal project cannot be deleted.");
    }
    const output: { results: { deleted?: number }[] }[] = JSON.parse(
      await execute(wrangler, place, purgeSql(projectId)),
    );
    return output.at(-1)?.results[0]?.deleted
      ? `The project ${projectId} is deleted. What belongs to it goes from the next minute on.`
      : `There is no project ${projectId}.`;
  },

  /** Gives the messages of a dead-letter queue to the Worker again, until `replay QUEUE stop`. */
  replay: async (wrangler, place, [queue = "", stop]) => {
    requireDeployed(place, "Local queues have no dead letters.");
    const { name, queues } = readWorkerConfig();
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

const timeTravel = ["d1", "time-travel"];

function requireDeployed(place: Place, otherwise: string): asserts place is "deployed" {
  if (place !== "deployed") throw new Error(`${otherwise} Add --deployed.`);
}

async function execute(wrangler: Wrangler, place: Place, sql: string): Promise<string> {
  const statement = ["d1", "execute", "DB", "--json", "--command", sql];
  if (place !== "deployed") return wrangler([...statement, "--local", "--persist-to", place.local]);
  return withDatabase(wrangler, (database) => wrangler([...statement, "--remote", ...database]));
}

/** The deployed database is found by its name, and never made. */
async function withDatabase<T>(wrangler: Wrangler, work: (config: string[]) => Promise<T>): Promise<T> {
  const { name, d1_databases: [database] = [] } = readWorkerConfig();
  const id = database && (await findDatabase(wrangler, database.database_name));
  if (!id) throw new Error(`The account has no D1 database ${database?.database_name}; deploy first.`);
  const folder = await mkdtemp(path.join(tmpdir(), "gatehouse-ops-"));
  try {
    const config = path.join(folder, "wrangler.json");
    await writeFile(config, JSON.stringify({ name, d1_databases: [{ ...database, database_id: id }] }));
    return await work(["--config", config]);
  } finally {
    await rm(folder, { recursive: true });
  }
}
