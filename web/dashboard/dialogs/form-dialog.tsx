import { useRef, useState } from "react";
import type { FieldValues } from "react-hook-form";
import { type FormDialogProps, FormDialog as PlainFormDialog } from "../../react/forms/form-dialog";
import { LeaveDialog, UnsavedChanges } from "./unsaved-changes";

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
