/**
 * Writes the generated files that are in git: the error catalogue's page, that of variables, and the OpenAPI document.
 * With `--check` it writes nothing, names each file that is out of date and exits with 1.
 */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { configurationPage } from "./generate/configuration-page";
import { errorsPage } from "./generate/errors-page";
import { openApi } from "./generate/openapi";
import { REPOSITORY } from "./platform/wrangler";

const generated: Record<string, string> = {
  "docs/configuration.md": configurationPage(),
  "docs/errors.md": errorsPage(),
  "docs/openapi.json": openApi(),
};

for (const [name, contents] of Object.entries(generated)) {
  const file = path.join(REPOSITORY, name);
  if (existsSync(file) && readFileSync(file, "utf8") === contents) continue;
  if (process.argv.includes("--check")) {
    console.error(`${name} is out of date: run npm run generate`);
    process.exitCode = 1;
  } else {
    mkdirSync(path.dirname(file), { recursive: true });
    writeFileSync(file, contents);
  }
}
