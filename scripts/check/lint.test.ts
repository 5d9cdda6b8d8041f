import { spawnSync } from "node:child_process";
import { describe, it } from "vitest";
import { REPOSITORY } from "../dev/wrangler";

/** What the linter prints about a file of this name that says this. */
function lint(file: string, says: string): string {
  const { stdout, stderr } = spawnSync(
    "node_modules/.bin/biome",
    ["lint", "--colors=off", `--stdin-file-path=${file}`],
    {
      cwd: REPOSITORY,
      input: says,
      encoding: "utf8",
    },
  );
  return stdout + stderr;
}

const importingZod = (names: string) => `import ${names} from "zod";\nexport const Name = z.string();\n`;
const readingTheBinding = "export const open = (env: Env) => env.DB;\n";

describe("our own lint rules", () => {
  it("refuse the named import of zod and accept the namespace", ({ expect }) => {
    expect(lint("worker/features/teams/contract.ts", importingZod("{ z }"))).toContain(
      "Write import * as z from 'zod'",
    );
    expect(lint("worker/features/teams/contract.ts", importingZod("* as z"))).not.toContain("Write import * as z");
  });

  it("refuse interactive transactions", ({ expect }) => {
    const says = "export const save = (db: Database) => db.transaction(async () => {});\n";
    expect(lint("worker/features/teams/queries.ts", says)).toContain("D1 has no interactive transactions");
  });

  it("refuse the database binding in a slice and accept it where the database is opened", ({ expect }) => {
    expect(lint("worker/features/teams/queries.ts", readingTheBinding)).toContain("The database is reached through");
    expect(lint("worker/platform/database.ts", readingTheBinding)).not.toContain("The database is reached through");
    expect(lint("worker/features/teams/teams.test.ts", readingTheBinding)).not.toContain("The database is reached");
  });
});
