import { randomUUID } from "node:crypto";
import { DatabaseSync } from "node:sqlite";
import type { Hono } from "hono";
import { type Account, failure, pageOf, type Queue, success } from "./account";

/** Says where a database is in its time travel; it stays there in tests. */
export const presentBookmark = "00000085-0000024c-00004c6d-8e61117bf38d7adb71b934ebbf891683";

const madeAt = "2026-01-01T00:00:00.000Z";

/** `/d1/database`: databases are made, found and queried. */
export function addDatabases(api: Hono, { databases }: Account): void {
  const shown = ([uuid, { name, replication }]: [string, { name: string; replication?: string }]) => ({
    ...{ uuid, name, version: "production", created_at: madeAt, num_tables: 0, file_size: 0 },
    read_replication: { mode: replication ?? "disabled" },
  });
  api.get("/d1/database", (c) => success(c, pageOf(c, [...databases].map(shown))));
  api.post("/d1/database", async (c) => {
    const { name } = await c.req.json();
    if ([...databases.values()].some((database) => database.name === name)) return failure(c, 400, 7502);
    const database = { name, sqlite: new DatabaseSync(":memory:") };
    const id = randomUUID();
    databases.set(id, database);
    return success(c, shown([id, database]));
  });
  api.get("/d1/database/:id", (c) => {
    const database = databases.get(c.req.param("id"));
    return database ? success(c, shown([c.req.param("id"), database])) : failure(c, 404, 7404);
  });
  api.put("/d1/database/:id", async (c) => {
    const database = databases.get(c.req.param("id"));
    if (!database) return failure(c, 404, 7404);
    const { read_replication } = await c.req.json();
    database.replication = read_replication.mode;
    return success(c, shown([c.req.param("id"), database]));
  });
  const timeTravel = "/d1/database/:id/time_travel";
  api.get(`${timeTravel}/bookmark`, (c) => success(c, { bookmark: presentBookmark }));
  api.post(`${timeTravel}/restore`, (c) => {
    const database = databases.get(c.req.param("id"));
    if (!database) return failure(c, 404, 7404);
    const bookmark = c.req.query("bookmark");
    database.restoredTo = bookmark;
    return success(c, { bookmark, previous_bookmark: presentBookmark, message: "Restore completed" });
  });
  api.post("/d1/database/:id/query", async (c) => {
    const database = databases.get(c.req.param("id"));
    if (!database) return failure(c, 404, 7404);
    const { sql } = await c.req.json();
    const meta = { changed_db: false, changes: 0, duration: 0, last_row_id: 0, rows_read: 0, rows_written: 0 };
    try {
      return success(
        c,
        run(database.sqlite, sql).map((results) => ({ results, success: true, meta })),
      );
    } catch (error) {
      return failure(c, 400, 7500, String(error));
    }
  });
}

/** Runs all statements in one transaction, as D1 does, and gives the rows of each. */
function run(sqlite: DatabaseSync, sql: string): unknown[][] {
  sqlite.exec("begin");
  try {
    const results: unknown[][] = [];
    for (let rest = sql.trim(); rest !== ""; ) {
      // The first of the statements that are left.
      const statement = sqlite.prepare(rest);
      results.push(statement.all());
      rest = rest.slice(statement.sourceSQL.length).trim();
    }
    sqlite.exec("commit");
    return results;
  } catch (error) {
    sqlite.exec("rollback");
    throw error;
  }
}

/** `/storage/kv/namespaces`: namespaces are made and listed. */
export function addNamespaces(api: Hono, { namespaces }: Account): void {
  const shown = ([id, title]: [string, string]) => ({ id, title, supports_url_encoding: true });
  api.get("/storage/kv/namespaces", (c) => success(c, pageOf(c, [...namespaces].map(shown)), namespaces.size));
  api.post("/storage/kv/namespaces", async (c) => {
    const { title } = await c.req.json();
    if ([...namespaces.values()].includes(title)) return failure(c, 400, 10014);
    const id = randomUUID().replaceAll("-", "");
    namespaces.set(id, title);
    return success(c, shown([id, title]));
  });
}

/** `/queues`: queues are made and found by their names, their consumers are added and changed. */
export function addQueues(api: Hono, { queues }: Account): void {
  const shown = (queue: Queue) => ({
    ...{ ...queue, consumers_total_count: queue.consumers.length, producers: [], producers_total_count: 0 },
    ...{ settings: { delivery_delay: 0, message_retention_period: 345_600 }, created_on: madeAt, modified_on: madeAt },
  });
  api.get("/queues", (c) => {
    const names = c.req.queries("name");
    const found = queues.filter(({ queue_name }) => !names || names.includes(queue_name));
    return success(c, pageOf(c, found.map(shown)), found.length);
  });
  api.post("/queues", async (c) => {
    const { queue_name } = await c.req.json();
    if (queues.some((queue) => queue.queue_name === queue_name)) return failure(c, 400, 11009);
    const queue = { queue_id: randomUUID(), queue_name, consumers: [] };
    queues.push(queue);
    return success(c, shown(queue));
  });
  const consumersOf = (id: string) => queues.find(({ queue_id }) => queue_id === id)?.consumers;
  api.post("/queues/:id/consumers", async (c) => {
    const { script_name: script, ...settings } = await c.req.json();
    const consumer = { ...settings, consumer_id: randomUUID(), script, environment: "production" };
    const consumers = consumersOf(c.req.param("id"));
    if (!consumers) return failure(c, 404, 11000);
    consumers.push(consumer);
    return success(c, consumer);
  });
  api.delete("/queues/:id/consumers/:consumer", (c) => {
    const consumers = consumersOf(c.req.param("id")) ?? [];
    const index = consumers.findIndex(({ consumer_id }) => consumer_id === c.req.param("consumer"));
    if (index < 0) return failure(c, 404, 11004);
    consumers.splice(index, 1);
    return success(c, null);
  });
  api.put("/queues/:id/consumers/:consumer", async (c) => {
    const { script_name: script, ...settings } = await c.req.json();
    const consumer = consumersOf(c.req.param("id"))?.find(({ consumer_id }) => consumer_id === c.req.param("consumer"));
    return consumer ? success(c, Object.assign(consumer, settings, { script })) : failure(c, 404, 11004);
  });
}
