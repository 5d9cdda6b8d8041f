import { type ComponentProps, type ReactNode, useId } from "react";

export type SwitchProps = Omit<ComponentProps<"button">, "type" | "role" | "id" | "onClick"> & {
  label: ReactNode;
  hint?: ReactNode;
  isOn: boolean;
  onSwitch: (isOn: boolean) => void;
};

/** A setting that takes effect as soon as it is switched. */
export function Switch({ label, hint, isOn, onSwitch, ...button }: SwitchProps) {
  const [id, hintId] = [useId(), useId()];
  return (
    <div className="flex items-center justify-between gap-4">
      <div className="flex min-w-0 flex-col gap-0.5">
        <label htmlFor={id} className="text-sm font-medium text-ink">
          {label}
        </label>
        {hint && (
          <p id={hintId} className="text-sm text-ink-soft">
            {hint}
          </p>
        )}
      </div>
      <button
        {...button}
        id={id}
        type="button"
        role="switch"
        aria-checked={isOn}
        aria-describedby={hint ? hintId : undefined}
        onClick={() => onSwitch(!isOn)}
        // The touch target is larger than what is drawn.
        className="group relative h-6 w-11 shrink-0 rounded-full border border-line-strong bg-sunken transition-colors after:absolute after:-inset-x-2 after:-inset-y-2.5 disabled:opacity-60 aria-checked:border-accent aria-checked:bg-accent"
      >
        <span
          aria-hidden="true"
          className="absolute inset-y-0 start-1 my-auto size-4 rounded-full bg-ink-soft transition-transform group-aria-checked:translate-x-4.5 rtl:group-aria-checked:-translate-x-4.5 group-aria-checked:bg-on-accent"
        />
      </button>
    </div>
  );
}
