import { classNames } from "../../ui/theme/class-names";

/** One choice of a few that stand side by side: radio buttons, so the arrow keys choose. */
export function SegmentedControl<Value extends string>({
  label,
  options,
  value,
  onValueChange,
}: {
  /** For screen readers. */
  label: string;
  options: readonly { value: Value; label: string }[];
  value: Value;
  onValueChange: (value: Value) => void;
}) {
  return (
    <fieldset className="flex w-fit max-w-full flex-wrap gap-1 rounded-control bg-sunken p-1">
      <legend className="sr-only">{label}</legend>
      {options.map((option) => (
        <label
          key={option.value}
          className={classNames(
            "flex min-h-9 cursor-pointer items-center rounded-control px-3 text-sm has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-accent",
            option.value === value ? "bg-surface font-medium text-ink shadow-card" : "text-ink-soft hover:text-ink",
          )}
        >
          <input
            type="radio"
            className="sr-only"
            checked={option.value === value}
            onChange={() => onValueChange(option.value)}
          />
          {option.label}
        </label>
      ))}
    </fieldset>
  );
}
