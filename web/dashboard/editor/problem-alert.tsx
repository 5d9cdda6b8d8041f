import type { ReactNode } from "react";
import { Alert } from "../../ui/feedback/alert";
import { linkClasses } from "../../ui/theme/class-names";

interface ProblemAlertProps {
  place: string | undefined;
  onGoTo: (() => void) | undefined;
  children: ReactNode;
}

/** What is wrong with a source, after its place, which leads there if it is in the editor. */
export function ProblemAlert({ place, onGoTo, children }: ProblemAlertProps) {
  return (
    <Alert tone="danger">
      {place && onGoTo ? (
        <button type="button" className={linkClasses} onClick={onGoTo}>
          {place}
        </button>
      ) : (
        place
      )}
      {place && ": "}
      {children}
    </Alert>
  );
}
