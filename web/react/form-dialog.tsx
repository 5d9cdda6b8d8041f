import { type ReactNode, useId } from "react";
import type { FieldValues, UseFormReturn } from "react-hook-form";
import { Button } from "../ui/buttons/button";
import { Dialog } from "../ui/overlays/dialog";
import { FormFailure } from "./form-failure";
import { type FieldFailure, submitWith } from "./submit";

/** A modal window for one form. It stays open, and says why, when `onSubmit` fails. */
export function FormDialog<Values extends FieldValues>({
  form,
  title,
  description,
  submitLabel,
  onSubmit,
  explain,
  onClose,
  children,
}: {
  form: UseFormReturn<Values>;
  title: string;
  description?: ReactNode;
  submitLabel: string;
  /** Does the work and what follows from it: the dialog does not close by itself. */
  onSubmit: (values: Values) => Promise<unknown>;
  explain?: (error: unknown) => FieldFailure<Values> | undefined;
  onClose: () => void;
  children: ReactNode;
}) {
  const formId = useId();
  return (
    <Dialog
      isOpen
      onOpenChange={onClose}
      title={title}
      description={description}
      actions={
        <>
          <Button variant="secondary" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" form={formId} isPending={form.formState.isSubmitting}>
            {submitLabel}
          </Button>
        </>
      }
    >
      <form
        id={formId}
        noValidate
        autoComplete="off"
        onSubmit={submitWith(form, onSubmit, explain)}
        className="flex flex-col gap-5"
      >
        <FormFailure form={form} />
        {children}
      </form>
    </Dialog>
  );
}
