import type { FieldPath, FieldValues, RegisterOptions, UseFormReturn } from "react-hook-form";

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
