import { useRef } from "react";

/** Gives the focus back to what opened a modal. Radix by itself only knows triggers of its own, and drops the focus. */
export function useOpener() {
  const opener = useRef<Element>(null);
  return {
    /** Call it before the focus moves into the modal. */
    remember() {
      opener.current = document.activeElement;
    },
    giveBackFocus(event: Event) {
      event.preventDefault();
      if (opener.current instanceof HTMLElement) opener.current.focus();
    },
  };
}
