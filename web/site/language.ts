import { useSyncExternalStore } from "react";
import { chosenLanguage, keepLanguage, onLanguageChosen } from "../ui/translation/language-choice";
import { bestLanguage, directionOf, type Language } from "../ui/translation/languages";
import { translationOf } from "../ui/translation/load-translation";

const rememberedKey = "gatehouse-lang";

/**
 * Returns the language of the site's pages: the one that was chosen on them, else that of `?lang=`. The tab keeps it, because not every
 * link has it. Without both, the best of the browser's languages counts.
 */
export function pageLanguage(): Language {
  return bestLanguage([chosenLanguage(), askedFor(), ...navigator.languages].filter((tag) => tag !== null));
}

/** Returns what the provider of a page takes: its language, and what changes it. */
export function usePageLanguage() {
  return { lang: useSyncExternalStore(onLanguageChosen, pageLanguage, pageLanguage), onLanguageChange: changeLanguage };
}

function changeLanguage(language: Language): void {
  // The next document is sent in this language: `pages-worker.ts` reads it.
  // biome-ignore lint/suspicious/noDocumentCookie: browsers of 2024 have no cookie store
  document.cookie = `${rememberedKey}=${language};path=/;max-age=31536000;samesite=lax`;
  keepLanguage(language);
  showLanguage(language);
}

/**
 * Loads the texts of a page together with its code, so that it is in its language from its first paint on.
 * @returns whether the document was in that language
 */
export async function loadPageLanguage(): Promise<boolean> {
  const language = pageLanguage();
  const isInLanguage = document.documentElement.lang === language;
  showLanguage(language);
  // Without its texts a page is shown as well: its provider tries again.
  await translationOf(language).catch(() => undefined);
  return isInLanguage;
}

function showLanguage(language: Language): void {
  document.documentElement.lang = language;
  document.documentElement.dir = directionOf(language) ?? "ltr";
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
