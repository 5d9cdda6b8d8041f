import { globSync } from "node:fs";
import { REPOSITORY } from "../dev/wrangler";
import { translatedTexts } from "./dashboard-messages";
import { modulesFrom, resolved, syntaxOf } from "./module-graph";
import { importedLater, type SyntaxNode, visit } from "./syntax";

const FRAME = "web/dashboard/frame/frame.ts";

/** A part of the dashboard that is loaded as one, with a catalogue of its own. */
export interface DashboardSection {
  readonly name: string;
  /** The module that its routes load, as a path from the repository's root. */
  readonly entry: string;
}

/** The sections of the dashboard: what its routes hand to `sectionPages`, in alphabetical order. */
export function dashboardSections(): DashboardSection[] {
  const files = globSync("web/dashboard/**/routes.ts", { cwd: REPOSITORY });
  const sections = files.flatMap((file) => sectionsIn(syntaxOf(file), file));
  const names = new Set(sections.map(({ name }) => name));
  if (names.size !== sections.length) throw new Error("Two sections of the dashboard have the same name.");
  return sections.sort((one, other) => one.name.localeCompare(other.name, "en"));
}

/** What a module hands to `sectionPages`: a name, and a function that imports the section's code. */
export function sectionsIn(syntax: unknown, file: string): DashboardSection[] {
  const sections: DashboardSection[] = [];
  visit(syntax, (node) => {
    if (node.type !== "CallExpression" || (node.callee as SyntaxNode).value !== "sectionPages") return;
    const [name, load] = (node.arguments as { expression: SyntaxNode }[]).map(({ expression }) => expression);
    const specifier = importedLater(load?.body as SyntaxNode);
    const entry = specifier === undefined ? undefined : resolved(specifier, file);
    if (name?.type !== "StringLiteral" || entry === undefined) {
      throw new Error(`${file}: sectionPages takes a literal name and a function that imports a module.`);
    }
    sections.push({ name: name.value as string, entry });
  });
  return sections;
}

/**
 * The English texts of the dashboard's frame, and those that each section has beyond them: of the modules that they load, at
 * once or later.
 *
 * @param componentTexts the texts of the components, which are not only in calls of `t`: any literal may be one
 */
export function sectionTexts(componentTexts: readonly string[]): {
  frame: readonly string[];
  sections: Readonly<Record<string, readonly string[]>>;
} {
  const ofComponents = new Set(componentTexts);
  const byFile = new Map<string, readonly string[]>();
  const textsOf = (entry: string) => {
    const texts = [...modulesFrom(entry)].flatMap((file) => {
      const known = byFile.get(file) ?? textsOfModule(file, ofComponents);
      byFile.set(file, known);
      return known;
    });
    return [...new Set(texts)].sort((one, other) => one.localeCompare(other, "en"));
  };
  const frame = textsOf(FRAME);
  const inFrame = new Set(frame);
  const sections = dashboardSections().map(({ name, entry }) => [
    name,
    textsOf(entry).filter((text) => !inFrame.has(text)),
  ]);
  return { frame, sections: Object.fromEntries(sections) };
}

function textsOfModule(file: string, ofComponents: ReadonlySet<string>): string[] {
  const syntax = syntaxOf(file);
  const texts = file.startsWith("web/dashboard/") ? translatedTexts(syntax) : [];
  visit(syntax, ({ type, value }) => {
    if (type === "StringLiteral" && ofComponents.has(value as string)) texts.push(value as string);
  });
  return texts;
}
