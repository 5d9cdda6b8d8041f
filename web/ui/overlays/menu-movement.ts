import type { KeyboardEvent } from "react";

/** The items of a menu, disabled ones included: those can be found, not chosen. */
export function itemsOf(menu: HTMLElement): HTMLElement[] {
  return [...menu.querySelectorAll<HTMLElement>("[role^=menuitem]")];
}

/** The item to which a key moves; undefined for keys that do not move. */
export function itemAfter<Item>(key: string, current: number, items: readonly Item[]): Item | undefined {
  switch (key) {
    case "ArrowDown":
      return items[(current + 1) % items.length];
    case "ArrowUp":
      return items.at(current <= 0 ? -1 : current - 1);
    case "Home":
      return items[0];
    case "End":
      return items.at(-1);
    default:
      return undefined;
  }
}

/** The next item that begins with a typed character. */
export function itemBeginningWith(
  { key, ctrlKey, metaKey, altKey }: Pick<KeyboardEvent, "key" | "ctrlKey" | "metaKey" | "altKey">,
  current: number,
  items: readonly HTMLElement[],
): HTMLElement | undefined {
  if ([...key].length !== 1 || key === " " || ctrlKey || metaKey || altKey) return undefined;
  const inOrder = [...items.slice(current + 1), ...items.slice(0, current + 1)];
  return inOrder.find(({ textContent }) => textContent.trim().toLowerCase().startsWith(key.toLowerCase()));
}

/** Pixels between a menu and its button, and between a menu and the edge of the window. */
const gap = 6;
const edge = 8;
/** Below this height a menu opens upwards, and below this width to the other side, if there is more room. */
const comfortable = { height: 240, width: 320 };

/** Places a menu, before it is shown, below its button or above it, with one edge at an edge of the button. */
export function placeBeside(menu: HTMLElement, button: HTMLElement, align: "start" | "end"): void {
  const { left, right, top, bottom, width } = button.getBoundingClientRect();
  const { clientWidth, clientHeight } = document.documentElement;
  const below = clientHeight - bottom - gap - edge;
  const above = top - gap - edge;
  const isAbove = below < comfortable.height && above > below;
  // What there is from the left edge of the button to the right, and the other way round.
  const rightwards = clientWidth - left - edge;
  const leftwards = right - edge;
  // In right-to-left pages the start is at the right.
  const isWanted = (align === "start") === (getComputedStyle(button).direction === "ltr");
  const isLeft = isWanted
    ? rightwards >= Math.min(comfortable.width, leftwards)
    : leftwards < Math.min(comfortable.width, rightwards);
  Object.assign(menu.style, {
    top: isAbove ? "auto" : `${bottom + gap}px`,
    bottom: isAbove ? `${clientHeight - top + gap}px` : "auto",
    left: isLeft ? `${Math.max(edge, left)}px` : "auto",
    right: isLeft ? "auto" : `${Math.max(edge, clientWidth - right)}px`,
    minWidth: `max(12rem, ${Math.min(width, clientWidth - 2 * edge)}px)`,
    maxWidth: `${isLeft ? rightwards : leftwards}px`,
    maxHeight: `${Math.min(320, isAbove ? above : below)}px`,
  });
}
