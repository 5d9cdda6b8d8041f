import { type ReactNode, useId } from "react";
import type { FieldValues, UseFormReturn } from "react-hook-form";
import { Button } from "../../ui/buttons/button";
import { Dialog } from "../../ui/overlays/dialog";
import { useTranslation } from "../../ui/translation/use-translation";
import { Form } from "./form";
import { type FormMutationOptions, useFormMutation } from "./use-form-mutation";

export type FormDialogProps<Values extends FieldValues> = {
  form: UseFormReturn<Values>;
  title: string;
  description?: ReactNode;
  submitLabel: string;
  /** The write and what follows from it: the dialog does not close by itself. */
  onSubmit: (values: Values) => Promise<unknown>;
  explain?: FormMutationOptions<Values>["explain"];
  onClose: () => void;
  children: ReactNode;
};

/** A modal dialog with one form. It stays open, and shows why, when `onSubmit` fails. */
export function FormDialog<Values extends FieldValues>({
  form,
  title,
  description,
  submitLabel,
  onSubmit: mutationFn,
  explain,
  onClose,
  children,
}: FormDialogProps<Values>) {
  const t = useTranslation();
  const formId = useId();
  const { onSubmit, isPending, failure } = useFormMutation(form, { mutationFn, explain });
  return (
    <Dialog
      isOpen
      onOpenChange={onClose}
      title={title}
      description={description}
      actions={
        <>
          <Button variant="secondary" onClick={onClose}>
            {t("Cancel")}
          </Button>
          <Button type="submit" form={formId} isPending={isPending}>
            {submitLabel}
          </Button>
        </>
      }
    >
      <Form id={formId} autoComplete="off" onSubmit={onSubmit} failure={failure}>
        {children}
      </Form>
    </Dialog>
  );
}
