import { defaultKeymap, history, historyKeymap, indentWithTab } from "@codemirror/commands";
import { javascript, tsxLanguage } from "@codemirror/lang-javascript";
import { json } from "@codemirror/lang-json";
import { bracketMatching, HighlightStyle, indentOnInput, indentUnit, syntaxHighlighting } from "@codemirror/language";
import { lintGutter, setDiagnostics } from "@codemirror/lint";
import { Compartment, EditorState, type Extension } from "@codemirror/state";
import { EditorView, keymap, lineNumbers } from "@codemirror/view";
import { tags } from "@lezer/highlight";
import type { Json } from "../../kit/index";

// All that is made of the editor’s libraries is as large as the rest of a page, and loaded once an editor is shown.

export type EditorLanguage = "tsx" | "json";

/** Says what is wrong at a line, which counts from 1. */
export interface LineProblem {
  readonly line: number;
  readonly message: string;
}

/** An editor in the page. */
export interface MountedEditor {
  /** Puts a text in the place of what is there, which can be undone. */
  setText(text: string): void;
  setProblems(problems: readonly LineProblem[]): void;
  /** For assistive technology: the name, the ids of what describes it, and whether something is wrong. */
  setAttributes(attributes: Readonly<Record<string, string>>): void;
  /** Resolves once its lines are where they stay: until then it is not to be seen. */
  laidOut(): Promise<void>;
  /** Selects a line, or only takes the focus. */
  focus(line?: number): void;
  /** Takes the focus and selects a range, in characters. */
  select(from: number, to: number): void;
  destroy(): void;
}

const languages: Record<EditorLanguage, () => Extension> = {
  tsx: () => javascript({ jsx: true, typescript: true }),
  json: () => json(),
};

/** Shows an editor in `parent`. */
export function mountEditor(
  parent: HTMLElement,
  {
    text,
    language,
    indents,
    onChange,
    onBlur,
  }: {
    text: () => string;
    language: EditorLanguage;
    /** Is true if Tab indents. */
    indents: boolean;
    onChange: (text: string) => void;
    onBlur: () => void;
  },
): MountedEditor {
  const syntax = languages[language]();
  const attributes = new Compartment();
  const view = new EditorView({
    parent,
    state: EditorState.create({
      doc: text(),
      extensions: [
        lineNumbers(),
        lintGutter(),
        history(),
        indentOnInput(),
        bracketMatching(),
        EditorState.tabSize.of(2),
        indentUnit.of("  "),
        EditorView.lineWrapping,
        syntax,
        syntaxHighlighting(colours),
        look,
        attributes.of([]),
        EditorView.domEventHandlers({
          blur: () => {
            onBlur();
          },
        }),
        keymap.of([
          // The form around it saves. The browser would save the page.
          { key: "Mod-s", run: () => true },
          ...defaultKeymap,
          ...historyKeymap,
          // Escape and then Tab leaves the editor, which CodeMirror itself sees to.
          ...(indents ? [indentWithTab] : []),
        ]),
        EditorView.updateListener.of((update) => {
          if (update.docChanged) onChange(update.state.doc.toString());
        }),
      ],
    }),
  });

  return {
    setText(next) {
      const changes = changeBetween(view.state.doc.toString(), next);
      if (changes) view.dispatch({ changes });
    },
    setProblems(problems) {
      const diagnostics = problems.flatMap(({ line, message }) => {
        if (line < 1 || line > view.state.doc.lines) return [];
        const { from, to } = view.state.doc.line(line);
        return [{ from, to, message, severity: "error" as const }];
      });
      view.dispatch(setDiagnostics(view.state, diagnostics));
    },
    setAttributes(next) {
      view.dispatch({ effects: attributes.reconfigure(EditorView.contentAttributes.of(next)) });
    },
    laidOut: () =>
      new Promise((resolve) => {
        view.requestMeasure({ read: () => undefined, write: () => requestAnimationFrame(() => resolve()) });
      }),
    focus(line) {
      view.focus();
      if (line === undefined || line < 1 || line > view.state.doc.lines) return;
      const { from, to } = view.state.doc.line(line);
      view.dispatch({
        selection: { anchor: from, head: to },
        effects: EditorView.scrollIntoView(from, { y: "center" }),
      });
    },
    select(from, to) {
      view.focus();
      const { length } = view.state.doc;
      view.dispatch({ selection: { anchor: Math.min(from, length), head: Math.min(to, length) } });
    },
    destroy: () => view.destroy(),
  };
}

/** In the tokens of the page, which follow its theme. */
const look = EditorView.theme({
  "&": { height: "100%", color: "var(--gh-ink)", backgroundColor: "var(--gh-surface)", fontSize: "0.8125rem" },
  "&.cm-focused": { outline: "none" },
  ".cm-scroller": { fontFamily: "var(--font-mono, ui-monospace, monospace)", lineHeight: "1.35rem", overflow: "auto" },
  ".cm-content": { caretColor: "var(--gh-ink)", padding: "0.5rem 0" },
  ".cm-gutters": {
    color: "var(--gh-ink-soft)",
    backgroundColor: "var(--gh-surface)",
    borderInlineEnd: "1px solid var(--gh-line)",
  },
  ".cm-lineNumbers .cm-gutterElement": { minWidth: "2rem" },
  "&.cm-focused .cm-matchingBracket": { color: "inherit", backgroundColor: "var(--gh-accent-soft)" },
  "&.cm-focused .cm-nonmatchingBracket": { color: "inherit", backgroundColor: "var(--gh-danger-soft)" },
  ".cm-tooltip": {
    color: "var(--gh-ink)",
    backgroundColor: "var(--gh-raised)",
    border: "1px solid var(--gh-line)",
    borderRadius: "var(--gh-radius)",
    maxWidth: "min(36rem, 90vw)",
  },
  ".cm-diagnostic-error": { borderInlineStart: "3px solid var(--gh-danger)" },
  ".cm-lintRange-error": {
    backgroundImage: "none",
    textDecoration: "underline wavy var(--gh-danger)",
    textDecorationSkipInk: "none",
  },
});

const colours = HighlightStyle.define([
  { tag: [tags.keyword, tags.operatorKeyword, tags.modifier], color: "var(--gh-accent)", fontWeight: "500" },
  { tag: [tags.string, tags.special(tags.string), tags.regexp], color: "var(--gh-success)" },
  { tag: [tags.number, tags.bool, tags.null], color: "var(--gh-warning)" },
  { tag: tags.comment, color: "var(--gh-ink-soft)", fontStyle: "italic" },
  { tag: [tags.tagName, tags.typeName, tags.className], color: "var(--gh-accent-strong)" },
  { tag: [tags.attributeName, tags.propertyName], color: "var(--gh-ink)" },
  { tag: [tags.angleBracket, tags.punctuation], color: "var(--gh-ink-soft)" },
  { tag: tags.invalid, color: "var(--gh-danger)" },
]);

/** The part of a text that another one replaces. */
interface TextChange {
  readonly from: number;
  readonly to: number;
  readonly insert: string;
}

/** The smallest change that makes `after` of `before`, so that a cursor outside of it stays; undefined for the same text. */
export function changeBetween(before: string, after: string): TextChange | undefined {
  if (before === after) return undefined;
  const shorter = Math.min(before.length, after.length);
  let start = 0;
  while (start < shorter && before[start] === after[start]) start++;
  let end = 0;
  while (end < shorter - start && before.at(-1 - end) === after.at(-1 - end)) end++;
  return { from: start, to: before.length - end, insert: after.slice(start, after.length - end) };
}

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
