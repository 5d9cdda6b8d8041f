import { type ComponentProps, createElement, Fragment, isValidElement, type ReactElement, useId } from "react";
import {
  type FieldPath,
  type FieldValues,
  type RegisterOptions,
  type UseFormReturn,
  useController,
} from "react-hook-form";
import { Checkbox, type CheckboxProps } from "../../ui/forms/checkbox";
import type { FieldWording } from "../../ui/forms/field";
import { Select, type SelectProps } from "../../ui/forms/select";
import { PasswordField, TextField, type TextFieldProps } from "../../ui/forms/text-field";
import { type ControlledFieldProps, ImageField, type ImageFieldProps } from "../forms/image-field";

/** Describes what fields of all kinds have: their value in the form, and what they refuse. */
type Held<Values extends FieldValues, Value> = Pick<FieldWording, "label" | "hint"> & {
  name: FieldPath<Values>;
  /** Returns why a value is refused, or true. */
  validate?: (value: Value, values: Values) => string | boolean;
} & Pick<RegisterOptions<Values>, "deps">;

/** Describes a field of a form in a table of its fields. */
export type FieldRow<Values extends FieldValues> =
  | (Held<Values, string> & { kind?: "text" | "password"; onInput?: (text: string) => void } & Omit<
        TextFieldProps,
        "name" | "label" | "hint" | "error" | "ref" | "onChange" | "onInput"
      >)
  | (Held<Values, string> & { kind: "choice"; options: SelectProps<string>["options"] } & Partial<
        Pick<SelectProps<string>, "isLabelHidden" | "onValueChange">
      >)
  | (Held<Values, string> & { kind: "image" } & Pick<ImageFieldProps, "maxFileSize" | "placeholder">)
  | (Held<Values, string> & { kind: "own"; field: (props: ControlledFieldProps) => ReactElement })
  | (Held<Values, boolean> & { kind: "checkbox" })
  /** Several of some values, of which the form holds a list. */
  | (Held<Values, string[]> & { kind: "checkboxes"; options: readonly (CheckboxProps & { value: string })[] })
  /** Checkboxes with one label. */
  | { kind: "group"; label: string; rows: FieldRows<Values> };

/** Lists the fields of a form, and what stands between them. What is false is not shown. */
export type FieldRows<Values extends FieldValues> = readonly (FieldRow<Values> | ReactElement | false | undefined)[];

/** The fields of a form, each with its label, and its error or else its hint. */
export function Fields<Values extends FieldValues>({
  form,
  rows,
}: {
  form: UseFormReturn<Values>;
  rows: FieldRows<Values>;
}) {
  const shown = rows.map((row) => {
    if (!row || isValidElement(row)) return row;
    return <FieldOfRow key={"name" in row ? row.name : row.label} form={form} row={row as FieldRow<Values>} />;
  });
  return createElement(Fragment, null, ...shown);
}

interface FieldProps<Values extends FieldValues, Row = FieldRow<Values>> {
  form: UseFormReturn<Values>;
  row: Row;
}

function FieldOfRow<Values extends FieldValues>({ form, row }: FieldProps<Values>) {
  if (row.kind === "group") {
    return (
      <CheckboxGroup legend={row.label}>
        <Fields form={form} rows={row.rows} />
      </CheckboxGroup>
    );
  }
  const { name, validate, deps } = row;
  const rules = { validate, deps } as RegisterOptions<Values>;
  if (row.kind === "checkbox") return <Checkbox label={row.label} hint={row.hint} {...form.register(name, rules)} />;
  if (row.kind === "checkboxes") {
    return (
      <CheckboxGroup legend={row.label} hint={row.hint} error={form.getFieldState(name, form.formState).error?.message}>
        {row.options.map((option) => (
          <Checkbox key={option.value} {...form.register(name, rules)} {...option} />
        ))}
      </CheckboxGroup>
    );
  }
  if (row.kind === "choice" || row.kind === "image" || row.kind === "own") {
    return <ControlledField form={form} row={row} />;
  }
  const { kind, name: _name, validate: _validate, deps: _deps, onInput, ...input } = row;
  const Field = kind === "password" ? PasswordField : TextField;
  const onChange = onInput && (({ target }: { target: { value: string } }) => onInput(target.value));
  const held = fieldsOf(form)(name, { ...rules, onChange } as RegisterOptions<Values, typeof name>);
  return <Field {...held} {...input} />;
}

function ControlledField<Values extends FieldValues>({
  form: { control },
  row,
}: FieldProps<Values, Extract<FieldRow<Values>, { kind: "choice" | "image" | "own" }>>) {
  const { name, validate, deps, label, hint } = row;
  const { field, fieldState } = useController({
    control,
    name,
    rules: { validate, deps } as Pick<RegisterOptions<Values>, "validate" | "deps">,
  });
  const wording = { label, hint, error: fieldState.error?.message };
  if (row.kind === "own") return <row.field {...wording} {...field} />;
  if (row.kind === "image") {
    return <ImageField {...wording} maxFileSize={row.maxFileSize} placeholder={row.placeholder} {...field} />;
  }
  return (
    <Select
      {...wording}
      isLabelHidden={row.isLabelHidden}
      options={row.options}
      value={field.value}
      onValueChange={(value) => {
        field.onChange(value);
        row.onValueChange?.(value);
      }}
    />
  );
}

/** Checkboxes with one label, and why what is chosen is refused. */
function CheckboxGroup({
  legend,
  hint,
  error,
  children,
}: Pick<FieldWording, "hint" | "error"> & { legend: string } & Pick<ComponentProps<"fieldset">, "children">) {
  const errorId = useId();
  return (
    <fieldset aria-describedby={error ? errorId : undefined} className="flex flex-col gap-1">
      <legend className="mb-1.5 text-sm font-medium text-ink">{legend}</legend>
      {hint && <p className="mb-1 text-sm text-ink-soft">{hint}</p>}
      {children}
      {error && (
        <p id={errorId} className="text-sm font-medium text-danger">
          {error}
        </p>
      )}
    </fieldset>
  );
}

/** Returns a function that holds a text field in a form: what it takes, with what is wrong with its text. */
export function fieldsOf<Values extends FieldValues>({ register, getFieldState, formState }: UseFormReturn<Values>) {
  return <Name extends FieldPath<Values>>(name: Name, rules?: RegisterOptions<Values, Name>) => ({
    autoComplete: "off",
    ...register(name, rules),
    error: getFieldState(name, formState).error?.message,
  });
}

/** A rule for a text that has to be entered. */
export function required(refusal: string) {
  return { validate: (text: string) => text.trim() !== "" || refusal };
}

/** The longest ID of what an owner names. */
const maxIdLength = 63;

/** An id that goes with a name, as `acme-tokens` goes with Acme Tokens. Empty where the name has nothing for it. */
export function idForName(name: string): string {
  return name
    .normalize("NFKD")
    .toLowerCase()
    .replace(/\p{M}/gu, "")
    .replace(/[^a-z0-9_]+/g, "-")
    .replace(/^[-\d]+|-+$/g, "")
    .slice(0, maxIdLength);
}
