import { type ComponentProps, createContext, type ReactNode, useContext, useState } from "react";
import { ConfirmMutation } from "../../react/components/confirm-mutation";

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
