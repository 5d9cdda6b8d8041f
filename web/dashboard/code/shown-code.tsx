import { createContext, type ReactNode, useContext, useMemo, useState } from "react";

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

/** Returns a function that shows what was done as code. Outside of a project there is no header that has a place for it. */
export function useShowCode(): (code: ShownCode) => void {
  const value = useContext(ShownCodeContext);
  return (code) => value?.show(code);
}
