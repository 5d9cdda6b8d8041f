import { type Control, type FieldPathByValue, type FieldValues, useController } from "react-hook-form";
import { Select } from "../forms/select";
import { type Lifetime, lifetimes } from "./key-lifetime";

/** The field of a form in which the lifetime of new keys is chosen. */
export function LifetimeField<Values extends FieldValues>({
  control,
  name,
}: {
  control: Control<Values>;
  name: FieldPathByValue<Values, Lifetime>;
}) {
  const { field } = useController({ control, name });
  return <Select label="Expires after" options={lifetimes} value={field.value} onValueChange={field.onChange} />;
}
