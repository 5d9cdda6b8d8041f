import { chooseLanguage, type Language } from "./languages";
import type { Messages } from "./message-writer";
import type { TranslationOverrides } from "./own-texts";
import { english, type Translate, translation } from "./translate";

export type { TranslationOverrides };

type Catalogue = { default: Messages };

/** The build writes catalogues by the ids of their messages, with the texts of the components in those of the pages. */
const catalogues: Record<Exclude<Language, "en-US">, () => Promise<Catalogue>> = {
  ar: () => import("./catalogues/pages/ar.json"),
  "de-DE": () => import("./catalogues/pages/de-DE.json"),
  "es-ES": () => import("./catalogues/pages/es-ES.json"),
  "fr-FR": () => import("./catalogues/pages/fr-FR.json"),
  "fr-CA": () => import("./catalogues/pages/fr-CA.json"),
  "he-IL": () => import("./catalogues/pages/he-IL.json"),
  "hi-IN": () => import("./catalogues/pages/hi-IN.json"),
  "id-ID": () => import("./catalogues/pages/id-ID.json"),
  "it-IT": () => import("./catalogues/pages/it-IT.json"),
  "ja-JP": () => import("./catalogues/pages/ja-JP.json"),
  "ko-KR": () => import("./catalogues/pages/ko-KR.json"),
  "nl-NL": () => import("./catalogues/pages/nl-NL.json"),
  "pl-PL": () => import("./catalogues/pages/pl-PL.json"),
  "pt-PT": () => import("./catalogues/pages/pt-PT.json"),
  "pt-BR": () => import("./catalogues/pages/pt-BR.json"),
  "ru-RU": () => import("./catalogues/pages/ru-RU.json"),
  "tr-TR": () => import("./catalogues/pages/tr-TR.json"),
  "zh-CN": () => import("./catalogues/pages/zh-CN.json"),
  "zh-TW": () => import("./catalogues/pages/zh-TW.json"),
};

/** Holds what was loaded or is loading, by language and overrides: renders that suspend ask again. */
const translations = new Map<string, Promise<Translate>>();

const loadedEnglish = loaded(Promise.resolve(english), english);

/**
 * Loads the texts of the best language for `preferred`, as `chooseLanguage` finds it, so that the components show them at
 * once. Only needed before a first render: the provider loads them itself.
 *
 * @throws Error where `overrides` has a key that is no English text of the pages
 */
export async function loadTranslation(
  preferred: string | readonly string[],
  overrides?: TranslationOverrides,
): Promise<void> {
  await translationOf(chooseLanguage(preferred), overrides);
}

/** The texts of a language: for `use`, which does not suspend where they are loaded. The same promise at each call. */
export function translationOf(language: Language, overrides?: TranslationOverrides): Promise<Translate> {
  if (language === "en-US" && !overrides) return loadedEnglish;
  const key = `${language} ${JSON.stringify(overrides ?? {})}`;
  const known = translations.get(key);
  if (known) return known;
  const loading = load(language, overrides ?? {});
  translations.set(key, loading);
  loading.then(
    (translate) => loaded(loading, translate),
    // An error of the network passes, so the next render may try again.
    () => translations.delete(key),
  );
  return loading;
}

/** Marks a promise as React marks those that it has waited for, so that `use` reads it at once. */
function loaded(promise: Promise<Translate>, value: Translate): Promise<Translate> {
  return Object.assign(promise, { status: "fulfilled", value });
}

async function load(language: Language, overrides: TranslationOverrides): Promise<Translate> {
  const [messages, own] = await Promise.all([messagesOf(language), byId(overrides)]);
  return translation(language, { ...messages, ...own });
}

/** The texts of the pages in a language, by id. */
export async function messagesOf(language: Language): Promise<Messages> {
  return language === "en-US" ? {} : (await catalogues[language]()).default;
}

/** The own texts by the ids of the messages that they replace. */
async function byId(overrides: TranslationOverrides): Promise<Messages> {
  // Most websites have no own texts.
  if (Object.keys(overrides).length === 0) return {};
  return (await import("./own-texts")).byId(overrides);
}
