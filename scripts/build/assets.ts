import { execFile } from "node:child_process";
import { existsSync, globSync, statSync } from "node:fs";
import { rename, rm } from "node:fs/promises";
import path from "node:path";
import { promisify } from "node:util";
import { REPOSITORY } from "../dev/wrangler";
import { buildEmailSandbox, SANDBOX_SOURCES } from "./email-sandbox";
import { buildReference, REFERENCE_SOURCES } from "./reference";

/** What the Worker has beside itself (`[assets]` in wrangler.toml). */
export const ASSETS = path.join(REPOSITORY, "dist/assets");

const SOURCES = [
  ...REFERENCE_SOURCES,
  `${SANDBOX_SOURCES}/**`,
  "package-lock.json",
  "scripts/build/{assets,reference,email-sandbox}.ts",
];

/** Builds the page of the API reference and the email sandbox into `dist/assets`. */
export async function buildAssets(): Promise<void> {
  const folder = `${ASSETS}.${process.pid}`;
  await buildReference(folder);
  await buildEmailSandbox(folder);
  // At once, since a Worker may be serving what was there.
  await rm(ASSETS, { recursive: true, force: true });
  await rename(folder, ASSETS);
}

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
