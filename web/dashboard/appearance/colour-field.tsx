import { controlClasses, Field } from "../../ui/forms/field";
import { classNames } from "../../ui/theme/class-names";
import type { ControlledFieldProps } from "../forms/image-field";
import { useTranslation } from "../translation/use-translation";

/** A colour as `#rrggbb`, typed or chosen; empty for none. */
export function ColourField({ value, onChange, onBlur, name, ref, ...wording }: ControlledFieldProps) {
  const t = useTranslation();
  return (
    <Field {...wording}>
      {(control) => (
        <div className="flex gap-2">
          <input
            type="color"
            aria-label={t("Choose: {label}", { label: wording.label })}
            value={/^#[0-9a-f]{6}$/i.test(value) ? value : "#1c5d4e"}
            onChange={(event) => onChange(event.target.value)}
            className="h-11 w-12 shrink-0 cursor-pointer rounded-control border border-line-strong bg-surface p-1 sm:h-10"
          />
          <input
            {...control}
            ref={ref}
            name={name}
            type="text"
            spellCheck={false}
            placeholder="#1c5d4e"
            value={value}
            onChange={(event) => onChange(event.target.value)}
            onBlur={onBlur}
            className={classNames(controlClasses, "font-mono")}
          />
        </div>
      )}
    </Field>
  );
}
