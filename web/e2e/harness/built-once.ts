import { existsSync } from "node:fs";
import { mkdir, rename } from "node:fs/promises";
import path from "node:path";
import { inject, vi } from "vitest";

/**
 * The folder that `build` fills, once in a run of the tests: the process that comes first builds, and the others wait for it. It is
 * removed with the data of the run.
 */
export async function builtOnce(name: string, build: (folder: string) => Promise<void>): Promise<string> {
  const folder = path.join(path.dirname(inject("migratedData")), name);
  const unfinished = `${folder}-unfinished`;
  if (await isFirst(`${folder}-claimed`)) {
    await mkdir(unfinished);
    await build(unfinished);
    await rename(unfinished, folder);
  }
  await vi.waitUntil(() => existsSync(folder), { timeout: 100_000 });
  return folder;
}

/** Only one process makes a folder. */
async function isFirst(claim: string): Promise<boolean> {
  try {
    await mkdir(claim);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "EEXIST") return false;
    throw error;
  }
}
