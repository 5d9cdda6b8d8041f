import CheckIcon from "lucide-react/icons/check";
import { type ComponentProps, type ReactNode, useId } from "react";
import { classNames } from "../theme/class-names";

export type CheckboxProps = Omit<ComponentProps<"input">, "type"> & { label: ReactNode; hint?: ReactNode };

export function Checkbox({ label, hint, className, ...input }: CheckboxProps) {
  const hintId = useId();
  return (
    <label className={classNames("flex min-h-11 items-start gap-3 py-2 sm:min-h-0 sm:py-1", className)}>
      <span className="relative mt-0.5 flex size-4.5 shrink-0">
        <input
          {...input}
          type="checkbox"
          aria-describedby={hint ? hintId : undefined}
          className="peer size-full appearance-none rounded border border-line-strong bg-surface transition-colors checked:border-accent checked:bg-accent disabled:opacity-60"
        />
        <CheckIcon
          aria-hidden="true"
          strokeWidth={3}
          className="pointer-events-none absolute inset-0 m-auto size-3 text-on-accent opacity-0 peer-checked:opacity-100"
        />
      </span>
      <ChoiceWording label={label} hint={hint} hintId={hintId} />
    </label>
  );
}

function ChoiceWording({ label, hint, hintId }: { label: ReactNode; hint?: ReactNode; hintId: string }) {
  return (
    <span className="flex flex-col gap-0.5">
      <span className="text-sm font-medium text-ink">{label}</span>
      {hint && (
        <span id={hintId} className="text-sm text-ink-soft">
          {hint}
        </span>
      )}
    </span>
  );
}
