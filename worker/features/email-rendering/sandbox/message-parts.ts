import { isValidElement, type ReactNode } from "react";
import { SourceError } from "./rendering-error";

type Part = (props: { value: string }) => null;

/**
 * The `value` of the one element of this component in a tree, through literal children alone: what another component
 * renders is not looked into.
 *
 * @returns undefined where the tree has no such element
 * @throws Error for more than one, and for a value that is no text
 */
export function valueOfPart(part: Part, tree: ReactNode): string | undefined {
  const found = elementsOf(part, tree);
  if (found.length === 0) return undefined;
  if (found.length > 1) {
    throw new SourceError(
      `Expected exactly one occurrence of component "${part.name}", found ${found.length}.`,
      "template",
      undefined,
    );
  }
  const [value] = found;
  if (typeof value !== "string")
    throw new SourceError(`The "value" prop of "${part.name}" must be a string.`, "template", undefined);
  return value;
}

function elementsOf(part: Part, tree: ReactNode): unknown[] {
  if (Array.isArray(tree)) return tree.flatMap((child) => elementsOf(part, child));
  if (!isValidElement<{ value?: unknown; children?: ReactNode }>(tree)) return [];
  const inside = elementsOf(part, tree.props.children);
  return tree.type === part ? [tree.props.value, ...inside] : inside;
}
