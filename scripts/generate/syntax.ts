/** A node of the syntax that swc reads. */
export interface SyntaxNode {
  readonly type: string;
  readonly [key: string]: unknown;
}

/** Calls `enter` for each node within, in the order of the source. */
export function visit(node: unknown, enter: (node: SyntaxNode) => void): void {
  if (Array.isArray(node)) {
    for (const each of node) visit(each, enter);
  } else if (typeof node === "object" && node !== null) {
    if ("type" in node && typeof node.type === "string") enter(node as SyntaxNode);
    for (const child of Object.values(node)) visit(child, enter);
  }
}

/** The specifier of `import("…")`; undefined for any other node. */
export function importedLater(node: SyntaxNode | undefined): string | undefined {
  if (node?.type !== "CallExpression" || (node.callee as SyntaxNode).type !== "Import") return undefined;
  const [first] = node.arguments as { expression: SyntaxNode }[];
  return first?.expression.type === "StringLiteral" ? (first.expression.value as string) : undefined;
}
