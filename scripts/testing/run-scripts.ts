import { spawn } from "node:child_process";
import { signalGroup } from "../dev/process-group.ts";

export interface Script {
  /** Its name in package.json. */
  name: string;
  /** Its output is shown at once, and otherwise when it has failed. */
  isShown?: boolean;
}

/**
 * Runs scripts of package.json in sequences beside each other. The first that fails ends the others, with all that they have started,
 * and its output is shown; so does a signal to this process.
 *
 * @returns whether all have passed
 */
export async function runScripts(
  sequences: readonly (readonly Script[])[],
  { cwd, env }: { cwd: string; env: NodeJS.ProcessEnv },
): Promise<boolean> {
  const running = new Set<number>();
  let hasEnded = false;
  const end = () => {
    hasEnded = true;
    for (const leader of running) signalGroup(leader, "SIGTERM");
  };

  async function run({ name, isShown = false }: Script): Promise<void> {
    const startedAt = Date.now();
    const output: string[] = [];
    // A group of its own, since npm does not pass a signal on to what its scripts have started.
    const child = spawn("npm", ["run", "--silent", name], {
      cwd,
      env,
      detached: true,
      stdio: isShown ? ["ignore", "inherit", "inherit"] : ["ignore", "pipe", "pipe"],
    });
    const leader = child.pid;
    if (leader !== undefined) running.add(leader);
    for (const stream of [child.stdout, child.stderr]) stream?.on("data", (chunk) => output.push(String(chunk)));
    const code = await new Promise<number | null>((resolve) => {
      child.once("error", () => resolve(null));
      child.once("close", resolve);
    });
    if (leader !== undefined) running.delete(leader);
    if (hasEnded) return;
    const seconds = ((Date.now() - startedAt) / 1000).toFixed(1);
    if (code === 0) return console.log(`${name}: passed in ${seconds} s`);
    console.error(`${output.join("")}\n${name}: failed after ${seconds} s`);
    end();
  }

  for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, end);
  await Promise.all(
    sequences.map(async (scripts) => {
      for (const script of scripts) if (!hasEnded) await run(script);
    }),
  );
  for (const signal of ["SIGINT", "SIGTERM"] as const) process.off(signal, end);
  return !hasEnded;
}
