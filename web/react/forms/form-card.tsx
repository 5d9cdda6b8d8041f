import type { ReactNode } from "react";
import type { FieldValues, UseFormReturn } from "react-hook-form";
import { Button } from "../../ui/buttons/button";
import { Alert } from "../../ui/feedback/alert";
import { Card, CardFooter } from "../../ui/layout/card";
import { useToast } from "../../ui/overlays/toast";
import { useTranslation } from "../../ui/translation/use-translation";
import { type FormMutationOptions, useFormMutation } from "./use-form-mutation";

/** A card with a form that is saved by itself. */
export function FormCard<Values extends FieldValues>({
  form,
  title,
  description,
  saveLabel,
  savedMessage,
  onSave,
  explain,
  children,
}: {
  form: UseFormReturn<Values>;
  title: string;
  description?: ReactNode;
  saveLabel?: string;
  /** Shown as a toast once it is saved. */
  savedMessage: string;
  onSave: (values: Values) => Promise<unknown>;
  explain?: FormMutationOptions<Values>["explain"];
  children: ReactNode;
}) {
  const t = useTranslation();
  const toast = useToast();
  const { onSubmit, isPending, failure } = useFormMutation(form, {
    mutationFn: async (values) => {
      await onSave(values);
      toast({ tone: "success", message: savedMessage });
    },
    explain,
  });

  return (
    <Card title={title} description={description}>
      <form noValidate onSubmit={onSubmit} autoComplete="off">
        <div className="flex flex-col gap-5">
          {failure && <Alert tone="danger">{failure}</Alert>}
          {children}
        </div>
        <CardFooter>
          <Button type="submit" size="small" disabled={!form.formState.isDirty} isPending={isPending}>
            {saveLabel ?? t("Save")}
          </Button>
        </CardFooter>
      </form>
    </Card>
  );
}
