import { execFile } from "node:child_process";
import { existsSync, globSync, statSync } from "node:fs";
import path from "node:path";
import { promisify } from "node:util";
import { REPOSITORY } from "../dev/wrangler";

// What starts a Worker asks whether its assets are current, so this loads no bundler.

/** What the Worker has beside itself (`[assets]` in wrangler.toml). */
export const ASSETS = path.join(REPOSITORY, "dist/assets");

/** Where the modules are that run in isolates. */
export const SANDBOX_SOURCES = "worker/features/email-rendering/sandbox";

const SOURCES = [
  "web/reference/**",
  "web/ui/theme/{colours,tokens}.css",
  `${SANDBOX_SOURCES}/**`,
  "package-lock.json",
  "scripts/build/{assets,reference,email-sandbox}.ts",
  "scripts/build-assets.ts",
];

/** Builds them unless they are there and newer than what they are built from. */
export async function ensureAssets(): Promise<void> {
  const last = path.join(ASSETS, "email-sandbox/renderer.js");
  const builtAt = existsSync(last) ? statSync(last).mtimeMs : 0;
  const sources = globSync(SOURCES, { cwd: REPOSITORY }).map((file) => statSync(path.join(REPOSITORY, file)));
  if (!sources.some((source) => source.isFile() && source.mtimeMs > builtAt)) return;
  await promisify(execFile)(process.execPath, ["--import", "tsx", "scripts/build-assets.ts"], {
    cwd: REPOSITORY,
    env: { ...process.env, NODE_ENV: "production" },
  });
}
