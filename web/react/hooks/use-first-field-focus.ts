import { type RefObject, useEffect } from "react";

/**
 * Puts the cursor into the first field inside of `container` once that is shown. A page does it, not its forms: a form
 * that took the focus by itself would take it from the tabs above it.
 */
export function useFirstField(container: RefObject<HTMLElement | null>): void {
  useEffect(() => container.current?.querySelector("input")?.focus(), [container]);
}
