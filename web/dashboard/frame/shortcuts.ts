import { useEffect, useRef } from "react";

const storageKey = "gatehouse-single-key-shortcuts";

/** Tells whether shortcuts of a single key are on in this browser. WCAG 2.1.4 wants that they can be switched off. */
export function areSingleKeysOn(): boolean {
  try {
    return localStorage.getItem(storageKey) !== "off";
  } catch {
    return true;
  }
}

export function switchSingleKeys(isOn: boolean): void {
  try {
    if (isOn) localStorage.removeItem(storageKey);
    else localStorage.setItem(storageKey, "off");
  } catch {
    // Not kept where storage is refused.
  }
}

/** Calls `onKey` for keys that nobody types into a field, and that no dialog or menu has. It returns whether it has used the key. */
export function useKeys(isListening: boolean, onKey: (event: KeyboardEvent) => boolean): void {
  const latest = useRef(onKey);
  useEffect(() => {
    latest.current = onKey;
  });
  useEffect(() => {
    if (!isListening) return;
    const listener = (event: KeyboardEvent) => {
      if (!event.defaultPrevented && latest.current(event)) event.preventDefault();
    };
    window.addEventListener("keydown", listener);
    return () => window.removeEventListener("keydown", listener);
  }, [isListening]);
}

/** Selects what a key is typed into, or chooses by. A checkbox takes no letters. */
const takesKeys = "input:not([type=checkbox], [type=radio]), textarea, select, [contenteditable], [role=menu]";

/** Tells whether a key is a shortcut of its own where it is pressed. */
export function isSingleKey({ target, ctrlKey, metaKey, altKey }: KeyboardEvent): boolean {
  if (ctrlKey || metaKey || altKey || !areSingleKeysOn()) return false;
  const isTaken = target instanceof Element && target.closest(takesKeys);
  return !isTaken && document.querySelector("dialog:modal") === null;
}

/** Puts the focus into the field that searches the page. Returns false where there is none. */
export function focusSearch(): boolean {
  const field = document.querySelector<HTMLInputElement>("main input[type=search]");
  field?.focus();
  field?.select();
  return field !== null;
}
