import { type ComponentProps, type ReactNode, useId } from "react";

export type RadioProps = Omit<ComponentProps<"input">, "type" | "className"> & { label: ReactNode; hint?: ReactNode };

/** One of several choices, of which a person takes one: those with the same `name`, in a `fieldset`. */
export function Radio({ label, hint, ...input }: RadioProps) {
  const id = useId();
  return (
    <label className="flex min-h-11 items-start gap-3 rounded-control border border-line bg-surface px-3.5 py-3 transition-colors hover:border-line-strong has-checked:border-accent has-disabled:border-line has-disabled:bg-sunken">
      <input
        {...input}
        type="radio"
        aria-labelledby={`${id}-label`}
        aria-describedby={hint ? `${id}-hint` : undefined}
        className="mt-0.5 size-4.5 shrink-0 appearance-none rounded-full border border-line-strong bg-surface transition-colors checked:border-5 checked:border-accent"
      />
      <span className="flex min-w-0 flex-col gap-0.5">
        <span id={`${id}-label`} className="text-sm font-medium wrap-anywhere text-ink">
          {label}
        </span>
        {hint && (
          <span id={`${id}-hint`} className="text-sm text-ink-soft">
            {hint}
          </span>
        )}
      </span>
    </label>
  );
}
