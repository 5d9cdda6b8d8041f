import { appendFileSync, globSync, readFileSync, rmSync } from "node:fs";
import path from "node:path";
import { REPOSITORY } from "./platform/wrangler";
import { triggersOfColumns } from "./triggers-of-columns";

const inOrder = (pattern: string) =>
  globSync(pattern, { cwd: REPOSITORY })
    .sort()
    .map((file) => path.join(REPOSITORY, file));

// drizzle-kit compares the schema with its newest snapshot alone, each of which has a thousand lines.
for (const superseded of inOrder("drizzle/meta/*_snapshot.json").slice(0, -1)) rmSync(superseded);

const migrations = inOrder("drizzle/*.sql");
const [newest = "", ...earlier] = migrations.map((file) => readFileSync(file, "utf8")).reverse();
const triggers = triggersOfColumns(newest, earlier.reverse());
if (triggers) appendFileSync(migrations.at(-1) ?? "", `\n${triggers}`);
