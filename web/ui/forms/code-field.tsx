import { type ComponentProps, useState } from "react";
import { classNames } from "../theme/class-names";
import { Field, type FieldWording } from "./field";

/**
 * A field for a one-time code, shown as boxes. It is a single input, so that pasting, autofill from messages and screen
 * readers work as in any other field.
 */
export function CodeField({
  label,
  hint,
  error,
  labelAside,
  length = 6,
  value,
  onValueChange,
  ...input
}: FieldWording &
  Omit<ComponentProps<"input">, "value" | "onChange" | "maxLength" | "type"> & {
    length?: number;
    value: string;
    onValueChange: (value: string) => void;
  }) {
  const [isFocused, setIsFocused] = useState(false);
  const positions = Array.from({ length }, (_, position) => position);
  const cursor = Math.min(value.length, length - 1);

  return (
    <Field label={label} hint={hint} error={error} labelAside={labelAside}>
      {(control) => (
        <div dir="ltr" className="relative">
          <div aria-hidden="true" className="grid auto-cols-fr grid-flow-col gap-2">
            {positions.map((position) => (
              <span
                key={position}
                className={classNames(
                  "flex h-13 items-center justify-center rounded-control border bg-surface font-mono text-xl text-ink",
                  error ? "border-danger" : "border-line-strong",
                  isFocused && position === cursor && "outline-2 outline-accent",
                )}
              >
                {value[position]}
              </span>
            ))}
          </div>
          <input
            autoComplete="one-time-code"
            inputMode="numeric"
            spellCheck={false}
            {...input}
            {...control}
            value={value}
            onChange={(event) => onValueChange(event.target.value.replace(/[\s\p{Pd}]/gu, "").slice(0, length))}
            onFocus={() => setIsFocused(true)}
            onBlur={() => setIsFocused(false)}
            className="absolute inset-0 size-full cursor-text bg-transparent text-base text-transparent caret-transparent outline-none selection:bg-transparent"
          />
        </div>
      )}
    </Field>
  );
}
