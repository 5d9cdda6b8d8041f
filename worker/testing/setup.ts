// Loads before any request what the Worker loads when it is first needed: see `lazyModule`.
import "../index";
import { applyD1Migrations } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { afterEach, beforeEach, expect } from "vitest";
import { loadLazyModules } from "../platform/lazy-module";
import { shardBindings } from "../platform/shards";
import { secondShard } from "./shards";
import { misdirectedStatements } from "./statements-by-project";

await loadLazyModules();

// That of the test runner looks for a source map in each module of a trace, and finds none; Vitest maps the traces that it shows.
Reflect.deleteProperty(Error, "prepareStackTrace");

// Migrations that were already applied are skipped, so that files can share the databases.
for (const binding of shardBindings(env)) await applyD1Migrations(binding, env.MIGRATIONS);

// New projects are put into the emptier database. With two it is the second, as for the projects that tests insert. What a request
// costs then does not depend on which files ran before.
if (secondShard) {
  await env.DB.batch([
    env.DB.prepare("create table if not exists test_filling (bytes blob)"),
    env.DB.prepare(
      `insert into test_filling with recursive numbers (n) as (select 1 union all select n + 1 from numbers where n < 128)
         select zeroblob(1000000) from numbers where not exists (select 1 from test_filling)`,
    ),
  ]);
}

/** A project that is being moved is in two databases, of which its tests see either. */
const isOfMoves = () => expect.getState().testPath?.includes("/project-moves/");

// Attack: a statement that does not say for which project it runs finds what is another's. With two databases, one that is sent to
// the wrong one finds nothing.
beforeEach(() => void misdirectedStatements());
afterEach(() => {
  if (!isOfMoves()) expect(misdirectedStatements()).toEqual([]);
});
