import { spawnSync } from "node:child_process";
import path from "node:path";
import { REPOSITORY } from "./dev/wrangler";

/** Runs a tool of `node_modules/.bin` from the repository's root, its output shown. Tells whether it succeeded. */
export function runTool(name: string, args: string[]): boolean {
  const tool = path.join(REPOSITORY, "node_modules/.bin", name);
  const { status, error } = spawnSync(tool, args, { cwd: REPOSITORY, stdio: "inherit" });
  if (error) throw error;
  return status === 0;
}
