import ChevronDownIcon from "lucide-react/icons/chevron-down";
import { classNames } from "../theme/class-names";
import { controlClasses, Field, type FieldWording } from "./field";

export type SelectProps<Value extends string> = FieldWording & {
  options: readonly { value: Value; label: string }[];
  value: Value;
  onValueChange: (value: Value) => void;
  disabled?: boolean;
  isLabelHidden?: boolean;
};

/** A choice of one value from a list, which the browser opens: on a phone in its own way. */
export function Select<Value extends string>({
  label,
  hint,
  error,
  labelAside,
  options,
  value,
  onValueChange,
  disabled,
  isLabelHidden,
}: SelectProps<Value>) {
  return (
    <Field label={label} hint={hint} error={error} labelAside={labelAside} isLabelHidden={isLabelHidden}>
      {(control) => (
        <div className="relative">
          <select
            {...control}
            value={value}
            disabled={disabled}
            onChange={({ target }) => {
              const option = options[target.selectedIndex];
              if (option) onValueChange(option.value);
            }}
            className={classNames(
              controlClasses,
              "cursor-pointer appearance-none truncate pe-9 disabled:cursor-default",
            )}
          >
            {options.map((option) => (
              <option key={option.value} value={option.value} className="bg-surface text-ink">
                {option.label}
              </option>
            ))}
          </select>
          <ChevronDownIcon
            className="pointer-events-none absolute inset-y-0 end-3 my-auto size-4 text-ink-soft"
            aria-hidden="true"
          />
        </div>
      )}
    </Field>
  );
}
