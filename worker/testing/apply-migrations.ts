import { applyD1Migrations } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { shardBindings } from "../platform/shards";
import { secondShard } from "./shards";

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
