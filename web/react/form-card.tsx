import type { ReactNode } from "react";
import type { FieldValues, UseFormReturn } from "react-hook-form";
import { Button } from "../ui/buttons/button";
import { Card, CardFooter } from "../ui/layout/card";
import { useToast } from "../ui/overlays/toast";
import { FormFailure } from "./form-failure";
import { type FieldFailure, submitWith } from "./submit";

/** A part of a thing that is saved by itself. */
export function FormCard<Values extends FieldValues>({
  form,
  title,
  description,
  saveLabel = "Save",
  savedMessage,
  onSave,
  explain,
  children,
}: {
  form: UseFormReturn<Values>;
  title: string;
  description?: ReactNode;
  saveLabel?: string;
  /** What is told when it has been saved. */
  savedMessage: string;
  onSave: (values: Values) => Promise<unknown>;
  explain?: (error: unknown) => FieldFailure<Values> | undefined;
  children: ReactNode;
}) {
  const toast = useToast();
  const { isDirty, isSubmitting } = form.formState;
  const submit = submitWith(
    form,
    async (values) => {
      await onSave(values);
      toast({ tone: "success", message: savedMessage });
    },
    explain,
  );

  return (
    <Card title={title} description={description}>
      <form noValidate onSubmit={submit} autoComplete="off">
        <div className="flex flex-col gap-5">
          <FormFailure form={form} />
          {children}
        </div>
        <CardFooter>
          <Button type="submit" size="small" disabled={!isDirty} isPending={isSubmitting}>
            {saveLabel}
          </Button>
        </CardFooter>
      </form>
    </Card>
  );
}
