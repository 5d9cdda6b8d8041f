import { Controller, useFormContext } from "react-hook-form";
import { Select } from "../../../ui/forms/select";
import { TextField } from "../../../ui/forms/text-field";
import { type Translate, useTranslation } from "../../translation/use-translation";
import { checkDuration } from "./catalogue-rules";
import { type OfferValues, type Unit, units } from "./offer-values";

/** The place of a duration in the form of an offer. */
type DurationName = "trial" | `prices.${number}.interval` | `prices.${number}.trial` | `included.${number}.repeat`;

/** A count and a unit; none while the count is empty. */
export function DurationField({ name, label, hint }: { name: DurationName; label: string; hint: string }) {
  const t = useTranslation();
  const { register, control, formState, getFieldState } = useFormContext<OfferValues>();
  return (
    <div className="grid grid-cols-[1fr_8rem] items-start gap-2">
      <TextField
        label={label}
        hint={hint}
        inputMode="numeric"
        error={getFieldState(`${name}.count`, formState).error?.message}
        {...register(`${name}.count`, { validate: (text) => checkDuration(text, t) })}
      />
      <div className="mt-6.5">
        <Controller
          control={control}
          name={`${name}.unit`}
          render={({ field }) => (
            <Select
              label={t("Unit of {field}", { field: label })}
              isLabelHidden
              options={units.map((unit) => ({ value: unit, label: unitName(unit, t) }))}
              value={field.value}
              onValueChange={field.onChange}
            />
          )}
        />
      </div>
    </div>
  );
}

function unitName(unit: Unit, t: Translate): string {
  return { day: t("Days"), week: t("Weeks"), month: t("Months"), year: t("Years") }[unit];
}
