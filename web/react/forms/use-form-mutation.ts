import type { MutationKey } from "@tanstack/react-query";
import type { ReactNode, SubmitEvent } from "react";
import type { FieldPath, FieldValues, UseFormReturn } from "react-hook-form";
import { useTranslation } from "../../ui/translation/use-translation";
import { describeFailure } from "../errors/describe-failure";
import { useMutation } from "../queries/query-hooks";

/** Says how a form shows that the server refused it: at a field, which takes the focus, or above all fields. */
export type FormFailure<Values extends FieldValues> =
  | { field: FieldPath<Values>; message: string }
  | {
      message: ReactNode;
      /** The field that takes the focus, with its text selected. */
      select?: FieldPath<Values>;
    };

export type FormMutationOptions<Values extends FieldValues> = {
  mutationKey?: MutationKey;
  mutationFn: (values: Values) => Promise<unknown>;
  /** Returns how an error is shown; undefined for the sentence of `describeFailure` above all fields. */
  explain?: (error: unknown) => FormFailure<Values> | undefined;
};

/** The mutation that a form submits to. Nothing that was typed is lost when it fails. */
export function useFormMutation<Values extends FieldValues>(
  form: UseFormReturn<Values>,
  { mutationKey, mutationFn, explain }: FormMutationOptions<Values>,
) {
  const t = useTranslation();
  const { mutateAsync, reset, error } = useMutation({
    mutationKey,
    mutationFn: (values: Values) => mutationFn(values),
  });
  const failureOf = (error: unknown): FormFailure<Values> => explain?.(error) ?? { message: describeFailure(error, t) };

  const submit = form.handleSubmit(async (values) => {
    try {
      await mutateAsync(values);
    } catch (error) {
      const failure = failureOf(error);
      if ("field" in failure) form.setError(failure.field, { message: failure.message }, { shouldFocus: true });
      else if (failure.select) form.setFocus(failure.select, { shouldSelect: true });
    }
  });

  // Of the form, not of the mutation: it is set within the event itself, so a double click sends once.
  const isPending = form.formState.isSubmitting;
  const failure = error === null ? undefined : failureOf(error);
  return {
    onSubmit: (event: SubmitEvent<HTMLFormElement>) => {
      // A failure is about what was sent, so it disappears even when the next attempt does not pass the checks.
      reset();
      return submit(event);
    },
    isPending,
    /** Is shown above all fields. */
    failure: failure && !("field" in failure) ? failure.message : undefined,
  };
}
