import { type Language, languages } from "../../ui/translation/languages";

const storageKey = "gatehouse-dashboard-language";

/** The language that was chosen for the dashboard in this browser; undefined while it follows the browser's. */
export function chosenLanguage(): Language | undefined {
  try {
    const stored = localStorage.getItem(storageKey);
    return languages.find((language) => language === stored);
  } catch {
    // Some privacy modes and frames refuse storage: follow the browser.
    return undefined;
  }
}

/** Keeps the choice; undefined takes it away. */
export function storeLanguage(language: Language | undefined): void {
  try {
    if (language) localStorage.setItem(storageKey, language);
    else localStorage.removeItem(storageKey);
  } catch {
    // Not kept, but used until the page is left.
  }
}
