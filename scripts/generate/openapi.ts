import { execFileSync } from "node:child_process";
import path from "node:path";
import { endpoints } from "../../worker/contracts";
import { apiDocument } from "../../worker/features/discovery/api-document";
import { builtFor } from "../../worker/features/discovery/built-for";
import { REPOSITORY } from "../platform/wrangler";

/** The OpenAPI document of all contracts, docs/openapi.json, in the format of all JSON here. */
export function openApi(): string {
  const biome = path.join(REPOSITORY, "node_modules/.bin/biome");
  const options = ["format", "--files-max-size=10000000", "--stdin-file-path=openapi.json"];
  const input = JSON.stringify(apiDocument(endpoints, builtFor));
  return execFileSync(biome, options, { cwd: REPOSITORY, input, encoding: "utf8", maxBuffer: 10_000_000 });
}
