import { type ShouldBlockFn, useBlocker } from "@tanstack/react-router";
import { useRef, useState } from "react";
import type { FieldValues } from "react-hook-form";
import { type FormDialogProps, FormDialog as PlainFormDialog } from "../../react/forms/form-dialog";
import { Button } from "../../ui/buttons/button";
import { Dialog } from "../../ui/overlays/dialog";
import { useTranslation } from "../translation/use-translation";

/** A modal dialog with one form, which asks before what was typed is lost: when it is closed, and when its page is left. */
export function FormDialog<Values extends FieldValues>(dialog: FormDialogProps<Values>) {
  const { isDirty, isSubmitting } = dialog.form.formState;
  const [isAsking, setAsking] = useState(false);
  const isLeaving = useRef(false);
  function leave() {
    isLeaving.current = true;
    dialog.onClose();
  }
  return (
    <>
      <PlainFormDialog {...dialog} onClose={() => (isDirty ? setAsking(true) : dialog.onClose())} />
      {/* The dialog may be part of the address, so that the browser's way back closes it, too. */}
      <UnsavedChanges isDirty={isDirty && !isSubmitting} isLost={() => !isLeaving.current} />
      {isAsking && <LeaveDialog onStay={() => setAsking(false)} onLeave={leave} />}
    </>
  );
}

/** Asks before another page, or a reload, loses what was not saved. */
export function UnsavedChanges({
  isDirty,
  isLost = ({ current, next }) => current.pathname !== next.pathname,
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
