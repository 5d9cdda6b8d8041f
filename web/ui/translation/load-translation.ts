import { messages as englishMessages } from "./catalogues/en-US";
import type { Messages } from "./compiled-message";
import { chooseLanguage, type Language } from "./languages";
import { messageId } from "./message-id";
import { english, type Translate, translation } from "./translate";

/** Own texts by the English ones that they replace, in whatever language. */
export type TranslationOverrides = Readonly<Record<string, string>>;

type Catalogue = { messages: Messages };

const catalogues: Record<Exclude<Language, "en-US">, () => Promise<Catalogue>> = {
  "de-DE": () => import("./catalogues/de-DE"),
  "es-ES": () => import("./catalogues/es-ES"),
  "fr-FR": () => import("./catalogues/fr-FR"),
  "fr-CA": () => import("./catalogues/fr-CA"),
  "it-IT": () => import("./catalogues/it-IT"),
  "ja-JP": () => import("./catalogues/ja-JP"),
  "ko-KR": () => import("./catalogues/ko-KR"),
  "pt-PT": () => import("./catalogues/pt-PT"),
  "pt-BR": () => import("./catalogues/pt-BR"),
  "zh-CN": () => import("./catalogues/zh-CN"),
  "zh-TW": () => import("./catalogues/zh-TW"),
};

/** What was loaded or is loading, by language and overrides: renders that suspend ask again. */
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
  return language === "en-US" ? englishMessages : (await catalogues[language]()).messages;
}

async function byId(overrides: TranslationOverrides): Promise<Messages> {
  const known = await knownOverrides(overrides);
  const unknown = Object.keys(overrides).find((text) => !Object.hasOwn(known, text));
  if (unknown !== undefined) {
    throw new Error(
      `Invalid translation override: Original key "${unknown}" not found. Keys are the English texts of the pages, with their placeholders.`,
    );
  }
  return Object.fromEntries(Object.entries(known).map(([text, own]) => [messageId(text), own]));
}

/** Those of the overrides whose key is a text of the pages: for texts that were stored, perhaps for an earlier version. */
export async function knownOverrides(overrides: TranslationOverrides): Promise<TranslationOverrides> {
  const entries = Object.entries(overrides);
  if (entries.length === 0) return {};
  const { messageIds } = await import("./catalogues/message-ids");
  return Object.fromEntries(entries.filter(([text]) => messageIds.includes(messageId(text))));
}
