import { existsSync, globSync, readFileSync } from "node:fs";
import path from "node:path";
import type { Language } from "../../web/ui/translation/languages";
import { REPOSITORY } from "../platform/wrangler";

/** Translations by their English texts. */
export type Texts = Readonly<Record<string, string>>;

/** The catalogue in a file, as it is in git. */
export function catalogueIn(file: string): Texts {
  return JSON.parse(sourceOf(file));
}

/** The texts of each section of the dashboard with their translations, as they are in git. */
export const dashboardTexts: Readonly<Record<string, Readonly<Record<string, Texts>>>> = Object.fromEntries(
  globSync("web/dashboard/translation/texts/*.json", { cwd: REPOSITORY })
    .toSorted()
    .map((file) => [path.basename(file, ".json"), JSON.parse(sourceOf(file))]),
);

/** The texts of the landing page with their translations, as they are in git. */
export const landingTexts: Readonly<Record<string, Texts>> = JSON.parse(sourceOf("web/site/landing-texts.json"));

/** Texts of the dashboard, or of the landing page, in one of its languages. */
export function textsIn(texts: Readonly<Record<string, Texts>>, language: Language): Texts {
  return Object.fromEntries(Object.entries(texts).map(([text, translations]) => [text, translations[language] ?? ""]));
}

/** The strings of a source file: any of them may be a text, as tables of texts hand theirs on. */
export function stringsIn(file: string): string[] {
  return [...sourceOf(file).matchAll(/"(?:[^"\\\n]|\\.)*"/g)].map(([string]) => {
    // Between the quotes of two strings, such as of classes, there may be what JSON has not.
    return string.includes("\\") ? string.slice(1, -1).replaceAll('\\"', '"') : string.slice(1, -1);
  });
}

const routes = "web/dashboard/routes.ts";
const declaration = /path: "([^"]+)",(?:\s+section: "([^"]+)",)?(?:(?!path: ).)*?import\("([^"]+)"\)/gs;

/** The pages that the routes of the dashboard declare: their paths below their parents', their sections, and the files that have them. */
export function dashboardPages(): { path: string; section: string; file: string }[] {
  const source = sourceOf(routes);
  const pages = [...source.matchAll(declaration)].map(
    ([, page = "", section = page.split("/")[0] ?? "", module = ""]) => {
      const file = moduleAt(path.join(path.dirname(routes), module)) ?? module;
      return { path: page, section, file };
    },
  );
  if (pages.length !== source.match(/ page: "/g)?.length) throw new Error(`${routes} declares pages in another form.`);
  return pages;
}

const importing = /^(?:import|export) (?!type\b)([^;]*?)from "(\.[^"]+)"|import\("(\.[^"]+)"\)/gm;

/**
 * Finds the modules that an entry loads at once or later, itself included, by the imports in their sources. Leaves out packages
 * and what is imported for its types alone. Of an `index.ts`, only what is imported counts.
 */
export function modulesFrom(entry: string): ReadonlySet<string> {
  const files = new Set([entry]);
  const follow = (file: string, names?: readonly string[]) => {
    for (const [, clause = "", atOnce, later] of sourceOf(file).matchAll(importing)) {
      const found = wordsIn(clause);
      if (names && !found.some((name) => names.includes(name))) continue;
      const module = moduleAt(path.join(path.dirname(file), atOnce ?? later ?? ""));
      if (module?.endsWith("/index.ts")) follow(module, found);
      else if (module) files.add(module);
    }
  };
  for (const file of files) follow(file);
  return files;
}

function wordsIn(clause: string): string[] {
  return (clause.match(/\w+/g) ?? []).filter((word) => word !== "type" && word !== "as");
}

function moduleAt(file: string): string | undefined {
  return [`${file}.ts`, `${file}.tsx`, `${file}/index.ts`].find((each) => existsSync(path.join(REPOSITORY, each)));
}

function sourceOf(file: string): string {
  return readFileSync(path.join(REPOSITORY, file), "utf8");
}
