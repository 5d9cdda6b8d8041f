import { type ComponentProps, createContext, type ReactNode, useContext, useState } from "react";
import { ConfirmMutation } from "../../react/components/confirm-mutation";
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

/** Holds what is asked before a write, and the write. */
export type Question = Omit<ComponentProps<typeof ConfirmMutation>, "isOpen" | "onOpenChange">;

const AskContext = createContext<(question: Question) => void>(() => {
  throw new Error("useAsk must be used within Questions.");
});

/** Shows what the page in it asks before a write. */
export function Questions({ children }: { children: ReactNode }) {
  const [asked, setAsked] = useState<Question>();
  return (
    <AskContext value={setAsked}>
      {children}
      {asked && <ConfirmMutation {...asked} isOpen onOpenChange={() => setAsked(undefined)} />}
    </AskContext>
  );
}

/** Returns a function that asks for a confirmation before a write. The dialog stays open, and shows why, when the write fails. */
export function useAsk() {
  return useContext(AskContext);
}
