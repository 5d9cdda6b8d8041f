import { createContext, useContext } from "react";

/** Takes an error that no form shows by itself, and tells the person. */
export type ReportFailure = (error: unknown) => void;

/** How failures of buttons are told: an alert, unless a toast region or a provider above has a better way. */
export const FailureContext = createContext<ReportFailure>((error) => {
  window.alert(error instanceof Error ? error.message : "Something went wrong. Please try again.");
});

export function useReportFailure(): ReportFailure {
  return useContext(FailureContext);
}
