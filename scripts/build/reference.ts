import { execFile } from "node:child_process";
import { existsSync, globSync, statSync } from "node:fs";
import { rename, rm } from "node:fs/promises";
import path from "node:path";
import { promisify } from "node:util";
import { build } from "vite";
import { REPOSITORY } from "../dev/wrangler";

/** What the Worker serves beside its own responses (`[assets]` in wrangler.toml). */
const ASSETS = path.join(REPOSITORY, "dist/assets");

/** The files that the page of the API reference is built from. */
const SOURCES = [
  "web/reference/**",
  "web/ui/theme/{colours,tokens}.css",
  "package-lock.json",
  "scripts/build/reference.ts",
];

/** Builds the page of the API reference into `dist/assets`, with the hash of their content in the names of its files. */
export async function buildReference(): Promise<void> {
  const folder = `${ASSETS}.${process.pid}`;
  await build({
    configFile: false,
    root: path.join(REPOSITORY, "web"),
    publicDir: path.join(REPOSITORY, "web/reference/public"),
    envDir: false,
    build: {
      outDir: folder,
      emptyOutDir: true,
      assetsDir: "reference/assets",
      assetsInlineLimit: 0,
      // Browsers with `light-dark()`, which is rewritten otherwise and then ignores the page's own switch.
      cssTarget: ["chrome123", "firefox120", "safari17.5"],
      chunkSizeWarningLimit: 3_000,
      modulePreload: { polyfill: false },
      rolldownOptions: { input: path.join(REPOSITORY, "web/reference/index.html") },
    },
    logLevel: "warn",
  });
  // At once, since a Worker may be serving what was there.
  await rm(ASSETS, { recursive: true, force: true });
  await rename(folder, ASSETS);
}

/** Builds the page unless it is there and newer than what it is built from. */
export async function ensureReference(): Promise<void> {
  const page = path.join(ASSETS, "reference/index.html");
  const builtAt = existsSync(page) ? statSync(page).mtimeMs : 0;
  const sources = globSync(SOURCES, { cwd: REPOSITORY }).map((file) => statSync(path.join(REPOSITORY, file)));
  if (!sources.some((source) => source.isFile() && source.mtimeMs > builtAt)) return;
  await promisify(execFile)(process.execPath, ["--import", "tsx", "scripts/build-reference.ts"], {
    cwd: REPOSITORY,
    env: { ...process.env, NODE_ENV: "production" },
  });
}
