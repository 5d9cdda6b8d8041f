import { type Control, type FieldPathByValue, type FieldValues, useController } from "react-hook-form";
import { Select } from "../forms/select";
import { useTranslation } from "../translation/use-translation";
import { type Lifetime, lifetimes } from "./key-lifetime";

/** The field of a form in which the lifetime of new keys is chosen. */
export function LifetimeField<Values extends FieldValues>({
  control,
  name,
}: {
  control: Control<Values>;
  name: FieldPathByValue<Values, Lifetime>;
}) {
  const t = useTranslation();
  const options = lifetimes.map(({ value, label }) => ({ value, label: t(label) }));
  const { field } = useController({ control, name });
  return <Select label={t("Expires after")} options={options} value={field.value} onValueChange={field.onChange} />;
}
