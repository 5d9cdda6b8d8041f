import XIcon from "lucide-react/icons/x";
import * as Radix from "radix-ui/dialog";
import { type ReactNode, useState } from "react";
import { Alert } from "./alert";
import { Button, type ButtonVariant } from "./button";
import { TextField } from "./text-field";
import { useOpener } from "./use-opener";

export type DialogProps = {
  isOpen: boolean;
  onOpenChange: (isOpen: boolean) => void;
  title: string;
  description?: ReactNode;
  children?: ReactNode;
  /** Buttons at the foot, the main one last. */
  actions?: ReactNode;
};

/** A modal window: focus is held inside, Escape and the cross close it. */
export function Dialog({ isOpen, onOpenChange, title, description, children, actions }: DialogProps) {
  const opener = useOpener();
  return (
    <Radix.Root open={isOpen} onOpenChange={onOpenChange}>
      <Radix.Portal>
        <Radix.Overlay className="fixed inset-0 z-40 bg-scrim animate-fade" />
        <div className="pointer-events-none fixed inset-0 z-50 flex items-end justify-center sm:items-center sm:p-6">
          <Radix.Content
            {...(description ? {} : { "aria-describedby": undefined })}
            onOpenAutoFocus={(event) => {
              opener.remember();
              focusFirstField(event);
            }}
            onCloseAutoFocus={opener.giveBackFocus}
            className="pointer-events-auto flex max-h-[92dvh] w-full flex-col overflow-y-auto rounded-t-card border border-line bg-raised shadow-float animate-rise sm:max-w-lg sm:rounded-card"
          >
            <header className="flex items-start justify-between gap-4 px-5 pt-5 sm:px-6 sm:pt-6">
              <div className="flex flex-col gap-1.5">
                <Radix.Title className="text-lg font-semibold tracking-tight text-ink">{title}</Radix.Title>
                {description && (
                  <Radix.Description asChild>
                    <div className="text-sm text-ink-soft">{description}</div>
                  </Radix.Description>
                )}
              </div>
              <Radix.Close asChild>
                <Button variant="ghost" size="icon" aria-label="Close" className="-mt-2 -mr-2">
                  <XIcon aria-hidden="true" />
                </Button>
              </Radix.Close>
            </header>
            {children && <div className="px-5 pt-5 sm:px-6">{children}</div>}
            <footer className="flex flex-col-reverse gap-2 p-5 sm:flex-row sm:justify-end sm:p-6">{actions}</footer>
          </Radix.Content>
        </div>
      </Radix.Portal>
    </Radix.Root>
  );
}

/** So that one can type at once; in a dialog without a text field the focus goes where Radix puts it. */
function focusFirstField(event: Event) {
  const field =
    event.currentTarget instanceof HTMLElement &&
    event.currentTarget.querySelector<HTMLElement>("input:not([type=checkbox], [hidden]), textarea");
  if (!field) return;
  event.preventDefault();
  field.focus();
}

/** Asks once more. Stays open, and says why, when `onConfirm` fails. */
export function ConfirmDialog({
  confirmLabel,
  confirmVariant = "danger",
  onConfirm,
  typedPhrase,
  children,
  ...dialog
}: Omit<DialogProps, "actions"> & {
  confirmLabel: string;
  confirmVariant?: ButtonVariant;
  onConfirm: () => Promise<unknown>;
  /** Has to be typed out before it can be confirmed, for what cannot be undone. */
  typedPhrase?: string;
}) {
  const [failure, setFailure] = useState<string>();
  const [typed, setTyped] = useState("");

  async function confirm() {
    setFailure(undefined);
    try {
      await onConfirm();
      dialog.onOpenChange(false);
    } catch (error) {
      setFailure(error instanceof Error ? error.message : "Something went wrong. Please try again.");
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
            Cancel
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
              label={`Type “${typedPhrase}” to confirm`}
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
