/// <reference path="./sucrase-state.d.ts" />
import { type Node, type Program, parse } from "acorn";
import { type Options, transform } from "sucrase";
import State from "sucrase/dist/esm/parser/tokenizer/state.js";
import { allowedModules, isAllowedModule } from "./allowed-modules";
import { hiddenGlobals } from "./globals";
import { riskOfPattern } from "./pattern-risk";
import { SourceError, type SourceFile } from "./rendering-error";
import { rewriteModule } from "./rewrite";
import { type SyntaxNode, walk } from "./syntax-walk";

/*
 * Where TypeScript is ambiguous, as at `a<b>(`, sucrase parses what follows in one way. If that fails, it goes back and parses it
 * in another. Attempts within attempts take a time that is exponential in the length of a source.
 */

/** Limits how many tokens may be parsed once more in a source: several times those of a long one. */
const maxRepeated = 200_000;
/** Sets what an attempt that ends with an error counts, as it takes longer than its tokens. */
const failure = 200;

let repeated = 0;

const { restoreFromSnapshot } = State.prototype;

State.prototype.restoreFromSnapshot = function restore(snapshot) {
  repeated += this.tokens.length - snapshot.tokensLength + (this.error ? failure : 0);
  if (repeated > maxRepeated) throw new RangeError("Too much of the source is parsed more than once");
  restoreFromSnapshot.call(this, snapshot);
};

/** Parses by sucrase. @throws RangeError when it goes back too often */
function withFewAttempts<T>(parse: () => T): T {
  repeated = 0;
  return parse();
}

/**
 * Compiles a TSX module to one whose default export is a function that evaluates the source anew at every call. So what a source
 * keeps in its variables ends with one email. Every line keeps its number.
 *
 * @throws SourceError for what cannot be parsed, and for imports and syntax that sources cannot have
 */
export function compileSource(tsx: string, file: SourceFile): string {
  try {
    return compile(tsx, file);
  } catch (error) {
    throw error instanceof SourceError ? error : syntaxError(error, tsx, file);
  }
}

function compile(tsx: string, file: SourceFile): string {
  // Every import is checked; those that only name types are left out of what runs.
  refuseForbidden(parseModule(javascriptOf(tsx, { keepUnusedImports: true })), file);
  const javascript = javascriptOf(tsx, { keepUnusedImports: false });
  const { body, runtime } = rewriteModule(javascript, parseModule(javascript));
  const given = [runtime, "globalThis", "console"];
  // The inner function lets a source have variables with the names of the outer one's parameters.
  return `export default (${[...given, ...hiddenGlobals()].join(",")}) => (() => {${body}\n})();\n`;
}

function javascriptOf(tsx: string, { keepUnusedImports }: { keepUnusedImports: boolean }): string {
  const options: Options = {
    transforms: ["typescript", "jsx"],
    jsxRuntime: "automatic",
    production: true,
    disableESTransforms: true,
    preserveDynamicImport: true,
    keepUnusedImports,
  };
  return withFewAttempts(() => transform(tsx, options).code);
}

function parseModule(javascript: string): Program {
  return parse(javascript, { ecmaVersion: 2024, sourceType: "module", locations: true, preserveParens: true });
}

/** Both parsers name the line, and end their messages with the position. For an element without end, that is the last line. */
function syntaxError(error: unknown, tsx: string, file: SourceFile): SourceError {
  if (error instanceof RangeError) return new SourceError("The source is nested too deeply.", file, undefined);
  const unclosed = findUnclosedElement(tsx);
  if (unclosed) return new SourceError(`<${unclosed.name}> is not closed.`, file, unclosed.line);
  const { message, loc } = error as { message: string; loc?: { line: number } };
  return new SourceError(
    message.replace(/^Error transforming .*?: /, "").replace(/ \(\d+:\d+\)$/, ""),
    file,
    loc?.line,
  );
}

function refuseForbidden(program: Program, file: SourceFile): void {
  let functions = 0;
  const depth = ({ type }: SyntaxNode) => (/Function/.test(type) ? 1 : 0);
  walk(
    program as Node as SyntaxNode,
    (node) => {
      functions += depth(node);
      const reason = reasonToRefuse(node, functions > 0);
      if (reason) throw new SourceError(reason, file, node.loc?.start.line);
    },
    (node) => {
      functions -= depth(node);
    },
  );
}

function reasonToRefuse(node: SyntaxNode, isInFunction: boolean): string | undefined {
  switch (node.type) {
    case "ImportDeclaration":
    case "ExportNamedDeclaration":
    case "ExportAllDeclaration": {
      const source = node.source as { value: unknown } | null;
      if (!source || isAllowedModule(source.value)) return undefined;
      return `"${source.value}" cannot be imported. A source may import ${allowedModules.join(", ")}.`;
    }
    case "AwaitExpression":
    case "ForOfStatement":
      return isInFunction || (node.type === "ForOfStatement" && !node.await)
        ? undefined
        : "await cannot be used outside of a function.";
    case "ImportExpression":
      return "import() cannot be used. Write an import at the top of the source.";
    case "MetaProperty":
      return (node.meta as { name?: string }).name === "import" ? "import.meta cannot be used." : undefined;
    case "Literal": {
      const { regex, bigint } = node as { regex?: { pattern: string }; bigint?: string };
      // A power of one can take minutes, in a single step.
      if (bigint) return "BigInt cannot be used.";
      return regex && riskOfPattern(regex.pattern);
    }
    default:
      return undefined;
  }
}

/**
 * Finds the element that a source does not close. It is the innermost one that is open where a closing tag of one around it
 * stands, or else at the end. This is only for sources that do not parse, because tags are found by their looks.
 */
function findUnclosedElement(tsx: string): { name: string; line: number } | undefined {
  // A comment, or a tag: what directly follows a name and looks like an opening one is a type argument.
  const piece = /(?<!:)\/\/[^\n]*|\/\*|<\/([A-Za-z][\w.]*)|(?<![\w$.])<([A-Za-z][\w.]*)/g;
  const open: { name: string; index: number }[] = [];
  const openOf = new Map<string, number>();
  const count = (name: string, change: number) => openOf.set(name, (openOf.get(name) ?? 0) + change);
  for (let match = piece.exec(tsx); match; match = piece.exec(tsx)) {
    const { 0: text, 1: closed, 2: opened, index } = match;
    if (text === "/*") {
      piece.lastIndex = (tsx.indexOf("*/", index + 2) + 1 || tsx.length) + 1;
    } else if (closed && open.at(-1)?.name === closed) {
      open.pop();
      count(closed, -1);
    } else if (closed && openOf.get(closed)) {
      break;
    } else if (opened) {
      const end = endOfTag(tsx, piece.lastIndex);
      if (end === undefined) break;
      piece.lastIndex = end;
      if (tsx[end - 2] === "/") continue;
      open.push({ name: opened, index });
      count(opened, 1);
    }
  }
  const unclosed = open.at(-1);
  return unclosed && { name: unclosed.name, line: tsx.slice(0, unclosed.index).split("\n").length };
}

/** The index after the tag whose attributes begin at an index; undefined where it has no end. */
function endOfTag(tsx: string, index: number): number | undefined {
  const piece = /"[^"]*"|'[^']*'|`[^`]*`|=>|[{}>]/g;
  piece.lastIndex = index;
  let depth = 0;
  for (let match = piece.exec(tsx); match; match = piece.exec(tsx)) {
    if (match[0] === "{") depth += 1;
    else if (match[0] === "}") depth -= 1;
    else if (match[0] === ">" && depth === 0) return piece.lastIndex;
  }
  return undefined;
}
