import { isNode, type SyntaxNode } from "./syntax-walk";

interface Rewriting {
  /** Holds what runs before the module, on its first line. */
  before: string;
  /** Holds what runs after the module. */
  after: string;
  wrappings: Wrapping[];
  removed: [start: number, end: number][];
}

/**
 * Imports become constants before everything else, as imports are hoisted; exports are read when the module has run. Only what
 * is imported from and exported to goes through `runtime`.
 */
export function importsAndExports(program: SyntaxNode, runtime: string): Rewriting {
  const rewriting: Rewriting = { before: "", after: "", wrappings: [], removed: [] };
  for (const statement of nodesIn(program.body)) rewrite(statement, runtime, rewriting);
  return rewriting;
}

function rewrite(statement: SyntaxNode, runtime: string, to: Rewriting): void {
  const { start, end } = statement;
  const declaration = isNode(statement.declaration) ? statement.declaration : undefined;
  const line = statement.loc?.start.line;
  const required = (...name: string[]) =>
    `${runtime}.require(${JSON.stringify([line, (statement.source as SyntaxNode).value, ...name]).slice(1, -1)})`;
  const exported = (name: string, value: string) => `${runtime}.exports[${JSON.stringify(name)}]=${value};`;
  switch (statement.type) {
    case "ImportDeclaration":
      to.before += nodesIn(statement.specifiers)
        .map((specifier) => imported(specifier, required))
        .join("");
      to.removed.push([start, end]);
      break;
    case "ExportAllDeclaration":
      to.before += statement.exported
        ? exported(nameOf(statement.exported), required())
        : `Object.assign(${runtime}.exports,${required()});`;
      to.removed.push([start, end]);
      break;
    case "ExportNamedDeclaration":
      for (const specifier of nodesIn(statement.specifiers)) {
        const [local, name] = [nameOf(specifier.local), nameOf(specifier.exported)];
        if (statement.source) to.before += exported(name, required(local));
        else to.after += exported(name, local);
      }
      for (const name of declaredNames(declaration)) to.after += exported(name, name);
      to.removed.push([start, declaration?.start ?? end]);
      break;
    case "ExportDefaultDeclaration":
      if (!declaration) break;
      to.removed.push([start, declaration.start]);
      if (isNode(declaration.id) && /Declaration$/.test(declaration.type)) {
        to.after += exported("default", nameOf(declaration.id));
      } else {
        const [before, after] = [`${runtime}.exports.default=(`, ");"];
        to.wrappings.push({ start: declaration.start, end: declaration.end, before, after });
      }
      break;
  }
}

function imported(specifier: SyntaxNode, required: (...name: string[]) => string): string {
  const local = nameOf(specifier.local);
  if (specifier.type === "ImportNamespaceSpecifier") return `const ${local}=${required()};`;
  const name = specifier.type === "ImportDefaultSpecifier" ? "default" : nameOf(specifier.imported);
  return `const ${local}=${required(name)};`;
}

/** The names that a declaration declares, those in patterns too. */
function declaredNames(declaration: SyntaxNode | undefined): string[] {
  if (!declaration) return [];
  if (isNode(declaration.id)) return [nameOf(declaration.id)];
  return nodesIn(declaration.declarations).flatMap(({ id }) => namesInPattern(id));
}

function namesInPattern(pattern: unknown): string[] {
  if (!isNode(pattern)) return [];
  switch (pattern.type) {
    case "Identifier":
      return [nameOf(pattern)];
    case "ObjectPattern":
      return nodesIn(pattern.properties).flatMap(({ value, argument }) => namesInPattern(value ?? argument));
    case "ArrayPattern":
      return nodesIn(pattern.elements).flatMap(namesInPattern);
    case "AssignmentPattern":
      return namesInPattern(pattern.left);
    case "RestElement":
      return namesInPattern(pattern.argument);
    default:
      return [];
  }
}

/** The name of an identifier, or of a module's export in quotes. */
function nameOf(node: unknown): string {
  const { name, value } = node as { name?: string; value?: string };
  return name ?? String(value);
}

function nodesIn(list: unknown): SyntaxNode[] {
  return Array.isArray(list) ? list.filter(isNode) : [];
}

/** Holds what is written around a part of a source. */
export interface Wrapping {
  start: number;
  end: number;
  before: string;
  after: string;
}

/** The source with all of them written into it. Those of outer parts come before those of the parts in them. */
export function wrapped(source: string, wrappings: Wrapping[]): string {
  const insertions = wrappings
    .flatMap(({ start, end, before, after }, order) =>
      start === end
        ? { at: start, text: before + after, rank: order + 1 }
        : [
            // At one place, what ends there comes first, the inner before the outer; what starts there follows, the outer first.
            { at: start, text: before, rank: order + 1 },
            { at: end, text: after, rank: -order - 1 },
          ],
    )
    .filter(({ text }) => text !== "")
    .sort((a, b) => a.at - b.at || a.rank - b.rank);
  let code = "";
  let done = 0;
  for (const { at, text } of insertions) {
    code += source.slice(done, at) + text;
    done = at;
  }
  return code + source.slice(done);
}
