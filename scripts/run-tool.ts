import { type StdioOptions, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import path from "node:path";
import { REPOSITORY } from "./dev/wrangler";

const SEARCH_PATH = [path.join(REPOSITORY, "node_modules/.bin"), process.env.PATH].join(path.delimiter);

/** Runs a tool (of `node_modules/.bin` first) from the repository's root, its output shown. Tells whether it succeeded. */
export function runTool(name: string, args: string[]): boolean {
  const { status, error } = spawnSync(name, args, optionsOf("inherit"));
  if (error) throw error;
  return status === 0;
}

/** The same, while other tools run: its output is shown in one piece when it ends. */
export async function runToolBeside(name: string, args: string[]): Promise<boolean> {
  const child = spawn(name, args, optionsOf(["ignore", "pipe", "pipe"]));
  const output: Buffer[] = [];
  for (const stream of [child.stdout, child.stderr]) stream?.on("data", (chunk: Buffer) => output.push(chunk));
  const [status] = (await once(child, "close")) as [number | null];
  process.stdout.write(Buffer.concat(output));
  return status === 0;
}

function optionsOf(stdio: StdioOptions) {
  return { cwd: REPOSITORY, stdio, env: { ...process.env, PATH: SEARCH_PATH } };
}
