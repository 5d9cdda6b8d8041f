import type { Node, Program } from "acorn";
import { importsAndExports, type Wrapping, wrapped } from "./imports-and-exports";
import { isNode, type SyntaxNode, walk } from "./syntax-walk";

/**
 * Makes the body of a function of a module, in which imports and exports go through `runtime`. It pays for its work to
 * a budget, which throws when it is spent. What costs are passes of loops, calls of functions, elements that are
 * spread, searches by regular expressions, and texts that are put together. No line gets another number.
 *
 * @returns the body, and the name by which it reaches its runtime
 */
export function rewriteModule(javascript: string, program: Program): { body: string; runtime: string } {
  const root = program as Node as SyntaxNode;
  const runtime = unusedName(root);
  const { before, after, wrappings, removed } = importsAndExports(root, runtime);
  walk(root, (node) => wrappings.push(...charges(node, runtime)));
  return { body: `${before}${wrapped(blanked(javascript, removed), wrappings)}\n${after}`, runtime };
}

function charges(node: SyntaxNode, runtime: string): Wrapping[] {
  const line = node.loc?.start.line;
  const charge = `${runtime}.charge(${line})`;
  /** Texts that are compared or read as numbers. */
  const read = (operands: unknown[]) =>
    operands
      .filter((operand) => isNode(operand) && operand.type !== "Literal")
      .map((operand) => around(operand, `${runtime}.operand(${line},(`, "))"));
  switch (node.type) {
    case "FunctionDeclaration":
    case "FunctionExpression":
    case "ArrowFunctionExpression":
      return [inFunction(node, runtime)];
    case "ForInStatement":
      return [around(node.right, `${runtime}.properties(${line},(`, "))"), inBlock(node.body, charge)];
    case "ForStatement":
    case "ForOfStatement":
    case "WhileStatement":
    case "DoWhileStatement":
      return [inBlock(node.body, charge)];
    case "ArrayExpression":
      return spreadsIn(node.elements).map((argument) => around(argument, `${runtime}.spread(${line},(`, "))"));
    case "ObjectExpression":
      return spreadsIn(node.properties).map((argument) => around(argument, `${runtime}.properties(${line},(`, "))"));
    case "Literal":
      return node.regex ? [around(node, `${runtime}.pattern(${line},`, ")")] : [];
    case "CallExpression":
    case "NewExpression":
      return spreadsIn(node.arguments).map((argument) => around(argument, `${runtime}.spread(${line},(`, "))"));
    case "VariableDeclarator":
      return hasRest(node.id) && node.init ? [around(node.init, `${runtime}.properties(${line},(`, "))")] : [];
    case "UnaryExpression":
      return ["+", "-", "~"].includes(String(node.operator)) ? read([node.argument]) : [];
    case "BinaryExpression":
      if (String(node.operator) === "+") return [around(node, `${runtime}.text(${line},(`, "))")];
      return ["in", "instanceof"].includes(String(node.operator)) ? [] : read([node.left, node.right]);
    case "AssignmentExpression":
      if (String(node.operator) === "+=") return [around(node, `${runtime}.text(${line},(`, "))")];
      if (node.operator !== "=") return read([node.right]);
      return hasRest(node.left) ? [around(node.right, `${runtime}.properties(${line},(`, "))")] : [];
    case "TemplateLiteral":
      return node.isTagged ? [] : [around(node, `${runtime}.text(${line},(`, "))")];
    case "TaggedTemplateExpression":
      // Seen before the literal in it, which is no text of its own.
      if (isNode(node.quasi)) node.quasi.isTagged = true;
      return [];
    default:
      return [];
  }
}

/** Tells whether what is taken apart leaves a copy of what is not named. */
function hasRest(pattern: unknown): boolean {
  return (
    isNode(pattern) &&
    pattern.type === "ObjectPattern" &&
    (pattern.properties as SyntaxNode[]).some(({ type }) => type === "RestElement")
  );
}

/** Returns what is spread among these elements, arguments or properties. */
function spreadsIn(parts: unknown): unknown[] {
  return (parts as unknown[]).flatMap((part) => (isNode(part) && part.type === "SpreadElement" ? [part.argument] : []));
}

/** A function charges as it begins. How deep calls are nested is counted where a function ends when it returns. */
function inFunction({ params, body, async, generator, loc }: SyntaxNode, runtime: string): Wrapping {
  if (!isNode(body)) throw new Error("The function has no body");
  const isBlock = body.type === "BlockStatement";
  const [start, end] = isBlock ? [body.start + 1, body.end - 1] : [body.start, body.end];
  const copies = restNames(params)
    .map((name) => `${runtime}.properties(${loc?.start.line},${name});`)
    .join("");
  const charge = `${runtime}.${async ? "enterAsync" : "charge"}(${loc?.start.line});${copies}`;
  if (async || generator) {
    return { start, end, before: isBlock ? charge : `{${charge}return(`, after: isBlock ? "" : ")}" };
  }
  const [before, after] = [`${runtime}.enter(${loc?.start.line});try{${copies}`, `}finally{${runtime}.leave()}`];
  return isBlock ? { start, end, before, after } : { start, end, before: `{${before}return(`, after: `)${after}}` };
}

/** The names of the objects into which parameters copy what they do not name. */
function restNames(params: unknown): string[] {
  return (params as SyntaxNode[]).flatMap((param) => {
    const pattern = (param.type === "AssignmentPattern" ? param.left : param) as SyntaxNode;
    if (!hasRest(pattern)) return [];
    const argument = (pattern.properties as SyntaxNode[]).at(-1)?.argument;
    return isNode(argument) ? [String(argument.name)] : [];
  });
}

/** Charges at the start of a body, which becomes a block if it is none. */
function inBlock(body: unknown, charge: string): Wrapping {
  if (!isNode(body) || body.type !== "BlockStatement") return around(body, `{${charge};`, "}");
  return { start: body.start + 1, end: body.end, before: `${charge};`, after: "" };
}

function around(node: unknown, before: string, after: string): Wrapping {
  if (!isNode(node)) throw new Error("The syntax tree has no such part");
  return { start: node.start, end: node.end, before, after };
}

/** A name that the program has nowhere, so that no variable of it hides the runtime. */
function unusedName(root: SyntaxNode): string {
  const names = new Set<unknown>();
  walk(root, ({ name }) => names.add(name));
  let unused = "$runtime";
  while (names.has(unused)) unused += "$";
  return unused;
}

/** The source with spaces for what is removed, so that everything else keeps its place. */
function blanked(source: string, removed: [start: number, end: number][]): string {
  return removed.reduce(
    (text, [start, end]) => text.slice(0, start) + text.slice(start, end).replace(/[^\n]/g, " ") + text.slice(end),
    source,
  );
}
