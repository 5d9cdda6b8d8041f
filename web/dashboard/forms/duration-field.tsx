import { useState } from "react";
import { controlClasses, Field } from "../../ui/forms/field";
import { Select } from "../../ui/forms/select";
import type { ControlledFieldProps } from "../dialogs/image-field";
import { useTranslation } from "../translation/use-translation";

/** The minutes of each unit, the longest first. */
const units = { day: 1440, hour: 60, minute: 1 } as const;

type Unit = keyof typeof units;

/** A duration as a person reads and writes it. */
interface Duration {
  readonly count: string;
  readonly unit: Unit;
}

/** Returns minutes in the longest unit that divides them. What is no count stays as it is. */
export function durationOf(minutes: string): Duration {
  const count = Number(minutes);
  const unit = (Object.keys(units) as Unit[]).find((unit) => count % units[unit] === 0) ?? "minute";
  return { count: minutes.trim() === "" || unit === "minute" ? minutes : String(count / units[unit]), unit };
}

/** Returns a duration in minutes, as a setting stores it. */
export function minutesOf({ count, unit }: Duration): string {
  const minutes = Number(count) * units[unit];
  return count.trim() === "" || Number.isNaN(minutes) ? count : String(minutes);
}

/** Writes a count of minutes in the longest unit that divides it, such as "7 days". */
export function durationText(minutes: number, language: string): string {
  const { count, unit } = durationOf(String(minutes));
  return new Intl.NumberFormat(language, { style: "unit", unit, unitDisplay: "long" }).format(Number(count));
}

/** A field for a number of minutes, which a person writes in minutes, hours or days. */
export function DurationField({ value, onChange, onBlur, name, ref, ...wording }: ControlledFieldProps) {
  const t = useTranslation();
  const [typed, setTyped] = useState(() => durationOf(value));
  // A value that was not typed here, such as after "Discard", is shown in its own unit.
  const { count, unit } = minutesOf(typed) === value ? typed : durationOf(value);
  function change(next: Duration) {
    setTyped(next);
    onChange(minutesOf(next));
  }
  return (
    <Field {...wording}>
      {(control) => (
        <div className="flex gap-2">
          <div className="min-w-0 flex-1">
            <input
              {...control}
              ref={ref}
              name={name}
              type="text"
              inputMode="decimal"
              autoComplete="off"
              spellCheck={false}
              value={count}
              onBlur={onBlur}
              onChange={({ target }) => change({ count: target.value, unit })}
              className={controlClasses}
            />
          </div>
          <div className="w-36 shrink-0">
            <Select
              label={t("Unit of {field}", { field: wording.label })}
              isLabelHidden
              options={unitOptions(t.language)}
              value={unit}
              onValueChange={(unit) => change({ count, unit })}
            />
          </div>
        </div>
      )}
    </Field>
  );
}

function unitOptions(language: string) {
  return (Object.keys(units) as Unit[]).toReversed().map((unit) => {
    const format = new Intl.NumberFormat(language, { style: "unit", unit, unitDisplay: "long" });
    return { value: unit, label: format.formatToParts(2).find(({ type }) => type === "unit")?.value ?? unit };
  });
}
