import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { endpoints } from "../worker/contracts";
import { apiDocument } from "../worker/features/discovery/api-document";
import { builtFor } from "../worker/features/discovery/built-for";
import { configurationPage } from "./generate/configuration-page";
import { errorsPage } from "./generate/errors-page";
import { REPOSITORY } from "./platform/wrangler";

/**
 * Writes the generated files that are in git: the error catalogue's page, that of variables, and the OpenAPI document.
 * With `--check` it writes nothing, names each file that is out of date and exits with 1.
 */

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

/** The OpenAPI document of all contracts, docs/openapi.json, in the format of all JSON here. */
function openApi(): string {
  const biome = path.join(REPOSITORY, "node_modules/.bin/biome");
  const options = ["format", "--files-max-size=10000000", "--stdin-file-path=openapi.json"];
  const input = JSON.stringify(apiDocument(endpoints, builtFor));
  return execFileSync(biome, options, { cwd: REPOSITORY, input, encoding: "utf8", maxBuffer: 10_000_000 });
}
