import { createContext, type ReactNode, useContext, useMemo, useState } from "react";
import { useToast } from "../../ui/overlays/toast";

/** Holds what was done last, as code. */
export interface ShownCode {
  /** Says what it does, such as "Change settings". */
  readonly title: string;
  readonly code: string;
  /** Says how to run it, where that is not by the kit on a backend with the project's keys. */
  readonly description?: string;
}

const ShownCodeContext = createContext<{ shown: ShownCode | null; show: (code: ShownCode) => void } | undefined>(
  undefined,
);

/** Keeps what was done last in a project as code, for the header of each section. */
export function ShownCodeProvider({ children }: { children: ReactNode }) {
  const [shown, setShown] = useState<ShownCode | null>(null);
  const value = useMemo(() => ({ shown, show: setShown }), [shown]);
  return <ShownCodeContext value={value}>{children}</ShownCodeContext>;
}

/** Returns what was done last, as code, and a function that replaces it. */
export function useShownCode() {
  const value = useContext(ShownCodeContext);
  if (!value) throw new Error("useShownCode must be used within a ShownCodeProvider.");
  return value;
}

/** Says what an action did: the message of its toast, and the code that does the same, unless that is shown already. */
export type Done = { readonly message: string } & (ShownCode | { readonly code?: undefined });

/** Confirms what was done in a toast, and keeps it as code for the header of the section. */
export function useDone(): (done: Done) => void {
  const toast = useToast();
  // Outside of a project there is no header that has a place for it.
  const value = useContext(ShownCodeContext);
  return ({ message, ...shown }) => {
    toast({ tone: "success", message });
    if (shown.code !== undefined) value?.show(shown);
  };
}
