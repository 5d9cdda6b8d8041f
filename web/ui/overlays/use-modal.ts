import { useEffect, useRef } from "react";
import { useReturnFocus } from "./use-return-focus";

/** Shows a dialog while it is mounted, with the focus in its first text field, and then returns the focus. */
export function useModal(dialog: HTMLDialogElement | null, onClose: () => void): void {
  const returnFocus = useReturnFocus();
  const latest = useRef(onClose);
  useEffect(() => {
    latest.current = onClose;
  }, [onClose]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each dialog
  useEffect(() => {
    if (!dialog) return;
    // Escape: whether the dialog closes is for its owner to say. A second one closes it without that event.
    const closed = (event: Event) => {
      if (event.target !== dialog) return;
      event.preventDefault();
      latest.current();
    };
    let frame = 0;
    const show = () => {
      // What suspends beside a dialog takes it out of the page until that is there.
      if (!dialog.isConnected) {
        frame = requestAnimationFrame(show);
        return;
      }
      returnFocus.remember();
      dialog.showModal();
      dialog.querySelector<HTMLElement>("input:not([type=checkbox], [hidden]), textarea")?.focus();
    };
    show();
    dialog.addEventListener("cancel", closed);
    dialog.addEventListener("close", closed);
    return () => {
      cancelAnimationFrame(frame);
      dialog.removeEventListener("cancel", closed);
      dialog.removeEventListener("close", closed);
      dialog.close();
      // Once what the dialog has removed is gone.
      queueMicrotask(() => returnFocus.restore());
    };
  }, [dialog]);
}
