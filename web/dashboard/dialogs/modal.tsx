import type { ComponentProps, ReactNode } from "react";
import { Button } from "../../ui/buttons/button";
import { Dialog } from "../../ui/overlays/dialog";

type ModalProps = Omit<ComponentProps<typeof Dialog>, "isOpen" | "onOpenChange" | "actions"> & {
  /** Labels the button that closes it, which stands before the other actions. */
  closing?: string;
  actions?: ReactNode;
  onClose: () => void;
};

/** A dialog that is open as long as it is shown. */
export function Modal({ closing, actions, onClose, ...dialog }: ModalProps) {
  return (
    <Dialog
      {...dialog}
      isOpen
      onOpenChange={onClose}
      actions={
        <>
          {closing && (
            <Button variant="secondary" onClick={onClose}>
              {closing}
            </Button>
          )}
          {actions}
        </>
      }
    />
  );
}
