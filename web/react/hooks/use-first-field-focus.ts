import { createContext, type RefObject, useContext, useEffect } from "react";

/** Says whether pages focus their first field. An element in the middle of a website's page must not take the focus. */
export const FirstFieldFocusContext = createContext(true);

/**
 * Focuses the first field inside of `container` once that is shown. Pages use it, not forms: a form that focused its own
 * field would take the focus from the tabs above it.
 */
export function useFirstFieldFocus(container: RefObject<HTMLElement | null>): void {
  const isWanted = useContext(FirstFieldFocusContext);
  useEffect(() => {
    if (isWanted) container.current?.querySelector("input")?.focus();
  }, [container, isWanted]);
}
