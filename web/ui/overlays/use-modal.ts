import { useEffect, useLayoutEffect, useRef, useSyncExternalStore } from "react";

/** Holds the open modals, the one on top last. */
let openModals: readonly HTMLDialogElement[] = [];
const listeners = new Set<() => void>();

function setOpenModals(modals: readonly HTMLDialogElement[]): void {
  openModals = modals;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Returns the modal on top, or undefined. What is outside of it is inert. */
export function useTopModal(): HTMLDialogElement | undefined {
  return useSyncExternalStore(subscribe, () => openModals.at(-1));
}

/** Return the focus from modals that have just closed. */
const pendingReturns = new Set<() => void>();

/**
 * Shows a dialog while it is mounted, and then returns the focus. The dialog has the focus on its first field, or else on the first
 * of its actions. The first action is the one that changes nothing (ARIA Authoring Practices, modal dialog).
 */
export function useModal(dialog: HTMLDialogElement | null, onClose: () => void): void {
  const returnFocus = useReturnFocus();
  const latest = useRef(onClose);
  useEffect(() => {
    latest.current = onClose;
  }, [onClose]);

  // Before the dialog leaves the page, and what moved into it moves out.
  useLayoutEffect(() => () => setOpenModals(openModals.filter((open) => open !== dialog)), [dialog]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each dialog
  useEffect(() => {
    if (!dialog) return;
    // Chromium closes every open dialog at a second Escape, unless the key itself is taken; an open menu closes before its dialog.
    const pressed = (event: KeyboardEvent) => {
      const inner = event.composedPath().find((target) => target instanceof HTMLDialogElement);
      if (event.key !== "Escape" || event.defaultPrevented || inner !== dialog) return;
      if (dialog.querySelector("[popover=auto]:popover-open")) return;
      event.preventDefault();
      latest.current();
    };
    // A phone's gesture for «back» closes without a key: whether the dialog closes is for its owner to say there, too.
    const closed = (event: Event) => {
      if (event.target !== dialog) return;
      event.preventDefault();
      if (!dialog.open) dialog.showModal();
      latest.current();
    };
    // The one that closes while this one opens: the focus cannot leave this one later.
    for (const restore of pendingReturns) restore();
    returnFocus.remember();
    dialog.showModal();
    setOpenModals([...openModals, dialog]);
    const first = dialog.querySelector<HTMLElement>(
      "input:not([type=checkbox], [hidden]), select, textarea, footer button",
    );
    // The buttons are always in sight, at the end of what scrolls: their focus would scroll there, past what is to be read.
    first?.focus({ preventScroll: first.matches("footer *") });
    // At the document, so that what is within the dialog has the key first.
    document.addEventListener("keydown", pressed);
    dialog.addEventListener("cancel", closed);
    dialog.addEventListener("close", closed);
    return () => {
      document.removeEventListener("keydown", pressed);
      dialog.removeEventListener("cancel", closed);
      dialog.removeEventListener("close", closed);
      dialog.close();
      const restore = () => {
        if (pendingReturns.delete(restore)) returnFocus.restore();
      };
      pendingReturns.add(restore);
      // Once what the dialog has removed is gone.
      queueMicrotask(restore);
    };
  }, [dialog]);
}

/**
 * Returns the focus to the element that opened a modal, also in shadow roots, where browsers return it to the host. The element is gone
 * when the modal removed what it belonged to, or disabled for good. Then the focus goes to what is nearest to it within its part of the
 * page. If nothing is left there, or the modal was opened by its address, it goes to the main part of the page.
 */
function useReturnFocus() {
  /** The opener, and what it was inside of. */
  const path = useRef<Element[]>([]);
  return {
    /** Has to be called before the focus moves into the modal. */
    remember() {
      // What holds the main part begins with the link that skips to it.
      path.current = [...ancestors(focusedElement())].filter((element) => !element.querySelector("main"));
    },
    restore() {
      const [opener, ...around] = path.current;
      const nearest = around.map((element) => element.querySelector<HTMLElement>("button:enabled, a[href], input"));
      for (const target of [opener, ...nearest, document.querySelector("main[tabindex]")]) {
        if (!(target instanceof HTMLElement)) continue;
        target.focus();
        if (focusedElement() === target) return;
      }
    },
  };
}

/** The element with the focus, in shadow roots as well. */
function focusedElement(): Element | null {
  let element = document.activeElement;
  while (element?.shadowRoot?.activeElement) element = element.shadowRoot.activeElement;
  return element;
}

function* ancestors(element: Element | null): Generator<Element> {
  for (let each = element; each; each = each.parentElement) yield each;
}
