import { globSync, readFileSync } from "node:fs";
import path from "node:path";
import { parseSync } from "@swc/core";
import { REPOSITORY } from "../dev/wrangler";
import { type SyntaxNode, visit } from "./syntax";

const FOLDER = "web/dashboard";

/** The functions whose first argument is a text of the dashboard. */
const translating = new Set(["t", "msg"]);

/** The English texts of the dashboard in alphabetical order: what its source hands to `t`, `t.rich` and `msg`. */
export function dashboardMessages(): string[] {
  const files = globSync(`${FOLDER}/**/*.{ts,tsx}`, {
    cwd: REPOSITORY,
    exclude: ["**/*.test.*", `${FOLDER}/translation/catalogues/**`],
  });
  const texts = files.flatMap((file) => textsIn(readFileSync(path.join(REPOSITORY, file), "utf8"), file.endsWith("x")));
  return [...new Set(texts)].sort((one, other) => one.localeCompare(other, "en"));
}

/** The texts that a module translates, in the order of its source. */
export function textsIn(source: string, isTsx = true): string[] {
  return translatedTexts(parseSync(source, { syntax: "typescript", tsx: isTsx }));
}

/** The texts that a module with this syntax translates, in the order of its source. */
export function translatedTexts(syntax: unknown): string[] {
  const texts: string[] = [];
  visit(syntax, (node) => {
    if (node.type !== "CallExpression" || !isTranslating(node.callee)) return;
    const [first] = node.arguments as { expression: SyntaxNode }[];
    if (first) texts.push(...literals(first.expression));
  });
  return texts;
}

/** The text of a literal, or both texts of a choice between two. */
function literals(node: SyntaxNode): string[] {
  if (node.type === "StringLiteral") return [node.value as string];
  if (node.type === "ConditionalExpression") {
    return [node.consequent, node.alternate].flatMap((branch) => literals(branch as SyntaxNode));
  }
  if (node.type === "ParenthesisExpression") return literals(node.expression as SyntaxNode);
  return [];
}

function isTranslating(callee: unknown): boolean {
  const { type, value, object, property } = callee as SyntaxNode;
  if (type === "Identifier") return translating.has(value as string);
  const isRich = type === "MemberExpression" && (property as SyntaxNode).value === "rich";
  return isRich && isTranslating(object);
}
