import type { ReactNode } from "react";
import { Alert } from "../../ui/feedback/alert";
import { linkClasses } from "../../ui/theme/class-names";

/** What is wrong with a source, after its place, which leads there if it is in the editor. */
export function ProblemAlert({
  place,
  onGoTo,
  children,
}: {
  place: string | undefined;
  onGoTo: (() => void) | undefined;
  children: ReactNode;
}) {
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
