import { useForm } from "react-hook-form";
import { RequestError } from "../../../kit/errors/request-error";
import { Button } from "../../../ui/buttons/button";
import { TextField } from "../../../ui/forms/text-field";
import { useTranslation } from "../../../ui/translation/use-translation";
import { Form } from "../../forms/form";
import { type FormFailure, useFormMutation } from "../../forms/use-form-mutation";

type Values = { code: string };

/** Takes one of the codes that were saved when two-step verification was set up. */
export function RecoveryCodeForm({
  onSubmit,
  explain,
}: {
  onSubmit: (code: string) => Promise<unknown>;
  /** What is not about the code. */
  explain: (error: unknown) => FormFailure<Values> | undefined;
}) {
  const t = useTranslation();
  const form = useForm<Values>({ defaultValues: { code: "" } });
  const { register, formState } = form;
  const mutation = useFormMutation(form, {
    mutationFn: ({ code }) => onSubmit(code.trim()),
    explain: (error) =>
      error instanceof RequestError && error.status === 400
        ? { field: "code", message: t("This code is not right, or was used before.") }
        : explain(error),
  });
  return (
    <Form onSubmit={mutation.onSubmit} failure={mutation.failure}>
      <TextField
        // Shown in place of the other field, which had the focus.
        autoFocus
        label={t("Recovery code")}
        placeholder="xxxx-xxxx-xxxx-xxxx"
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        maxLength={64}
        className="font-mono"
        error={formState.errors.code?.message}
        {...register("code", { validate: (code) => code.trim() !== "" || t("Enter one of your recovery codes.") })}
      />
      <Button type="submit" isPending={mutation.isPending}>
        {t("Continue")}
      </Button>
    </Form>
  );
}
