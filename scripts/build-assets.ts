import { rename, rm } from "node:fs/promises";
import { ASSETS } from "./build/assets";
import { buildEmailSandbox } from "./build/email-sandbox";
import { buildReference } from "./build/reference";
import { runScript } from "./run-script";

/** Builds the page of the API reference and the email sandbox into `dist/assets`. */
async function buildAssets(): Promise<void> {
  const folder = `${ASSETS}.${process.pid}`;
  await buildReference(folder);
  await buildEmailSandbox(folder);
  // At once, since a Worker may be serving what was there.
  await rm(ASSETS, { recursive: true, force: true });
  await rename(folder, ASSETS);
}

// A process of its own: under Vitest, which starts Workers too, Vite would build with the test's transformations.
await runScript(buildAssets);
