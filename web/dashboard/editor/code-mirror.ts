// Loaded by `loaded.ts` alone: it is as large as the rest of a page.
import { defaultKeymap, history, historyKeymap, indentWithTab } from "@codemirror/commands";
import { javascript } from "@codemirror/lang-javascript";
import { json } from "@codemirror/lang-json";
import { bracketMatching, HighlightStyle, indentOnInput, indentUnit, syntaxHighlighting } from "@codemirror/language";
import { lintGutter, setDiagnostics } from "@codemirror/lint";
import { Compartment, EditorState, type Extension } from "@codemirror/state";
import { EditorView, keymap, lineNumbers } from "@codemirror/view";
import { tags } from "@lezer/highlight";

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
