import {
  type ComponentProps,
  type ComponentType,
  createElement,
  Fragment,
  isValidElement,
  type ReactElement,
  useId,
} from "react";
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
import { type ControlledFieldProps, ImageField, type ImageFieldProps } from "./image-field";

/** Describes what fields of all kinds have: their place in the form, and what they say of themselves. */
type Named<Values extends FieldValues> = Pick<FieldWording, "label" | "hint"> &
  Pick<RegisterOptions<Values>, "deps"> & { name: FieldPath<Values> };

type Written<Values extends FieldValues> = Named<Values> & {
  /** Returns why a text is refused, or true. */
  validate?: (text: string, values: Values) => string | boolean;
};

/** Describes a field of a form in a table of its fields. */
export type FieldRow<Values extends FieldValues> =
  | (Written<Values> & { kind?: "text" | "password"; onInput?: (text: string) => void } & Omit<
        TextFieldProps,
        "name" | "label" | "hint" | "error" | "ref" | "onChange" | "onInput"
      >)
  | (Written<Values> & { kind: "choice" } & Pick<SelectProps<string>, "options" | "isLabelHidden"> &
      Partial<Pick<SelectProps<string>, "onValueChange">>)
  | (Written<Values> & { kind: "image" } & Pick<ImageFieldProps, "maxFileSize" | "placeholder">)
  | (Written<Values> & { kind: "own"; field: ComponentType<ControlledFieldProps> })
  | (Named<Values> & { kind: "checkbox" })
  /** Several of some values, of which the form holds a list. */
  | (Named<Values> & {
      kind: "checkboxes";
      options: readonly (CheckboxProps & { value: string })[];
      /** Refuses an empty list. */
      required?: string;
    })
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
  const { name, deps } = row;
  if (row.kind === "checkbox") {
    return <Checkbox label={row.label} hint={row.hint} {...form.register(name, { deps })} />;
  }
  if (row.kind === "checkboxes") {
    const validate = (chosen: string[]) => chosen.length > 0 || row.required;
    const held = form.register(name, { deps, validate: row.required ? validate : undefined });
    return (
      <CheckboxGroup legend={row.label} hint={row.hint} error={form.getFieldState(name, form.formState).error?.message}>
        {row.options.map((option) => (
          <Checkbox key={option.value} {...held} {...option} />
        ))}
      </CheckboxGroup>
    );
  }
  if (row.kind === "choice" || row.kind === "image" || row.kind === "own") {
    return <ControlledField form={form} row={row} />;
  }
  const { kind, name: _name, validate, deps: _deps, onInput, ...input } = row;
  const Field = kind === "password" ? PasswordField : TextField;
  const onChange = onInput && (({ target }: { target: { value: string } }) => onInput(target.value));
  const held = fieldsOf(form)(name, { validate, deps, onChange } as RegisterOptions<Values, typeof name>);
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

/** Returns what has the ID in a form follow its name as that is typed, until another ID is. */
export function idFollowing<Values extends FieldValues & { id: string }>(form: UseFormReturn<Values>) {
  // Read while rendering, or they are not kept up to date.
  const { id: isTyped } = form.formState.dirtyFields as { id?: boolean };
  const named = form as unknown as UseFormReturn<{ id: string }>;
  return (name: string) => {
    if (!isTyped) named.setValue("id", idForName(name));
  };
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
