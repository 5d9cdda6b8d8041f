import { type ReactNode, useId } from "react";

export type FieldWording = {
  label: string;
  /** A sentence under the control that helps to fill it in. */
  hint?: ReactNode;
  /** What is wrong with the value; replaces the hint. */
  error?: string;
  /** Something beside the label, such as a link. */
  labelAside?: ReactNode;
};

/** The attributes that tie a control to its label, hint and error. */
export type FieldControl = { id: string; "aria-describedby"?: string; "aria-invalid"?: true };

/** Label above, control, and one line below it: the error if there is one, else the hint. */
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
  /** Keeps the label for screen readers only, where the surroundings already say what the control does. */
  isLabelHidden?: boolean;
  children: (control: FieldControl) => ReactNode;
}) {
  const ownId = useId();
  const id = givenId ?? ownId;
  const noteId = `${id}-note`;
  const hasNote = Boolean(error || hint);
  return (
    <div className="relative flex flex-col gap-1.5">
      <label htmlFor={id} className={isLabelHidden ? "sr-only" : "self-start text-sm font-medium text-ink"}>
        {label}
      </label>
      {children({
        id,
        "aria-describedby": hasNote ? noteId : undefined,
        "aria-invalid": error ? true : undefined,
      })}
      {/* Stands beside the label, but comes after the control in the order of the keyboard. */}
      {labelAside && <div className="absolute top-0 right-0 text-sm">{labelAside}</div>}
      {hasNote && (
        <p id={noteId} className={error ? "text-sm font-medium text-danger" : "text-sm text-ink-soft"}>
          {error || hint}
        </p>
      )}
    </div>
  );
}

/** The classes that every one-line control shares. 16 px on phones, because smaller makes iOS zoom into the field. */
export const controlClasses =
  "w-full min-h-11 sm:min-h-10 rounded-control border border-line-strong bg-surface px-3 text-base sm:text-sm text-ink transition-colors placeholder:text-ink-soft hover:border-ink-soft focus-visible:border-accent focus-visible:outline-offset-0 aria-invalid:border-danger aria-invalid:focus-visible:outline-danger disabled:bg-sunken disabled:text-ink-soft";
