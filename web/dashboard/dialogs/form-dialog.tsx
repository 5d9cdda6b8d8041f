import { type ShouldBlockFn, useBlocker } from "@tanstack/react-router";
import { type ReactNode, useRef, useState } from "react";
import { type DefaultValues, type FieldValues, type UseFormReturn, useForm } from "react-hook-form";
import { type FormDialogProps, FormDialog as PlainFormDialog } from "../../react/forms/form-dialog";
import { Button } from "../../ui/buttons/button";
import { Dialog } from "../../ui/overlays/dialog";
import { type Done, useDone } from "../code/shown-code";
import { useTranslation } from "../translation/use-translation";
import { type FieldRows, Fields } from "./fields";

type DialogProps<Values extends FieldValues> = Omit<FormDialogProps<Values>, "form" | "onSubmit" | "children"> & {
  /** Holds what the form begins with, unless `form` is held outside. */
  initial?: Values;
  form?: UseFormReturn<Values>;
  fields?: FieldRows<NoInfer<Values>> | ((form: UseFormReturn<Values>) => FieldRows<NoInfer<Values>>);
  /** Below the fields. */
  children?: ReactNode;
  /** The write. What it did is confirmed, and the dialog closes. */
  write?: (values: Values) => Promise<Done>;
  /** In place of it, the write and what follows from it: the dialog does not close by itself. */
  onSubmit?: FormDialogProps<Values>["onSubmit"];
};

/** A modal dialog with one form, which asks before what was typed is lost: when it is closed, and when its page is left. */
export function FormDialog<Values extends FieldValues>({
  initial,
  form: given,
  fields = [],
  children,
  write,
  onSubmit,
  ...dialog
}: DialogProps<Values>) {
  const own = useForm<Values>({ defaultValues: initial as DefaultValues<Values> });
  const form = given ?? own;
  const done = useDone();
  const { isDirty, isSubmitting } = form.formState;
  const [isAsking, setAsking] = useState(false);
  const isLeaving = useRef(false);
  function leave() {
    isLeaving.current = true;
    dialog.onClose();
  }
  async function submit(values: Values) {
    await onSubmit?.(values);
    if (!write) return;
    done(await write(values));
    dialog.onClose();
  }
  return (
    <>
      <PlainFormDialog
        {...dialog}
        form={form}
        onSubmit={submit}
        onClose={() => (isDirty ? setAsking(true) : dialog.onClose())}
      >
        <Fields form={form} rows={typeof fields === "function" ? fields(form) : fields} />
        {children}
      </PlainFormDialog>
      {/* The dialog may be part of the address, so that the browser's way back closes it, too. */}
      <UnsavedChanges isDirty={isDirty && !isSubmitting} isLost={() => !isLeaving.current} />
      {isAsking && <LeaveDialog onStay={() => setAsking(false)} onLeave={leave} />}
    </>
  );
}

/** Asks before another page, or a reload, loses what was not saved. */
export function UnsavedChanges({
  isDirty,
  isLost = ({ current, next }) => current.pathname !== next.pathname || partOf(current) !== partOf(next),
}: {
  isDirty: boolean;
  /** Tells whether a change of the address loses it. */
  isLost?: ShouldBlockFn;
}) {
  const blocker = useBlocker({
    shouldBlockFn: isLost,
    enableBeforeUnload: isDirty,
    disabled: !isDirty,
    withResolver: true,
  });
  if (blocker.status !== "blocked") return null;
  return <LeaveDialog onStay={blocker.reset} onLeave={blocker.proceed} />;
}

/** Names the part of a page that an address shows, of which each has forms of its own. */
function partOf({ search }: { search: object }): unknown {
  return Reflect.get(search, "part") ?? Reflect.get(search, "scope");
}

/** Asks whether what was not saved may be lost. */
export function LeaveDialog({ onStay, onLeave }: { onStay: () => void; onLeave: () => void }) {
  const t = useTranslation();
  return (
    <Dialog
      isOpen
      onOpenChange={onStay}
      title={t("Leave without saving?")}
      description={t("What you changed here will be lost.")}
      actions={
        <>
          <Button variant="secondary" onClick={onStay}>
            {t("Stay")}
          </Button>
          <Button variant="danger" onClick={onLeave}>
            {t("Leave")}
          </Button>
        </>
      }
    />
  );
}
