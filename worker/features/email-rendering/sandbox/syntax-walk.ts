/** A node of a syntax tree, as acorn makes it. */
export interface SyntaxNode {
  type: string;
  start: number;
  end: number;
  loc?: { start: { line: number } };
  [field: string]: unknown;
}

/** Calls `enter` before the children of each node, and `leave` after them. */
export function walk(node: SyntaxNode, enter: (node: SyntaxNode) => void, leave?: (node: SyntaxNode) => void): void {
  enter(node);
  for (const value of Object.values(node)) {
    for (const child of Array.isArray(value) ? value : [value]) {
      if (isNode(child)) walk(child, enter, leave);
    }
  }
  leave?.(node);
}

export function isNode(value: unknown): value is SyntaxNode {
  return typeof value === "object" && value !== null && typeof (value as { type?: unknown }).type === "string";
}
