import type { Language } from "./languages";

const key = "gatehouse-language";

const listeners = new Set<() => void>();

let chosen: string | null | undefined;

/** The language that a person has chosen in this browser; null while none is. */
export function chosenLanguage(): string | null {
  if (chosen === undefined) chosen = stored();
  return chosen;
}

/** Keeps what a person has chosen, and shows it wherever nothing else is said. */
export function keepLanguage(language: Language): void {
  chosen = language;
  try {
    localStorage.setItem(key, language);
  } catch {
    // Not kept, but used until the page is left.
  }
  for (const listener of listeners) listener();
}

/** Calls `listener` when another language is chosen. */
export function onLanguageChosen(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

function stored(): string | null {
  try {
    return localStorage.getItem(key);
  } catch {
    // Some privacy modes and frames refuse storage, and servers have none.
    return null;
  }
}
