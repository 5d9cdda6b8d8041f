import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { mkdir, readdir, symlink } from "node:fs/promises";
import path from "node:path";
import { buildKit } from "./build/kit";
import { REPOSITORY } from "./platform/wrangler";
import { runScript } from "./run-script";

// `npm run example -- <name> …` starts an example with the kit of this repository. Its other packages are those of the root.

const EXAMPLES = path.join(REPOSITORY, "docs/examples");
const KIT = path.join(REPOSITORY, "dist/kit");
const VARIABLES = ["GATEHOUSE_API_URL", "GATEHOUSE_PROJECT_ID", "GATEHOUSE_PUBLISHABLE_CLIENT_KEY"];

await runScript(async () => {
  const [name = "", ...args] = process.argv.slice(2);
  const folders = (await readdir(EXAMPLES, { withFileTypes: true })).filter((entry) => entry.isDirectory());
  const names = folders.map((folder) => folder.name).filter((folder) => folder !== "node_modules");
  if (!names.includes(name)) throw new Error(`Usage: npm run example -- <${names.sort().join(" | ")}>`);

  const variables = {
    GATEHOUSE_API_URL: "http://localhost:8787",
    GATEHOUSE_SITE_URL: "http://localhost:5173",
    ...process.env,
  };
  const missing = VARIABLES.filter((variable) => !variables[variable as keyof typeof variables]);
  if (missing.length > 0) {
    throw new Error(`Set ${missing.join(" and ")}: create a project and its keys in the dashboard, see docs/examples.`);
  }

  await buildKit();
  await mkdir(path.join(EXAMPLES, "node_modules/@gatehouse"), { recursive: true });
  const link = path.join(EXAMPLES, "node_modules/@gatehouse/kit");
  if (!existsSync(link)) await symlink(KIT, link, "junction");

  const example = spawn("npm", ["start", "--silent", "--", ...args], {
    cwd: path.join(EXAMPLES, name),
    env: variables,
    stdio: "inherit",
  });
  for (const signal of ["SIGINT", "SIGTERM"] as const) process.on(signal, () => example.kill(signal));
  const [code] = await once(example, "exit");
  process.exitCode = code ?? 1;
});
