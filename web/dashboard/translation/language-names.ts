import type { Language } from "../../ui/translation/languages";

/** The languages that an owner chooses from, each by its own name. */
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
