import { applyD1Migrations } from "cloudflare:test";
import { env } from "cloudflare:workers";

// Runs before each test file: storage is isolated by file, so every file begins with the tables and no rows.
await applyD1Migrations(env.DB, env.MIGRATIONS);
