import { spawn } from "node:child_process";
import { once } from "node:events";
import path from "node:path";
import { pathToFileURL } from "node:url";

const STOP_GRACE_MS = 5_000;
const OUTPUT_KEPT_CHARACTERS = 20_000;
const END_WITH_PARENT = pathToFileURL(path.join(import.meta.dirname, "end-with-parent.mjs")).href;

/** A program and everything it starts, which end together. */
export interface ProcessGroup {
  /** Settles when the program has ended, with the reason in words. */
  exited: Promise<string>;
  /** The end of what the program has printed. */
  output(): string;
  /** Signals the whole group to end, and kills it after five seconds if it has not. */
  stop(): Promise<void>;
  /** Ends the whole group at once, as a crash would (SIGKILL). */
  kill(): Promise<void>;
}

/** Signals a process group, by the process id of its leader; does nothing where it has ended. */
export function signalGroup(leader: number, signal: NodeJS.Signals): void {
  try {
    process.kill(-leader, signal);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ESRCH") throw error;
  }
}

/**
 * Starts a script, by the Node that runs us, in a process group of its own. Ctrl-C in the terminal then reaches only us, so that
 * we choose the order in which parts stop. Signals to the group also reach what the script has started, as wrangler starts
 * workerd. The group also ends when this process is killed.
 */
export function startProcessGroup(
  script: string,
  args: string[],
  options: { env: NodeJS.ProcessEnv; log?: NodeJS.WritableStream | undefined },
): ProcessGroup {
  const child = spawn(process.execPath, ["--import", END_WITH_PARENT, script, ...args], {
    detached: true,
    env: options.env,
    stdio: ["pipe", "pipe", "pipe"],
  });
  let output = "";
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding("utf8");
    stream.on("data", (text: string) => {
      output = (output + text).slice(-OUTPUT_KEPT_CHARACTERS);
      options.log?.write(text);
    });
  }
  const signal = (name: NodeJS.Signals) => {
    if (child.pid !== undefined) signalGroup(child.pid, name);
  };
  const endWithUs = () => signal("SIGKILL");
  process.once("exit", endWithUs);

  const exited = Promise.race([
    once(child, "exit").then(([code, signal]) => (signal ? `signal ${signal}` : `exit code ${code}`)),
    once(child, "error").then(([error]) => String(error)),
  ]);
  const kill = async () => {
    signal("SIGKILL");
    await exited;
    process.off("exit", endWithUs);
  };
  return {
    exited,
    output: () => output,
    kill,
    async stop() {
      signal("SIGTERM");
      const timer = setTimeout(() => signal("SIGKILL"), STOP_GRACE_MS);
      await exited;
      clearTimeout(timer);
      await kill();
    },
  };
}
