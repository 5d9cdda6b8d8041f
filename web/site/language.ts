import { bestLanguage, directionOf, type Language } from "../ui/translation/languages";
import { translationOf } from "../ui/translation/load-translation";

const rememberedKey = "gatehouse-lang";

/**
 * Returns the language of the handler pages. That is the one of `?lang=`, which is kept for the tab because not every link has
 * it. Without it, the best of the browser's languages counts.
 */
export function pageLanguage(): Language {
  return bestLanguage([askedFor(), ...navigator.languages].filter((tag) => tag !== null));
}

/**
 * Loads the texts of a page together with its code, so that it is in its language from its first paint on.
 * @returns whether the document was in that language
 */
export async function loadPageLanguage(): Promise<boolean> {
  const language = pageLanguage();
  const isInLanguage = document.documentElement.lang === language;
  document.documentElement.lang = language;
  document.documentElement.dir = directionOf(language) ?? "ltr";
  // Without its texts a page is shown as well: its provider tries again.
  await translationOf(language).catch(() => undefined);
  return isInLanguage;
}

function askedFor(): string | null {
  const asked = new URLSearchParams(window.location.search).get("lang");
  try {
    if (asked !== null) sessionStorage.setItem(rememberedKey, asked);
    return asked ?? sessionStorage.getItem(rememberedKey);
  } catch {
    // Some privacy modes and frames refuse storage.
    return asked;
  }
}
