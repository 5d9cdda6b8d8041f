import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { REPOSITORY } from "../../platform/wrangler";
import { isExternal, KIT_ENTRIES, withoutSuffix } from "./entries";

/** Says where declarations of the repository's folders are in the package: the contracts of the API get a folder of their own. */
const FOLDERS = [
  ["web/", ""],
  ["worker/", "contracts/"],
] as const;

/** Packages whose types the compiler names, and the installed ones that export the same. */
const RE_EXPORTED: Readonly<Record<string, string>> = { "@tanstack/query-core": "@tanstack/react-query" };

/**
 * Writes the declarations that the entries lead to into a folder, and no others. Relative imports in them name files, as
 * Node resolves them.
 * @throws Error when one of them cannot be declared, or imports a package that an application does not install
 */
export async function writeDeclarations(folder: string): Promise<void> {
  const emitted = await mkdtemp(path.join(tmpdir(), "gatehouse-types-"));
  const project = path.join(REPOSITORY, "web/kit/tsconfig.build.json");
  const args = ["-p", project, "--outDir", emitted, "--checkers", "1"];
  const findings = findingsOf(path.join(REPOSITORY, "node_modules/.bin/tsc"), args);

  const kept = new Set(Object.values(KIT_ENTRIES).map((source) => `web/${withoutSuffix(source)}`));
  for (const module of kept) {
    const text = module.endsWith(".json")
      ? await declarationOfJson(path.join(REPOSITORY, module))
      : await readFile(path.join(emitted, `${module}.d.ts`), "utf8");
    const target = path.join(folder, fileOf(module));
    const named = text.replace(/\b(from |import |import\()"([^"]+)"/g, (_, before: string, specifier: string) => {
      if (!specifier.startsWith(".")) {
        const installed = RE_EXPORTED[specifier] ?? specifier;
        isExternal(installed);
        return `${before}"${installed}"`;
      }
      const imported = path.join(path.dirname(module), specifier);
      const isModule = specifier.endsWith(".json") || existsSync(path.join(emitted, `${imported}.d.ts`));
      const file = isModule ? imported : `${imported}/index`;
      kept.add(file);
      const relative = path.relative(path.dirname(target), path.join(folder, fileOf(file)));
      return `${before}"${relative.startsWith(".") ? "" : "./"}${relative.replace(/\.d\.ts$/, ".js")}"`;
    });
    await mkdir(path.dirname(target), { recursive: true });
    await writeFile(target, named);
  }
  await rm(emitted, { recursive: true });
  // Types that stay inside need no name that a declaration can refer to, which the compiler asks of all modules.
  const isKept = (line: string) => !/^\S+\.tsx?\(/.test(line) || kept.has(line.replace(/\.tsx?\(.*$/, ""));
  const problems = findings.split("\n").filter((line) => line !== "" && isKept(line));
  if (problems.length > 0) throw new Error(`The kit's types cannot be declared:\n${problems.join("\n")}`);
}

/** The type of a JSON file: imports of such files themselves need an attribute, which not every resolution accepts. */
async function declarationOfJson(file: string): Promise<string> {
  return `declare const json: ${await readFile(file, "utf8")};\nexport default json;\n`;
}

/** Returns what a tool prints when it fails; empty when it succeeds. */
function findingsOf(tool: string, args: string[]): string {
  const { status, stdout, error } = spawnSync(tool, args, { cwd: REPOSITORY, encoding: "utf8" });
  if (error) throw error;
  return status === 0 ? "" : stdout;
}

/** The declaration of a module of the repository, which is named without its suffix, in the folder of declarations. */
function fileOf(module: string): string {
  for (const [from, to] of FOLDERS)
    if (module.startsWith(from)) return `${to}${module.slice(from.length).replace(/\.json$/, "")}.d.ts`;
  throw new Error(`The kit's types lead to ${module}, which is in none of its folders.`);
}
