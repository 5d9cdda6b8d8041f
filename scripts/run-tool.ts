import { spawnSync } from "node:child_process";
import path from "node:path";
import { REPOSITORY } from "./dev/wrangler";

const SEARCH_PATH = [path.join(REPOSITORY, "node_modules/.bin"), process.env.PATH].join(path.delimiter);

/** Runs a tool (of `node_modules/.bin` first) from the repository's root, its output shown. Tells whether it succeeded. */
export function runTool(name: string, args: string[]): boolean {
  const env = { ...process.env, PATH: SEARCH_PATH };
  const { status, error } = spawnSync(name, args, { cwd: REPOSITORY, stdio: "inherit", env });
  if (error) throw error;
  return status === 0;
}
