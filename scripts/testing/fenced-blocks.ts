import { readFile } from "node:fs/promises";
import path from "node:path";
import { REPOSITORY } from "../platform/wrangler";

/** Returns the code of the fenced blocks of one language in a Markdown file. */
export async function fencedBlocks(file: string, language: string): Promise<string[]> {
  const text = await readFile(path.join(REPOSITORY, file), "utf8");
  return [...text.matchAll(new RegExp(`^\`\`\`${language}\\n(.*?)\\n\`\`\`$`, "gms"))].map(([, code]) => code ?? "");
}
