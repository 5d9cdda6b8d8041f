import { useRef } from "react";

/** Returns the focus to the element that opened a modal. Radix does so only for its own triggers, which we do not use. */
export function useReturnFocus() {
  const opener = useRef<Element>(null);
  return {
    /** Has to be called before the focus moves into the modal. */
    remember() {
      opener.current = document.activeElement;
    },
    restore(event: Event) {
      event.preventDefault();
      if (opener.current instanceof HTMLElement) opener.current.focus();
    },
  };
}
