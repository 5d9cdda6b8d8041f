import { type Ref, useEffect, useId, useImperativeHandle, useLayoutEffect, useRef, useState } from "react";
import { controlClasses } from "../../ui/forms/field";
import { classNames } from "../../ui/theme/class-names";
import { useTranslation } from "../translation/use-translation";
import type { EditorLanguage, LineProblem, MountedEditor } from "./loaded";

export interface CodeEditorHandle {
  /** Selects a line, or only takes the focus. */
  focus(line?: number): void;
}

interface CodeEditorProps {
  ref?: Ref<CodeEditorHandle>;
  label: string;
  language: EditorLanguage;
  value: string;
  onChange: (value: string) => void;
  onBlur?: () => void;
  /** Lists what is wrong at which line. The page says it beside the editor, too. */
  problems?: readonly LineProblem[];
  isInvalid?: boolean;
  /** The id of the text that explains the field. */
  describedBy?: string;
  /** Says whether Tab indents, as in code, or goes to the next field. */
  indents?: boolean;
  /** Its height. */
  className?: string;
}

const noProblems: readonly LineProblem[] = [];

/**
 * An editor for code, with what is wrong marked at its line. While it loads, and where it cannot be loaded, a plain field
 * stands in its place.
 */
export function CodeEditor({
  ref,
  label,
  language,
  value,
  onChange,
  onBlur,
  problems = noProblems,
  isInvalid = problems.length > 0,
  describedBy,
  indents = true,
  className = "h-96",
}: CodeEditorProps) {
  const t = useTranslation();
  const hintId = useId();
  const { mounted, host, plain } = useMountedEditor({ language, indents, value, onChange, onBlur });
  const descriptions = [describedBy, indents && hintId].filter(Boolean).join(" ");
  useLayoutEffect(() => {
    mounted?.setAttributes({
      "aria-label": label,
      "aria-describedby": descriptions,
      spellcheck: "false",
      autocapitalize: "none",
      dir: "ltr",
      // It can have the focus without, which the checks of what scrolls do not know.
      tabindex: "0",
      ...(isInvalid && { "aria-invalid": "true" }),
    });
  }, [mounted, label, descriptions, isInvalid]);
  useEffect(() => mounted?.setProblems(problems), [mounted, problems]);

  useImperativeHandle(
    ref,
    () => ({
      focus(line) {
        if (mounted) return mounted.focus(line);
        const field = plain.current;
        field?.focus();
        if (field && line !== undefined) {
          field.setSelectionRange(startOfLine(field.value, line), startOfLine(field.value, line + 1));
        }
      },
    }),
    [mounted, plain],
  );

  return (
    <div className="flex min-w-0 flex-col gap-1.5">
      <div
        className={classNames(
          "relative resize-y overflow-hidden rounded-control border bg-surface has-focus-visible:outline-2 has-focus-visible:outline-accent",
          isInvalid ? "border-danger" : "border-line-strong",
          className,
        )}
      >
        <div ref={host} className={classNames("h-full", !mounted && "invisible")} />
        {!mounted && (
          <textarea
            ref={plain}
            aria-label={label}
            aria-describedby={descriptions}
            aria-invalid={isInvalid || undefined}
            dir="ltr"
            spellCheck={false}
            autoComplete="off"
            autoCapitalize="none"
            wrap="off"
            value={value}
            onChange={(event) => onChange(event.target.value)}
            onBlur={onBlur}
            className={classNames(
              controlClasses,
              "absolute inset-0 h-full resize-none border-0 py-2 ps-14 font-mono text-xs leading-5 whitespace-pre",
            )}
          />
        )}
      </div>
      {indents && (
        <p id={hintId} className="text-2xs text-ink-soft">
          {t("Tab indents. Escape and then Tab leaves the editor.")}
        </p>
      )}
    </div>
  );
}

/** Mounts the editor in the element of `host`, where it takes over what is typed and selected in the plain field. */
function useMountedEditor({
  language,
  indents,
  value,
  onChange,
  onBlur,
}: Pick<CodeEditorProps, "language" | "value" | "onChange" | "onBlur"> & { indents: boolean }) {
  const [mounted, setMounted] = useState<MountedEditor>();
  const host = useRef<HTMLDivElement>(null);
  const plain = useRef<HTMLTextAreaElement>(null);
  /** The selection of the plain field, if it had the focus when the editor took its place. */
  const selection = useRef<readonly [from: number, to: number]>(undefined);
  const latest = useRef({ value, onChange, onBlur });
  latest.current = { value, onChange, onBlur };

  useEffect(() => {
    let editor: MountedEditor | undefined;
    let isGone = false;
    async function load() {
      const { mountEditor } = await import("./loaded");
      if (isGone || !host.current) return;
      editor = mountEditor(host.current, {
        language,
        indents,
        text: () => latest.current.value,
        onChange: (text) => text !== latest.current.value && latest.current.onChange(text),
        onBlur: () => latest.current.onBlur?.(),
      });
      await editor.laidOut();
      if (isGone) return;
      const field = plain.current;
      const hasFocus = field !== null && field === document.activeElement;
      selection.current = hasFocus ? [field.selectionStart, field.selectionEnd] : undefined;
      setMounted(editor);
    }
    // Without its code the plain field stays.
    load().catch(() => undefined);
    return () => {
      isGone = true;
      setMounted(undefined);
      editor?.destroy();
    };
  }, [language, indents]);
  // In the task that removes the plain field: what is typed in between would be lost.
  useLayoutEffect(() => mounted?.setText(value), [mounted, value]);
  useLayoutEffect(() => {
    if (selection.current) mounted?.select(...selection.current);
  }, [mounted]);
  return { mounted, host, plain };
}

/** Returns where a line of a text begins; lines count from 1. The end of the text for a line that it does not have. */
export function startOfLine(text: string, line: number): number {
  let start = 0;
  for (let current = 1; current < line; current++) {
    const end = text.indexOf("\n", start);
    if (end < 0) return text.length;
    start = end + 1;
  }
  return start;
}
