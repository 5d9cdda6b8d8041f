import { createContext, useContext } from "react";

/** Shows an error that no form shows. */
export type ReportFailure = (error: unknown) => void;

/** Says how errors of buttons are reported: in an alert, unless a provider above shows them otherwise. */
export const FailureContext = createContext<ReportFailure>((error) => {
  window.alert(error instanceof Error ? error.message : "Something went wrong. Please try again.");
});

export function useReportFailure(): ReportFailure {
  return useContext(FailureContext);
}
