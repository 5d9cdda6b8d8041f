import { globSync, readFileSync } from "node:fs";
import path from "node:path";
import { REPOSITORY } from "../dev/wrangler";
import { runTool } from "../run-tool";

/** Writes the generated documents anew, and names those that were not what the sources say. */
export async function findStaleDocs(): Promise<string[]> {
  const before = readDocuments();
  if (!runTool("tsx", ["scripts/docs.ts"])) return ["The generators of docs/ failed."];
  const after = readDocuments();
  return [...after]
    .filter(([file, contents]) => before.get(file) !== contents)
    .map(([file]) => `${file} was out of date. It has been written anew: commit it.`);
}

function readDocuments(): Map<string, string> {
  const files = globSync("docs/*.{md,json}", { cwd: REPOSITORY });
  return new Map(files.map((file) => [file, readFileSync(path.join(REPOSITORY, file), "utf8")]));
}
