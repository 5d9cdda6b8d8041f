import { useState } from "react";
import { Button, type ButtonVariant } from "../buttons/button";
import { Alert } from "../feedback/alert";
import { useOnceOnline } from "../feedback/report-failure";
import { TextField } from "../forms/text-field";
import { useTranslation } from "../translation/use-translation";
import { Dialog, type DialogProps } from "./dialog";

/** Asks for a confirmation. When `onConfirm` fails, it stays open and shows the message of the error. */
export function ConfirmDialog({
  confirmLabel,
  confirmVariant = "danger",
  dismissLabel,
  onConfirm,
  typedPhrase,
  children,
  ...dialog
}: Omit<DialogProps, "actions"> & {
  confirmLabel: string;
  confirmVariant?: ButtonVariant;
  /** In place of "Cancel". */
  dismissLabel?: string;
  onConfirm: () => Promise<unknown>;
  /** Must be typed before confirming, for actions that cannot be undone: a short word, or the name of what is deleted. */
  typedPhrase?: string;
}) {
  const t = useTranslation();
  const [failure, setFailure] = useState<string>();
  const [typed, setTyped] = useState("");
  useOnceOnline(failure !== undefined, () => setFailure(undefined));

  async function confirm() {
    setFailure(undefined);
    try {
      await onConfirm();
      dialog.onOpenChange(false);
    } catch (error) {
      setFailure(error instanceof Error ? error.message : t("Something went wrong. Please try again."));
    }
  }

  return (
    <Dialog
      {...dialog}
      onOpenChange={(isOpen) => {
        setFailure(undefined);
        setTyped("");
        dialog.onOpenChange(isOpen);
      }}
      actions={
        <>
          <Button variant="secondary" onClick={() => dialog.onOpenChange(false)}>
            {dismissLabel ?? t("Cancel")}
          </Button>
          <Button
            variant={confirmVariant}
            disabled={typedPhrase !== undefined && typed.trim() !== typedPhrase}
            onClick={confirm}
          >
            {confirmLabel}
          </Button>
        </>
      }
    >
      {(children || typedPhrase !== undefined || failure) && (
        <div className="flex flex-col gap-4">
          {children}
          {typedPhrase !== undefined && (
            <TextField
              label={t("Type “{phrase}” to confirm", { phrase: typedPhrase })}
              autoComplete="off"
              autoCapitalize="none"
              spellCheck={false}
              value={typed}
              onChange={(event) => setTyped(event.target.value)}
            />
          )}
          {failure && <Alert tone="danger">{failure}</Alert>}
        </div>
      )}
    </Dialog>
  );
}
