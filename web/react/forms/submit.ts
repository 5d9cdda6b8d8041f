import type { FieldPath, FieldValues, UseFormReturn } from "react-hook-form";
import { describeFailure } from "../errors/describe-failure";

/** A refusal that belongs to one field of the form. */
export type FieldFailure<Values extends FieldValues> = { field: FieldPath<Values>; message: string };

/**
 * Makes a form's submit handler. What the server refuses is shown at the field that `explain` names for it, else by
 * `FormFailure`; nothing that was typed is lost.
 */
export function submitWith<Values extends FieldValues>(
  form: UseFormReturn<Values>,
  work: (values: Values) => Promise<unknown>,
  explain: (error: unknown) => FieldFailure<Values> | undefined = () => undefined,
) {
  return form.handleSubmit(async (values) => {
    try {
      await work(values);
    } catch (error) {
      const failure = explain(error);
      if (failure) form.setError(failure.field, { message: failure.message }, { shouldFocus: true });
      else form.setError("root", { message: describeFailure(error) });
    }
  });
}

/** Lets a dialog that shows an error's own message show the sentence for people. */
export async function inPlainWords<T>(work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (cause) {
    throw new Error(describeFailure(cause), { cause });
  }
}
