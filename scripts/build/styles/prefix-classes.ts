import MagicString from "magic-string";
import { parseSync } from "vite";

/** The prefix of the class names of the built components, which those of a website cannot have by accident. */
export const PREFIX = "gh";

/** Class names without styles of their own, which variants such as `group-hover:` refer to. */
const MARKER = /^(group|peer)(\/|$)/;

/** Class names that stay as they are, because a website may refer to them. */
const PUBLIC = /^(gatehouse|stack)(-|$)/;

/** Names of attributes, variables and properties that hold class names. */
const HOLDS_CLASSES = /class(es|name)?$/i;

/** What is compared, imported or a type is no class name; assertions of a type contain expressions. */
const NO_CLASSES = /^(BinaryExpression|Import|TS(?!(As|Satisfies|NonNull)Expression))/;

type Node = { type: string; start: number; end: number } & Record<string, unknown>;

/**
 * Puts the prefix before every Tailwind class of a module. Classes are the words of a text in an attribute such as `className`,
 * an argument of `classNames` or a variable such as `menuClasses`. Elsewhere a text has classes only if all of its words are
 * classes and one of them has a dash. A table with classes for each tone has such texts.
 * @param isKnown whether Tailwind has a class of this name, which has the prefix
 * @returns the code with its map and the classes in it; null for a module without any
 * @throws Error when only some words of a class name attribute are classes: one of them is misspelt
 */
export function prefixClasses(code: string, file: string, isKnown: (name: string) => boolean) {
  const rewritten = new MagicString(code);
  const classes = new Set<string>();

  const rewrite = (start: number, end: number, isClassPosition: boolean) => {
    const text = code.slice(start, end);
    const words = text.split(/\s+/).filter(Boolean);
    const unknown = words.filter((word) => !MARKER.test(word) && !PUBLIC.test(word) && !isKnown(`${PREFIX}:${word}`));
    if (words.length === 0 || unknown.length === words.length) return;
    if (!isClassPosition && (unknown.length > 0 || !words.some((word) => word.includes("-")))) return;
    if (unknown.length > 0) throw new Error(`Tailwind does not have ${unknown.join(", ")}: ${file}`);
    const prefixed = (word: string) => (PUBLIC.test(word) ? word : `${PREFIX}:${word}`);
    for (const word of words) classes.add(prefixed(word));
    rewritten.overwrite(start, end, text.replace(/\S+/g, prefixed));
  };

  const visit = (node: Node, isClassPosition: boolean): void => {
    if (node.type === "Literal" && typeof node.value === "string") {
      rewrite(node.start + 1, node.end - 1, isClassPosition);
    } else if (node.type === "TemplateElement") {
      // Its range includes the marks around it in TypeScript, and does not in JavaScript.
      const { raw } = node.value as { raw: string };
      const start = code.indexOf(raw, node.start);
      rewrite(start, start + raw.length, isClassPosition);
    } else if (!NO_CLASSES.test(node.type)) {
      const holds = isClassPosition || HOLDS_CLASSES.test(nameOf(node));
      for (const [child, mayHold] of childrenOf(node)) visit(child, holds && mayHold);
    }
  };
  visit(parseSync(file, code).program as unknown as Node, false);

  return classes.size > 0 ? { code: rewritten.toString(), map: rewritten.generateMap({ hires: true }), classes } : null;
}

/** The nodes within a node, with whether their texts may be class names where those of the node are. */
function* childrenOf(node: Node): Generator<[child: Node, mayHold: boolean]> {
  for (const [key, value] of Object.entries(node)) {
    if (key === "source" || (key === "key" && !node.computed)) continue;
    // The condition of a class is an expression like any other.
    const isCondition = key === "test" || (node.type === "LogicalExpression" && key === "left");
    for (const child of Array.isArray(value) ? value : [value]) {
      if (child && typeof child.type === "string") yield [child, !isCondition];
    }
  }
}

/** The name of an attribute, a variable, a property or a called function; empty for everything else. */
function nameOf(node: Node): string {
  const named = {
    JSXAttribute: node.name,
    VariableDeclarator: node.id,
    Property: node.key,
    CallExpression: node.callee,
  }[node.type] as { name?: unknown } | undefined;
  // `classNames` is a function that takes them.
  return typeof named?.name === "string" ? named.name.replace(/^classNames$/, "className") : "";
}
