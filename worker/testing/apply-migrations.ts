import { applyD1Migrations } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { shardBindings } from "../platform/shards";

// Migrations that were already applied are skipped, so that files can share the databases.
for (const binding of shardBindings(env)) await applyD1Migrations(binding, env.MIGRATIONS);
