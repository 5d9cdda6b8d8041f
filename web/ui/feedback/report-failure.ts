import { createContext, useContext, useEffect } from "react";

/** Shows an error that no form shows. */
export type ReportFailure = (error: unknown) => void;

/** Says how errors of buttons are reported: in an alert, unless a provider above shows them otherwise. */
export const FailureContext = createContext<ReportFailure>((error) => {
  window.alert(error instanceof Error ? error.message : "Something went wrong. Please try again.");
});

export function useReportFailure(): ReportFailure {
  return useContext(FailureContext);
}

/** Calls `forget` when a browser that was offline as something failed is online again: what the page says of that is over. */
export function useOnceOnline(hasFailed: boolean, forget: () => void): void {
  useEffect(() => {
    if (!hasFailed || navigator.onLine) return;
    window.addEventListener("online", forget);
    return () => window.removeEventListener("online", forget);
  }, [hasFailed, forget]);
}
