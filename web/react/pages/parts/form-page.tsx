import { type ReactNode, useRef } from "react";
import { classNames } from "../../../ui/theme/class-names";
import { useIsPrerendered } from "../../hooks/prerendered";
import { useFirstFieldFocus } from "../../hooks/use-first-field-focus";

/** The heading of a page and its form, whose first field takes the focus. */
export function FormPage({ children }: { children: ReactNode }) {
  const isPrerendered = useIsPrerendered();
  const content = useRef<HTMLDivElement>(null);
  useFirstFieldFocus(content);
  return (
    <div
      ref={content}
      // Until the project is known, the field that has the focus shows no colour of another one.
      className={classNames(
        "flex flex-col gap-7",
        isPrerendered && "[--gh-accent:var(--gh-ink-soft)] [--gh-ring:var(--gh-ink-soft)]",
      )}
    >
      {children}
    </div>
  );
}
