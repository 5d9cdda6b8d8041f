import type { ComponentProps } from "react";
import { Field } from "./field";

/** A slider, for a number whose exact value does not matter. */
export function RangeField({ label, id, ...input }: { label: string } & Omit<ComponentProps<"input">, "type">) {
  return (
    <Field id={id} label={label}>
      {(control) => (
        <input {...input} {...control} type="range" className="h-6 w-full accent-accent disabled:opacity-60" />
      )}
    </Field>
  );
}
