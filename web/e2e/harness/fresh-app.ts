import { execFile } from "node:child_process";
import { mkdir, mkdtemp, readFile, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { promisify } from "node:util";
import { onTestFinished } from "vitest";
import { REPOSITORY } from "../../../scripts/platform/wrangler";

const run = promisify(execFile);

/** A new folder with these files, and with the kit and these packages installed, for one test. */
export async function freshApp(files: Record<string, string>, packages: string[], kit = linkKit): Promise<string> {
  const folder = await mkdtemp(path.join(tmpdir(), "gatehouse-app-"));
  onTestFinished(() => rm(folder, { recursive: true }));
  await writeFiles(folder, { "package.json": '{ "private": true, "type": "module" }', ...files });
  for (const name of packages) await linkPackage(folder, name, path.join(REPOSITORY, "node_modules", name));
  await kit(folder);
  return folder;
}

/** Installs the built kit as `npm install ../gatehouse/dist/kit` does. */
export function linkKit(folder: string): Promise<void> {
  return linkPackage(folder, "@gatehouse/kit", path.join(REPOSITORY, "dist/kit"));
}

/** Installs the kit from its archive, as from a registry, beside the packages that it depends on. */
export async function unpackKit(folder: string, archive: string): Promise<void> {
  const target = path.join(folder, "node_modules/@gatehouse/kit");
  await mkdir(target, { recursive: true });
  await run("tar", ["-xzf", archive, "-C", target, "--strip-components=1"]);
  const { dependencies } = JSON.parse(await readFile(path.join(target, "package.json"), "utf8"));
  for (const name of Object.keys(dependencies))
    await linkPackage(folder, name, path.join(REPOSITORY, "node_modules", name));
}

/** Returns what `tsc` prints about the project in this folder: nothing when it finds no errors. */
export function typeErrors(folder: string): Promise<string> {
  const compiler = path.join(REPOSITORY, "node_modules/typescript/bin/tsc");
  return complaints(process.execPath, [compiler, "--pretty", "false", "--incremental", "false"], folder);
}

/** Returns what a command prints when it fails: nothing when it passes. */
export async function complaints(command: string, args: string[], cwd = REPOSITORY): Promise<string> {
  try {
    // Asynchronously: the mailbox and the servers of a test run in this process, too.
    await run(command, args, { cwd });
    return "";
  } catch (error) {
    const { stdout, message } = error as { stdout: string; message: string };
    return stdout || message;
  }
}

async function writeFiles(folder: string, files: Record<string, string>): Promise<void> {
  for (const [name, text] of Object.entries(files)) {
    await mkdir(path.dirname(path.join(folder, name)), { recursive: true });
    await writeFile(path.join(folder, name), text);
  }
}

async function linkPackage(folder: string, name: string, target: string): Promise<void> {
  const link = path.join(folder, "node_modules", name);
  await mkdir(path.dirname(link), { recursive: true });
  await symlink(target, link, "junction");
}
