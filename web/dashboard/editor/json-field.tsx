import { type Ref, useId, useMemo } from "react";
import { CodeEditor, type CodeEditorHandle } from "./code-editor";

/** A field of a form for JSON, with a label and below it the error or else the hint. */
export function JsonField({
  ref,
  label,
  hint,
  error,
  errorLine,
  value,
  onChange,
  onBlur,
}: {
  ref?: Ref<CodeEditorHandle>;
  label: string;
  hint: string;
  error?: string | undefined;
  /** Says where the error is, if it is at a line. */
  errorLine?: number | undefined;
  value: string;
  onChange: (value: string) => void;
  onBlur: () => void;
}) {
  const id = useId();
  const problems = useMemo(
    () => (error === undefined || errorLine === undefined ? [] : [{ line: errorLine, message: error }]),
    [error, errorLine],
  );
  return (
    <div className="flex flex-col gap-1.5">
      {/* The editor is no element of a form, so its name stands in an attribute. */}
      <p aria-hidden="true" className="text-sm font-medium text-ink">
        {label}
      </p>
      <CodeEditor
        ref={ref}
        label={label}
        language="json"
        indents={false}
        value={value}
        onChange={onChange}
        onBlur={onBlur}
        problems={problems}
        isInvalid={error !== undefined}
        describedBy={id}
        className="h-40"
      />
      <p id={id} className={error ? "text-sm font-medium text-danger" : "text-sm text-ink-soft"}>
        {error || hint}
      </p>
    </div>
  );
}
