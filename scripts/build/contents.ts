import { createHash } from "node:crypto";
import { existsSync, globSync, mkdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import path from "node:path";
import { REPOSITORY } from "../platform/wrangler.ts";

/**
 * A hash of the names and contents of the files that these globs name, the same in every clone: in hexadecimal digits.
 *
 * @param left globs of files that do not count
 */
export function contentHash(sources: readonly string[], left: readonly string[] = []): string {
  const hash = createHash("sha256");
  for (const file of globSync([...sources], { cwd: REPOSITORY, exclude: [...left] }).sort()) {
    const absolute = path.join(REPOSITORY, file);
    if (!statSync(absolute).isFile()) continue;
    hash
      .update(`${file.split(path.sep).join("/")}\0`)
      .update(readFileSync(absolute))
      .update("\0");
  }
  return hash.digest("hex");
}

/** Tests do not go into what is built. */
const TESTS = ["**/*.test.ts", "**/*.test.tsx", "web/e2e/**"];

/**
 * Builds what is in `folder` unless it was built last from files with the same contents.
 *
 * @param sources globs of all files that it is built from
 */
export async function buildWhenChanged(
  folder: string,
  sources: readonly string[],
  build: () => Promise<void>,
): Promise<void> {
  // Beside the folder, which a build may empty.
  const stamp = `${folder}.built-from`;
  const hash = contentHash([...sources, "scripts/build/**", "package-lock.json"], TESTS);
  if (existsSync(folder) && existsSync(stamp) && readFileSync(stamp, "utf8") === hash) return;
  await build();
  mkdirSync(path.dirname(stamp), { recursive: true });
  writeFileSync(stamp, hash);
}
