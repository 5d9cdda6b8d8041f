import { spawnSync } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, describe, it } from "vitest";
import { REPOSITORY } from "../platform/wrangler";

let folder: string;

// The linter shows no finding of a plugin in what comes by standard input, so the files are in a copy of the lint configuration.
beforeAll(() => {
  folder = mkdtempSync(path.join(tmpdir(), "gatehouse-lint-"));
  cpSync(path.join(REPOSITORY, "scripts/check/lint"), path.join(folder, "scripts/check/lint"), { recursive: true });
  const { vcs: _ignoreFile, ...config } = JSON.parse(readFileSync(path.join(REPOSITORY, "biome.json"), "utf8"));
  writeFileSync(path.join(folder, "biome.json"), JSON.stringify(config));
});
afterAll(() => rmSync(folder, { recursive: true }));

/** The linter's output for a file of this name with this source. */
function lint(file: string, source: string): string {
  mkdirSync(path.dirname(path.join(folder, file)), { recursive: true });
  writeFileSync(path.join(folder, file), source);
  const biome = path.join(REPOSITORY, "node_modules/.bin/biome");
  const { stdout, stderr } = spawnSync(biome, ["lint", "--colors=off", file], { cwd: folder, encoding: "utf8" });
  return stdout + stderr;
}

const importingZod = (names: string) => `import ${names} from "zod";\nexport const Name = z.string();\n`;
const readingTheBinding = "export const open = (env: Env) => env.DB;\n";

describe("our own lint rules", () => {
  it("refuse the named import of zod and accept the namespace", ({ expect }) => {
    expect(lint("worker/features/teams/contract.ts", importingZod("{ z }"))).toContain(
      "Write import * as z from 'zod'",
    );
    expect(lint("worker/features/teams/contract.ts", importingZod("* as z"))).toContain("Checked 1 file");
  });

  it("refuse interactive transactions", ({ expect }) => {
    const source = "export const save = (db: Database) => db.transaction(async () => {});\n";
    expect(lint("worker/features/teams/queries.ts", source)).toContain("D1 has no interactive transactions");
  });

  it("refuse the database binding in a slice and accept it where the database is opened", ({ expect }) => {
    expect(lint("worker/features/teams/queries.ts", readingTheBinding)).toContain("The database is reached through");
    expect(lint("worker/platform/database.ts", readingTheBinding)).not.toContain("The database is reached through");
    expect(lint("worker/features/teams/teams.test.ts", readingTheBinding)).not.toContain("The database is reached");
  });

  it.for([
    'import { fail } from "../../protocol/fail";\nexport const refuse = () => fail("TEAM_NOT_FOUND", { team_id: "" });\n',
    'export const refuse = () => {\n  throw new KnownError("API_KEY_NOT_FOUND");\n};\n',
    "export const refuse = () => {\n  throw new DefinedError(notFound);\n};\n",
  ])("refuse an error that is raised past the declaration of its endpoint: %s", (source, { expect }) => {
    const complaint = "it only takes what the endpoint declares";
    expect(lint("worker/features/api-keys/management.ts", source)).toContain(complaint);
    expect(lint("worker/protocol/request-parts.ts", source)).not.toContain(complaint);
    expect(lint("worker/features/api-keys/api-keys.test.ts", source)).not.toContain(complaint);
  });
});
