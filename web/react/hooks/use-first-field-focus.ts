import { type RefObject, useEffect } from "react";

/**
 * Focuses the first field inside of `container` once that is shown. Pages use it, not forms: a form that focused its own
 * field would take the focus from the tabs above it.
 */
export function useFirstFieldFocus(container: RefObject<HTMLElement | null>): void {
  useEffect(() => container.current?.querySelector("input")?.focus(), [container]);
}
