import type { Messages } from "../../ui/translation/compiled-message";
import { chooseLanguage, type Language } from "../../ui/translation/languages";
import { translation } from "../../ui/translation/translate";
import { chosenLanguage, storeLanguage } from "./language-choice";
import type { Translate } from "./use-translation";

type Texts = { messages: Messages };

/** The sections that have a catalogue in each language: those that routes hand to `sectionPages`. */
export type Section = keyof typeof import("./catalogues/de-DE")["sections"];

/** The texts of the frame, and where those of the sections are. */
type Catalogue = Texts & { sections: Readonly<Record<Section, () => Promise<Texts>>> };

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

const translations = new Map<Language, GrowingTranslation>();
const openedSections = new Set<Section>();
const loads = new Map<string, Promise<unknown>>();
const listeners = new Set<() => void>();
let shown: Language | undefined;

/** The language that was chosen, else the best of the browser's. */
export function dashboardLanguage(): Language {
  shown ??= chosenLanguage() ?? chooseLanguage(navigator.languages);
  return shown;
}

/** Calls `listener` when another language is shown. */
export function onLanguageChange(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/**
 * Shows the dashboard in a language from now on, once its texts are loaded.
 *
 * @param chosen undefined for the best language of the browser
 * @param english as for `loadDashboardTranslation`
 */
export async function changeLanguage(chosen: Language | undefined, english: Messages): Promise<void> {
  const language = chosen ?? chooseLanguage(navigator.languages);
  await loadDashboardTranslation(language, english);
  // Those of sections that were opened since the language was last shown.
  await Promise.all([...openedSections].map((section) => addSection(section, language)));
  storeLanguage(chosen);
  shown = language;
  for (const listener of listeners) listener();
}

/**
 * The texts of the frame and of all sections that were opened: for `use`, so the same promise at each call, and marked once they
 * are loaded, so that another language replaces what is shown without a fallback in between. Texts of sections that are opened
 * later come to the same translation.
 *
 * @param english the plural forms of all texts in English, which is the language of the source otherwise
 */
export function loadDashboardTranslation(language: Language, english: Messages): Promise<Translate> {
  return once(language, async () => {
    const sections = [...openedSections].map((section) => addSection(section, language));
    const { messages } = language === "en-US" ? { messages: english } : await catalogues[language]();
    const { translate, add } = translationIn(language);
    add(messages);
    await Promise.all(sections);
    return translate;
  });
}

/** Loads the texts of a section in the language of the dashboard. */
export function loadSectionTexts(section: Section): Promise<void> {
  openedSections.add(section);
  return addSection(section, dashboardLanguage());
}

function addSection(section: Section, language: Language): Promise<void> {
  return once(`${language} ${section}`, async () => {
    if (language === "en-US") return;
    const { sections } = await catalogues[language]();
    const { messages } = await sections[section]();
    translationIn(language).add(messages);
  });
}

function once<T>(key: string, load: () => Promise<T>): Promise<T> {
  const known = loads.get(key);
  if (known) return known as Promise<T>;
  const loading = load();
  loads.set(key, loading);
  loading.then(
    // As React marks promises that it has waited for: `use` then reads them at once, and has to be called at each render.
    (value) => Object.assign(loading, { status: "fulfilled", value }),
    // An error of the network passes, so the next render may try again.
    () => loads.delete(key),
  );
  return loading;
}

interface GrowingTranslation {
  /** Stays the same when messages are added, so nothing that is shown renders again. */
  translate: Translate;
  add: (messages: Messages) => void;
}

function translationIn(language: Language): GrowingTranslation {
  const known = translations.get(language);
  if (known) return known;
  let messages: Messages = {};
  let current = translation(language, messages) as Translate;
  const growing: GrowingTranslation = {
    translate: Object.assign(((message, ...values) => current(message, ...values)) as Translate, {
      rich: ((message, parts) => current.rich(message, parts)) as Translate["rich"],
      language,
    }),
    add(more) {
      messages = { ...messages, ...more };
      current = translation(language, messages) as Translate;
    },
  };
  translations.set(language, growing);
  return growing;
}
