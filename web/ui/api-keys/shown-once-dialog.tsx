import { type ReactNode, useEffect, useRef, useState } from "react";
import { Button } from "../buttons/button";
import { Alert } from "../feedback/alert";
import { Checkbox } from "../forms/checkbox";
import { Dialog } from "../overlays/dialog";
import { useTranslation } from "../translation/use-translation";

/** Shows a secret that cannot be shown again. It closes only after the user has acknowledged that. */
export function ShownOnceDialog({
  title,
  description,
  acknowledgement,
  reminder,
  onClose,
  children,
}: {
  title: string;
  description: string;
  /** The label of the checkbox that must be ticked before it closes. */
  acknowledgement: string;
  /** Shown when the user closes it before. */
  reminder: string;
  onClose: () => void;
  children: ReactNode;
}) {
  const t = useTranslation();
  const [isUnderstood, setIsUnderstood] = useState(false);
  const [reminders, setReminders] = useState(0);
  const checkbox = useRef<HTMLInputElement>(null);

  function close() {
    if (isUnderstood) return onClose();
    setReminders((count) => count + 1);
  }

  // Once the reminder is there, which moves the checkbox down.
  useEffect(() => {
    if (reminders > 0) checkbox.current?.focus();
  }, [reminders]);

  return (
    <Dialog
      isOpen
      onOpenChange={close}
      title={title}
      description={description}
      actions={
        <Button aria-disabled={!isUnderstood} onClick={close}>
          {t("Close")}
        </Button>
      }
    >
      <div className="flex min-w-0 flex-col gap-4">
        {children}
        {reminders > 0 && !isUnderstood && <Alert tone="warning">{reminder}</Alert>}
        <Checkbox
          ref={checkbox}
          label={acknowledgement}
          checked={isUnderstood}
          onChange={(event) => setIsUnderstood(event.target.checked)}
        />
      </div>
    </Dialog>
  );
}
