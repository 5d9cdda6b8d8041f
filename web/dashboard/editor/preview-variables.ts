// Reads sources with the parser of the editor, and is loaded with it.
import { tsxLanguage } from "@codemirror/lang-javascript";
import type { Json } from "../../kit";

/** A variable of a template, with its value in previews, and where in the source that value stands. */
export interface PreviewVariable {
  readonly name: string;
  readonly value: Json;
  readonly from: number;
  readonly to: number;
}

type SyntaxNode = ReturnType<typeof tsxLanguage.parser.parse>["topNode"];

/** The values that a source gives its variables in previews. Those that are computed are left out. */
export function previewVariables(source: string): PreviewVariable[] {
  const values = assignedObject(tsxLanguage.parser.parse(source).topNode, source);
  return (values?.getChildren("Property") ?? []).flatMap((property) => {
    const { firstChild: name, lastChild: value } = property;
    const read = value && name !== value ? literalOf(value, source) : undefined;
    if (!name || !value || read === undefined) return [];
    return [{ name: nameOf(name, source), value: read, from: value.from, to: value.to }];
  });
}

/** The source with other values for previews: what is given replaces what stands there. */
export function withPreviewValues(source: string, values: Readonly<Record<string, Json>>): string {
  const changed = previewVariables(source)
    .filter(({ name }) => Object.hasOwn(values, name))
    .toSorted((a, b) => b.from - a.from);
  return changed.reduce(
    (text, { name, from, to }) => text.slice(0, from) + JSON.stringify(values[name]) + text.slice(to),
    source,
  );
}

/** The object that is assigned to `EmailTemplate.PreviewVariables`, the last one where there are several. */
function assignedObject(program: SyntaxNode, source: string): SyntaxNode | undefined {
  const objects = program.getChildren("ExpressionStatement").flatMap((statement) => {
    const assignment = statement.getChild("AssignmentExpression");
    const target = assignment?.firstChild;
    const isOurs = target && textOf(target, source).replace(/\s/g, "") === "EmailTemplate.PreviewVariables";
    // `{ … } satisfies Variables`
    const value = assignment?.lastChild;
    const object = value?.name === "ObjectExpression" ? value : value?.getChild("ObjectExpression");
    return isOurs && object ? [object] : [];
  });
  return objects.at(-1);
}

/** The value of an expression without names and calls; undefined for any other. */
function literalOf(node: SyntaxNode, source: string): Json | undefined {
  const text = textOf(node, source);
  switch (node.name) {
    case "String":
    case "TemplateString":
      return node.getChild("Interpolation") ? undefined : unquoted(text);
    case "Number":
    case "UnaryExpression": {
      const number = Number(text.replaceAll("_", ""));
      return Number.isFinite(number) ? number : undefined;
    }
    case "BooleanLiteral":
      return text === "true";
    case "null":
      return null;
    case "ArrayExpression": {
      const items = childrenOf(node).filter(({ name }) => !/^[[\],]$/.test(name) && !name.includes("Comment"));
      const values = items.map((item) => literalOf(item, source));
      return values.includes(undefined) ? undefined : (values as Json[]);
    }
    case "ObjectExpression": {
      const entries = node.getChildren("Property").map(({ firstChild: name, lastChild: value }) => {
        const read = name && value && name !== value ? literalOf(value, source) : undefined;
        return [name ? nameOf(name, source) : "", read] as const;
      });
      return entries.some(([, value]) => value === undefined) ? undefined : (Object.fromEntries(entries) as Json);
    }
    default:
      return undefined;
  }
}

function childrenOf(node: SyntaxNode): SyntaxNode[] {
  const children: SyntaxNode[] = [];
  for (let child = node.firstChild; child; child = child.nextSibling) children.push(child);
  return children;
}

const textOf = (node: SyntaxNode, source: string) => source.slice(node.from, node.to);

function nameOf(node: SyntaxNode, source: string): string {
  const text = textOf(node, source);
  return node.name === "String" ? (unquoted(text) ?? text) : text;
}

const escapes: Readonly<Record<string, string>> = { n: "\n", r: "\r", t: "\t", b: "\b", f: "\f", v: "\v", "0": "\0" };

/** The text of a literal in any quotes. */
function unquoted(literal: string): string | undefined {
  const inner = literal.slice(1, -1);
  return inner.replace(/\\(u\{[0-9a-f]+\}|u[0-9a-f]{4}|x[0-9a-f]{2}|\r?\n|[\s\S])/gi, (_, escaped: string) => {
    const code = /^[ux]\{?([0-9a-f]{2,})\}?$/i.exec(escaped)?.[1];
    if (code) return String.fromCodePoint(Math.min(Number.parseInt(code, 16), 0x10ffff));
    return /^\r?\n$/.test(escaped) ? "" : (escapes[escaped] ?? escaped);
  });
}
