import { chooseLanguage, type Language, languages, variants } from "../../ui/translation/languages";

/** The languages that an owner chooses from, each by its own name: those that the dashboard's texts are in. */
export const languageNames = {
  "de-DE": "Deutsch",
  "en-US": "English",
  "es-ES": "Español",
  "fr-FR": "Français",
  "it-IT": "Italiano",
  "pt-BR": "Português",
  "ja-JP": "日本語",
  "ko-KR": "한국어",
  "zh-CN": "简体中文",
  "zh-TW": "繁體中文",
} as const satisfies Partial<Record<Language, string>>;

export type NamedLanguage = keyof typeof languageNames;

/** The languages with a catalogue of the dashboard: fewer than those of the pages. */
export const dashboardLanguages = languages.filter(
  (language) => language !== "en-US" && Object.hasOwn(languageNames, language),
);

/** With English, and the variants whose texts are those of another: dates and numbers are written in theirs. */
const shownLanguages = languages.filter((language) => Object.hasOwn(languageNames, variants[language] ?? language));

/** The best language of the dashboard for what an owner prefers. */
export function chooseDashboardLanguage(preferred: readonly string[]): Language {
  return chooseLanguage(preferred.filter((tag) => shownLanguages.includes(chooseLanguage([tag]))));
}

/** The language of the dashboard with this tag. */
export function dashboardLanguageOf(tag: string | null): Language | undefined {
  return shownLanguages.find((language) => language === tag);
}
