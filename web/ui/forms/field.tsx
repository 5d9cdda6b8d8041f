import { type ReactNode, useId } from "react";

export type FieldWording = {
  label: string;
  /** Help text below the control. */
  hint?: ReactNode;
  /** Says why the value is invalid; replaces the hint. */
  error?: string;
  /** Content beside the label, such as a link. */
  labelAside?: ReactNode;
};

/** The attributes that associate a control with its label, hint and error. */
export type FieldControl = { id: string; "aria-describedby"?: string; "aria-invalid"?: true };

/** A label, a control, and below it the error or else the hint. */
export function Field({
  id: givenId,
  label,
  hint,
  error,
  labelAside,
  isLabelHidden = false,
  children,
}: FieldWording & {
  id?: string;
  /** Shows the label to screen readers only, where the context explains the control. */
  isLabelHidden?: boolean;
  children: (control: FieldControl) => ReactNode;
}) {
  const ownId = useId();
  const id = givenId ?? ownId;
  const noteId = `${id}-note`;
  const hasNote = Boolean(error || hint);
  return (
    <div className="relative flex flex-col gap-1.5">
      <label
        htmlFor={id}
        part="label"
        className={isLabelHidden ? "sr-only" : "self-start text-sm font-medium text-ink"}
      >
        {label}
      </label>
      {children({
        id,
        "aria-describedby": hasNote ? noteId : undefined,
        "aria-invalid": error ? true : undefined,
      })}
      {/* Appears beside the label, but follows the control in the tab order. */}
      {labelAside && <div className="absolute top-0 end-0 text-sm">{labelAside}</div>}
      {hasNote && (
        <p
          id={noteId}
          part={error ? "error" : "hint"}
          className={error ? "text-sm font-medium text-danger" : "text-sm text-ink-soft"}
        >
          {error || hint}
        </p>
      )}
    </div>
  );
}

/** The classes of all one-line controls. 16 px on phones, because iOS zooms into fields with smaller text. */
export const controlClasses =
  "w-full min-h-11 sm:min-h-10 rounded-control border border-line-strong bg-surface px-3 text-base sm:text-sm text-ink transition-colors placeholder:text-ink-soft hover:border-ink-soft focus-visible:border-accent focus-visible:outline-offset-0 aria-invalid:border-danger aria-invalid:focus-visible:outline-danger disabled:bg-sunken disabled:text-ink-soft";
