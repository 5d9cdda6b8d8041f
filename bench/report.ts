import { readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import { REPOSITORY } from "../scripts/platform/wrangler";

/** Puts a report between the marks of a name in a page. */
export async function writeReport(page: string, name: string, report: string): Promise<void> {
  const file = path.join(REPOSITORY, page);
  const text = await readFile(file, "utf8");
  const [begin, end] = [`<!-- ${name} -->`, `<!-- /${name} -->`];
  const [before] = text.split(begin);
  const [, after] = text.split(end);
  if (after === undefined) throw new Error(`${page} has no marks for ${name}`);
  await writeFile(file, `${before}${begin}\n\n${report}\n\n${end}${after}`);
}
