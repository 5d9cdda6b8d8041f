import { readdirSync, readFileSync } from "node:fs";
import { mkdtemp } from "node:fs/promises";
import path from "node:path";
import { gzipSync } from "node:zlib";
import type { Miniflare } from "miniflare";
import { ensureAssets } from "../scripts/build/assets";
import { REPOSITORY, runWrangler } from "../scripts/platform/wrangler";
import { startBundle } from "../scripts/testing/built-worker";
import { cpuMillis } from "./measure";

/** Says what a Worker is built and started from. */
export interface WorkerSource {
  name: string;
  /** The folder of its wrangler.toml. */
  folder: string;
  vars: Record<string, string>;
  /** Names the module that is built in place of the entry point of wrangler.toml. */
  main?: string;
  /** Is true if it has its static assets, which render emails. Without, no Worker in front looks for one at every request. */
  hasAssets?: boolean;
}

/** A Worker in a workerd of its own. */
export interface RunningWorker {
  port: number;
  /** The process of workerd; undefined where the system does not say. */
  pid: number | undefined;
  /** From the start of the process to its first response, in milliseconds. */
  startMillis: number;
  /** The CPU of the same, in milliseconds, which what else the machine does makes little longer; undefined where the system does not say. */
  startCpu: number | undefined;
  miniflare: Miniflare;
  stop(): Promise<void>;
}

/** A Worker as it would be uploaded. */
export interface Bundle extends WorkerSource {
  outDir: string;
  /** Gzipped bytes of its scripts and modules. */
  size: number;
}

/** Bundles a Worker as a deployment would, minified. */
export async function bundle(source: WorkerSource, tempDir: string): Promise<Bundle> {
  await ensureAssets();
  const outDir = await mkdtemp(path.join(tempDir, `${source.name}-`));
  const config = path.join(source.folder, "wrangler.toml");
  const main = source.main ? [source.main] : [];
  await runWrangler([
    "deploy",
    ...main,
    "--dry-run",
    "--minify",
    "-c",
    config,
    "--outdir",
    outDir,
    "--env-file",
    "/dev/null",
  ]);
  const files = readdirSync(outDir).filter((file) => /\.(js|wasm)$/.test(file));
  const size = files.reduce((sum, file) => sum + gzipSync(readFileSync(path.join(outDir, file))).length, 0);
  return { ...source, outDir, size };
}

/** Starts a bundled Worker on the database in `dataDir`, and waits until it responds. */
export async function start(
  { outDir, folder, vars, hasAssets = false }: Bundle,
  dataDir: string,
): Promise<RunningWorker> {
  const before = childrenOf(process.pid);
  const startedAt = performance.now();
  const config = path.join(folder, "wrangler.toml");
  const miniflare = await startBundle(outDir, { config, vars, dataDir, hasAssets });
  const { port } = await miniflare.ready;
  await fetch(`http://127.0.0.1:${port}/`).then((response) => response.arrayBuffer());
  const startMillis = performance.now() - startedAt;
  const pid = childrenOf(process.pid).find((child) => !before.includes(child) && commandOf(child).includes("workerd"));
  const startCpu = cpuMillis(pid);
  return { port: Number(port), pid, startMillis, startCpu, miniflare, stop: () => miniflare.dispose() };
}

function childrenOf(pid: number): number[] {
  if (process.platform !== "linux") return [];
  return readdirSync(`/proc/${pid}/task`).flatMap((task) =>
    readFileSync(`/proc/${pid}/task/${task}/children`, "utf8").split(" ").filter(Boolean).map(Number),
  );
}

function commandOf(pid: number): string {
  return readFileSync(`/proc/${pid}/cmdline`, "utf8");
}

/** The one file in which workerd keeps the only database of a Worker. */
export function databaseFile(dataDir: string): string {
  const files = readdirSync(dataDir, { recursive: true, encoding: "utf8" });
  const [file, ...others] = files.filter((name) => /D1Database.*\/(?!metadata)\w+\.sqlite$/.test(name));
  if (!file || others.length > 0) throw new Error(`${dataDir} holds ${files.join(", ")}, not one database`);
  return path.join(dataDir, file);
}

export const BENCH = path.join(REPOSITORY, "bench");
