import { useRef } from "react";

/**
 * Returns the focus to the element that opened a modal, also in shadow roots, where browsers return it to the host. When the
 * element is gone, because the modal removed what it belonged to, the focus goes to what is nearest to it within its part
 * of the page, or to the main part of the page that the modal led to.
 */
export function useReturnFocus() {
  /** The opener, and what it was inside of. */
  const path = useRef<Element[]>([]);
  return {
    /** Has to be called before the focus moves into the modal. */
    remember() {
      path.current = [...ancestors(focusedElement())];
    },
    restore() {
      const [opener, ...around] = path.current;
      // What holds the main part begins with the link that skips to it.
      const inside = around.filter((element) => !element.querySelector("main"));
      const targets = [opener, ...inside.map((element) => element.querySelector("button:enabled, a[href], input"))];
      const target = targets.find((element) => element?.isConnected) ?? document.querySelector("main[tabindex]");
      if (target instanceof HTMLElement) target.focus();
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
