import type { Ref } from "react";
import type { FieldWording } from "../../ui/forms/field";

/** The props of a field with more than one control, which a form holds by its `Controller`. */
export type ControlledFieldProps = FieldWording & {
  value: string;
  onChange: (value: string) => void;
  onBlur?: () => void;
  name?: string;
  ref?: Ref<HTMLInputElement>;
};
