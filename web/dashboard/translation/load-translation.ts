import type { Messages } from "@lingui/core";
import type { Language } from "../../ui/translation/languages";
import { messagesOf } from "../../ui/translation/load-translation";
import { type Translate, translation } from "../../ui/translation/translate";
import { messages as englishMessages } from "./catalogues/en-US";

type Catalogue = { messages: Messages };

/** A variant of a language has the texts of the other one. */
const catalogues: Record<Exclude<Language, "en-US">, () => Promise<Catalogue>> = {
  "de-DE": () => import("./catalogues/de-DE"),
  "es-ES": () => import("./catalogues/es-ES"),
  "fr-FR": () => import("./catalogues/fr-FR"),
  "fr-CA": () => import("./catalogues/fr-FR"),
  "it-IT": () => import("./catalogues/it-IT"),
  "ja-JP": () => import("./catalogues/ja-JP"),
  "ko-KR": () => import("./catalogues/ko-KR"),
  "pt-PT": () => import("./catalogues/pt-BR"),
  "pt-BR": () => import("./catalogues/pt-BR"),
  "zh-CN": () => import("./catalogues/zh-CN"),
  "zh-TW": () => import("./catalogues/zh-TW"),
};

const translations = new Map<Language, Promise<Translate>>();

/** The texts of the dashboard and of the components that it uses: for `use`, so the same promise at each call. */
export function loadDashboardTranslation(language: Language): Promise<Translate> {
  const known = translations.get(language);
  if (known) return known;
  const loading = load(language);
  translations.set(language, loading);
  // An error of the network passes, so the next render may try again.
  loading.catch(() => translations.delete(language));
  return loading;
}

async function load(language: Language): Promise<Translate> {
  const [components, own] = await Promise.all([
    messagesOf(language),
    language === "en-US" ? englishMessages : catalogues[language]().then(({ messages }) => messages),
  ]);
  return translation(language, { ...components, ...own });
}
