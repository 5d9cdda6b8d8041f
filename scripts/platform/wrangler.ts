import { execFile } from "node:child_process";
import path from "node:path";
import { promisify } from "node:util";

/** Runs one wrangler command and gives what it printed. */
export type Wrangler = (args: string[]) => Promise<string>;

/** The repository's root, from which wrangler and Vite are run. */
export const REPOSITORY = path.resolve(import.meta.dirname, "../..");

/** Says how to start wrangler: with the Node that runs us, since the one on the machine may be too old for it. */
export const WRANGLER = {
  command: process.execPath,
  script: path.join(REPOSITORY, "node_modules/wrangler/bin/wrangler.js"),
};

/** Wrangler without questions, advertising, reports, or network requests that the command does not need. */
export function wranglerEnvironment(): NodeJS.ProcessEnv {
  return {
    ...process.env,
    CI: "1",
    CLOUDFLARE_CF_FETCH_ENABLED: "false",
    WRANGLER_HIDE_BANNER: "true",
    WRANGLER_NO_SKILLS_UPDATE_PROMPTS: "true",
    WRANGLER_SEND_ERROR_REPORTS: "false",
    WRANGLER_SEND_METRICS: "false",
    X_LOCAL_EXPLORER: "false",
    X_LOCAL_OBSERVABILITY: "false",
  };
}

/** Runs one wrangler command to its end and gives what it printed. Throws with the whole output when it fails. */
export async function runWrangler(args: string[], options: { input?: string } = {}): Promise<string> {
  const running = promisify(execFile)(WRANGLER.command, [WRANGLER.script, ...args], {
    cwd: REPOSITORY,
    env: wranglerEnvironment(),
    maxBuffer: 32 * 1024 * 1024,
  });
  running.child.stdin?.end(options.input);
  try {
    return (await running).stdout;
  } catch (error) {
    const { stdout = "", stderr = "" } = error as { stdout?: string; stderr?: string };
    throw new Error(`wrangler ${args.slice(0, 3).join(" ")} failed:\n${stdout}${stderr}`.trimEnd(), { cause: error });
  }
}

/** Applies the migrations that a database has not seen. */
export async function migrateDatabase(wrangler: Wrangler, binding: string, options: string[]): Promise<void> {
  try {
    await wrangler(["d1", "migrations", "apply", binding, ...options]);
  } catch (error) {
    // The baseline begins with this table, which a database from before it has.
    if (!/table `?totp_secrets`? already exists/.test(String(error))) throw error;
    throw new Error(
      `${binding} is from before the baseline: \`npm run ops -- adopt-baseline\` brings it over (docs/operations.md).`,
      { cause: error },
    );
  }
}
