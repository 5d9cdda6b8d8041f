import { type KeyboardEvent, type Ref, useId } from "react";
import { controlClasses } from "../../ui/forms/field";
import { classNames } from "../../ui/theme/class-names";
import { useTranslation } from "../translation/use-translation";

/** A document to edit, with Ctrl-S for saving. */
export function JsonArea({
  ref,
  label,
  value,
  problemLine,
  onChange,
  onSave,
}: {
  ref: Ref<HTMLTextAreaElement>;
  label: string;
  value: string;
  /** The line that is wrong; the problem itself is told beside the field. */
  problemLine: number | undefined;
  onChange: (value: string) => void;
  onSave: () => void;
}) {
  const t = useTranslation();
  const hintId = useId();

  function onKeyDown(event: KeyboardEvent) {
    if (!(event.ctrlKey || event.metaKey) || event.key.toLowerCase() !== "s") return;
    event.preventDefault();
    onSave();
  }

  return (
    <div className="flex flex-col gap-1.5">
      <textarea
        ref={ref}
        aria-label={label}
        aria-describedby={hintId}
        aria-invalid={problemLine !== undefined || undefined}
        dir="ltr"
        spellCheck={false}
        autoComplete="off"
        autoCapitalize="none"
        wrap="off"
        rows={28}
        value={value}
        onChange={(event) => onChange(event.target.value)}
        onKeyDown={onKeyDown}
        className={classNames(controlClasses, "h-auto resize-y py-3 font-mono text-xs leading-5 whitespace-pre")}
      />
      <p id={hintId} className="text-2xs text-ink-soft">
        {t("{count, plural, one {# line} other {# lines}}", { count: value.split("\n").length })}
      </p>
    </div>
  );
}
