import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import { type Module as Ast, type ModuleItem, parseSync } from "@swc/core";
import { REPOSITORY } from "../dev/wrangler";
import { importedLater, visit } from "./syntax";

/** What a module takes of another one: an export by its name, or `ALL` of them. */
interface Taken {
  readonly from: string;
  readonly name: string;
}

/** Cannot be the name of an export that is imported by name. */
const ALL = "*";

interface Module {
  readonly syntax: Ast;
  readonly imports: readonly Taken[];
  readonly ownExports: ReadonlySet<string>;
  /** Exports of other modules that it passes on, by the name that it gives them. */
  readonly passedOn: ReadonlyMap<string, Taken>;
  /** Modules of which it passes on all exports. */
  readonly passedOnWhole: readonly string[];
}

const modules = new Map<string, Module>();

/**
 * The files that an entry loads at once or later, itself included: as paths from the repository's root, without packages and
 * without what is imported for its types alone. Of modules that pass on exports of others, only those that are imported count.
 */
export function modulesFrom(entry: string): ReadonlySet<string> {
  const files = new Set(sourcesOf({ from: entry, name: ALL }));
  for (const file of files) {
    for (const source of moduleAt(file).imports.flatMap(sourcesOf)) files.add(source);
  }
  return files;
}

/** The syntax of the module in a file, by its path from the repository's root. */
export function syntaxOf(file: string): Ast {
  return moduleAt(file).syntax;
}

/** The modules that make an export, or all exports, of a module which may only pass them on. */
function sourcesOf({ from, name }: Taken): string[] {
  const { passedOn, passedOnWhole } = moduleAt(from);
  if (name === ALL) {
    return [from, ...[...passedOn.values(), ...passedOnWhole.map(whole)].flatMap(sourcesOf)];
  }
  const renamed = passedOn.get(name);
  if (renamed) return sourcesOf(renamed);
  const passing = passedOnWhole.find((file) => hasExport(file, name));
  return passing === undefined ? [from] : sourcesOf({ from: passing, name });
}

function hasExport(file: string, name: string): boolean {
  const { ownExports, passedOn, passedOnWhole } = moduleAt(file);
  return ownExports.has(name) || passedOn.has(name) || passedOnWhole.some((each) => hasExport(each, name));
}

function moduleAt(file: string): Module {
  const known = modules.get(file);
  if (known) return known;
  const source = readFileSync(path.join(REPOSITORY, file), "utf8");
  const module = read(parseSync(source, { syntax: "typescript", tsx: file.endsWith("x") }), file);
  modules.set(file, module);
  return module;
}

function read(syntax: Ast, file: string): Module {
  const found = {
    syntax,
    imports: [] as Taken[],
    ownExports: new Set<string>(),
    passedOn: new Map<string, Taken>(),
    passedOnWhole: [] as string[],
  };
  for (const item of syntax.body) readItem(item, file, found);
  visit(syntax.body, (node) => {
    const specifier = importedLater(node);
    const from = specifier === undefined ? undefined : resolved(specifier, file);
    if (from !== undefined) found.imports.push(whole(from));
  });
  return found;
}

function readItem(
  item: ModuleItem,
  file: string,
  found: { imports: Taken[]; ownExports: Set<string>; passedOn: Map<string, Taken>; passedOnWhole: string[] },
): void {
  if (item.type === "ExportDeclaration") {
    for (const name of declaredNames(item.declaration)) found.ownExports.add(name);
    return;
  }
  const isOfModule =
    item.type === "ImportDeclaration" || item.type === "ExportAllDeclaration" || item.type === "ExportNamedDeclaration";
  // swc's types lack `typeOnly` of `export *`.
  if (!isOfModule || (item as { typeOnly?: boolean }).typeOnly) return;
  const from = item.source ? resolved(item.source.value, file) : undefined;
  if (item.type === "ImportDeclaration") {
    if (from !== undefined) found.imports.push(...importedNames(item.specifiers).map((name) => ({ from, name })));
  } else if (item.type === "ExportAllDeclaration") {
    if (from !== undefined) found.passedOnWhole.push(from);
  } else {
    for (const specifier of item.specifiers) {
      if (specifier.type === "ExportNamespaceSpecifier" && from !== undefined) {
        found.passedOn.set(specifier.name.value, whole(from));
      }
      if (specifier.type !== "ExportSpecifier" || specifier.isTypeOnly) continue;
      const exported = (specifier.exported ?? specifier.orig).value;
      if (from === undefined) found.ownExports.add(exported);
      else found.passedOn.set(exported, { from, name: specifier.orig.value });
    }
  }
}

type Specifiers = Extract<ModuleItem, { type: "ImportDeclaration" }>["specifiers"];

function importedNames(specifiers: Specifiers): string[] {
  // Imported for what it does, such as a style sheet.
  if (specifiers.length === 0) return [ALL];
  return specifiers.flatMap((specifier) => {
    if (specifier.type === "ImportNamespaceSpecifier") return [ALL];
    if (specifier.type === "ImportDefaultSpecifier") return ["default"];
    return specifier.isTypeOnly ? [] : [(specifier.imported ?? specifier.local).value];
  });
}

/** The names of an exported declaration; types are passed over. */
function declaredNames(declaration: { type: string }): string[] {
  const { identifier, declarations } = declaration as {
    identifier?: { value: string };
    declarations?: { id: { value?: string } }[];
  };
  if (declarations) return declarations.flatMap(({ id }) => id.value ?? []);
  return declaration.type.startsWith("Ts") || !identifier ? [] : [identifier.value];
}

function whole(from: string): Taken {
  return { from, name: ALL };
}

/** The file that an import of our own code means; undefined for packages, styles and data. */
export function resolved(specifier: string, importer: string): string | undefined {
  if (!specifier.startsWith(".")) return undefined;
  const base = path.posix.join(path.posix.dirname(importer), specifier);
  const candidates = [base, `${base}.ts`, `${base}.tsx`, `${base}/index.ts`].filter((file) => /\.tsx?$/.test(file));
  return candidates.find((file) => existsSync(path.join(REPOSITORY, file)));
}
