import { globSync, rmSync } from "node:fs";
import path from "node:path";
import { REPOSITORY } from "./platform/wrangler";

// drizzle-kit compares the schema with its newest snapshot alone, each of which has a thousand lines.
const snapshots = globSync("drizzle/meta/*_snapshot.json", { cwd: REPOSITORY }).sort();
for (const superseded of snapshots.slice(0, -1)) rmSync(path.join(REPOSITORY, superseded));
