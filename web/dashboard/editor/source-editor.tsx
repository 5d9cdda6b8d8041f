import { type ComponentProps, type ReactNode, type RefObject, useMemo, useState } from "react";
import { Alert } from "../../ui/feedback/alert";
import { Card } from "../../ui/layout/card";
import { linkClasses } from "../../ui/theme/class-names";
import { SaveBar } from "../forms/save-bar";
import { CodeEditor, type CodeEditorHandle } from "./code-editor";
import type { EditorLanguage } from "./loaded";

/** What is wrong with a source. */
export interface SourceProblem {
  /** Names its place, where that is known. */
  readonly place: string | undefined;
  /** Is absent where the place is not in this source. */
  readonly line: number | undefined;
  readonly message: string;
}

/** Holds what is edited, until it is saved or discarded, with what it was edited from: others may change that in the meantime. */
export function useEdit<Value, Failure>(saved: Value) {
  const [edit, setEdit] = useState<{ value: Value; base: Value }>();
  const [failure, setFailure] = useState<Failure>();
  const { value, base } = edit ?? { value: saved, base: saved };
  function change(next: Value | undefined) {
    setFailure(undefined);
    setEdit(next === undefined ? undefined : { value: next, base });
  }
  return {
    value,
    base,
    isDirty: JSON.stringify(value) !== JSON.stringify(saved),
    failure,
    setFailure,
    change,
    onDiscard: () => change(undefined),
    /** Ends the edit that was saved. Text that was typed in the meantime stays. */
    settle: () => setEdit((current) => (current === edit ? undefined : current)),
  };
}

interface SourceEditorProps extends ComponentProps<typeof SaveBar> {
  editor: RefObject<CodeEditorHandle | null>;
  /** Names the card, and the editor in it. */
  title: string;
  description?: ReactNode;
  language: EditorLanguage;
  source: string;
  onChange: (source: string) => void;
  /** Stands above the editor, such as choices. */
  above?: ReactNode;
  /** Marked in the editor, and said above it unless another part of the page says it. */
  problem: SourceProblem | undefined;
  isSaidElsewhere?: boolean;
  onSave: () => void;
}

/** A card that edits a source: says what is wrong with it, and where, and saves or discards all changes together. */
export function SourceEditor({
  editor,
  title,
  description,
  language,
  source,
  onChange,
  above,
  problem,
  isSaidElsewhere = false,
  onSave,
  ...bar
}: SourceEditorProps) {
  const { line, place, message = "" } = problem ?? {};
  const problems = useMemo(() => (line === undefined ? [] : [{ line, message }]), [line, message]);
  return (
    <Card title={title} description={description} className="min-w-0">
      <form
        className="flex flex-col gap-4"
        onSubmit={(event) => {
          event.preventDefault();
          onSave();
        }}
      >
        {above}
        {problem && !isSaidElsewhere && <ProblemAlert problem={problem} editor={editor} />}
        <CodeEditor
          ref={editor}
          label={title}
          language={language}
          value={source}
          onChange={onChange}
          problems={problems}
          // Not where the problem is in another source.
          isInvalid={problem !== undefined && (line !== undefined || place === undefined)}
          className="h-136"
        />
        <SaveBar {...bar} />
      </form>
    </Card>
  );
}

/** Says what is wrong with a source, after its place, which leads there if it is in the editor. */
export function ProblemAlert({
  problem: { place, line, message },
  editor,
}: {
  problem: SourceProblem;
  editor?: RefObject<CodeEditorHandle | null> | undefined;
}) {
  return (
    <Alert tone="danger">
      {editor && line !== undefined ? (
        <button type="button" className={linkClasses} onClick={() => editor.current?.focus(line)}>
          {place}
        </button>
      ) : (
        place
      )}
      {place && ": "}
      <span dir="auto" className="whitespace-pre-wrap">
        {message}
      </span>
    </Alert>
  );
}
