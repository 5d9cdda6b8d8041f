import { readFile } from "node:fs/promises";
import path from "node:path";
import { REPOSITORY } from "../platform/wrangler";

const fenced = (language: string) => `\`\`\`${language}\\n(.*?)\\n\`\`\`$`;

async function matchesIn(file: string, pattern: string) {
  return [...(await readFile(path.join(REPOSITORY, file), "utf8")).matchAll(new RegExp(`^${pattern}`, "gms"))];
}

/** Returns the code of the fenced blocks of one language in a Markdown file. */
export async function fencedBlocks(file: string, language: string): Promise<string[]> {
  return (await matchesIn(file, fenced(language))).map(([, code]) => code ?? "");
}

/** Returns those that stand below the name of their file, each as the name and the code. */
export async function namedBlocks(file: string, language: string): Promise<[name: string, code: string][]> {
  const named = await matchesIn(file, `\`([^\`\\n]+)\`:\\n\\n${fenced(language)}`);
  return named.map(([, name, code]) => [name ?? "", code ?? ""]);
}
