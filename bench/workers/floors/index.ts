import { DurableObject } from "cloudflare:workers";
import { Hono } from "hono";
import { hashPassword } from "../../../worker/platform/password-hash";
import { newTrace } from "../../../worker/platform/trace";
import { fail } from "../../../worker/protocol/fail";

interface Bindings {
  DB: D1Database;
}

/** The least that a request can cost: what any implementation on these parts pays before it does anything of its own. */
const app = new Hono<{ Bindings: Bindings }>();

app.get("/empty", (context) => context.json({ ok: true }));

const oneRow = (db: D1Database) => db.prepare("select id, data from rows where id = ?").bind("row-500");

app.get("/read", async (context) => context.json(await oneRow(context.env.DB).first()));

app.get("/batch", async (context) => {
  const results = await context.env.DB.batch([1, 2, 3].map(() => oneRow(context.env.DB)));
  return context.json(results.map((result) => result.results));
});

app.post("/hash", async (context) => {
  const { password } = await context.req.json<{ password: string }>();
  const hashTurn = async () => undefined;
  const tools = { trace: newTrace(), settings: { passwordHashCost: "standard" as const }, hashTurn, fail };
  return context.json({ length: (await hashPassword(tools, password)).length });
});

app.post("/migrate", async (context) => {
  const { DB } = context.env;
  await DB.batch([
    DB.prepare("create table rows (id text primary key, data text)"),
    DB.prepare(
      `with recursive numbers(n) as (select 1 union all select n + 1 from numbers where n < 1000)
       insert into rows select 'row-' || n, hex(randomblob(200)) from numbers`,
    ),
  ]);
  return context.text("migrated");
});

/** The classes that the bindings name. */
export class AttemptCounter extends DurableObject {}
export class CliLogin extends DurableObject {}
export class CostlyHashes extends DurableObject {}

export default app;
